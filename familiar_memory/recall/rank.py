"""Score what a viewer may see, and put it in an order that a rebuild repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from familiar_memory.index.lexical import inverse_frequency, score_terms
from familiar_memory.index.segment import F32, Mask, Segment
from familiar_memory.index.similarity import score_vector
from familiar_memory.index.snapshot import Snapshot
from familiar_memory.recall.dates import NamedDate
from familiar_memory.recall.question import Question
from familiar_memory.recall.visible import counted_rows
from familiar_memory.recall.weights import RankingWeights

__all__ = ["Candidate", "rank"]

SCORE_DECIMALS = 5
"""Scores are rounded before they are compared: the last bits differ between machines."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One ranked passage, with the signals that made its score."""

    passage: int
    source: str
    key: str
    position: int
    score: float
    signals: tuple[tuple[str, float], ...]


def rank(
    snapshot: Snapshot,
    masks: Sequence[Mask],
    question: Question,
    query_vector: F32 | None,
    weights: RankingWeights,
    limit: int,
) -> list[Candidate]:
    """The best passages within the masks; equal scores are ordered by source, key, position.

    `limit` passages of their own, and `limit` notes of turns beside them: however many
    notes there are of a day, they leave room for what was said on it.
    """
    counted = counted_rows(snapshot, masks)
    lexical = score_terms(snapshot.segments, masks, counted, question.terms, weights.lexical)
    cosine = _cosine(snapshot, masks, query_vector, weights)
    vector_scale = np.float32(_vector_scale(lexical, cosine, counted, weights.vector))
    on_date = _on_date(snapshot, masks, question.date)
    date_gain = np.float32(weights.date * _rarity(counted, on_date))
    pools: tuple[list[Candidate], list[Candidate]] = ([], [])
    for segment, words, near, dated in zip(
        snapshot.segments, lexical, cosine, on_date, strict=True
    ):
        boosts = _boosts(segment, question, weights)
        scores = np.round(
            (words + vector_scale * near + date_gain * dated) * boosts, SCORE_DECIMALS
        )
        scores[(words == 0) & (near < weights.cosine_floor) & ~dated] = 0
        for pool, members in zip(pools, (~segment.cites, segment.cites), strict=True):
            pool.extend(
                _candidate(snapshot, segment, int(row), scores, words, near, dated, boosts)
                for row in _best_rows(np.where(members, scores, np.float32(0)), limit)
            )
    return sorted((c for pool in pools for c in sorted(pool, key=_order)[:limit]), key=_order)


def _order(candidate: Candidate) -> tuple[float, str, str, int]:
    return -candidate.score, candidate.source, candidate.key, candidate.position


def _cosine(
    snapshot: Snapshot, masks: Sequence[Mask], query: F32 | None, weights: RankingWeights
) -> list[F32]:
    if query is None or not len(query) or not weights.vector:
        return [np.zeros(len(segment), np.float32) for segment in snapshot.segments]
    return score_vector(snapshot.segments, masks, query)


def _vector_scale(
    lexical: Sequence[F32], cosine: Sequence[F32], counted: Sequence[Mask], share: float
) -> float:
    """Scale cosines so that the best is worth `share` of the best lexical score."""
    best, nearest = (
        max((float(s[m].max()) for s, m in zip(scores, counted, strict=True) if m.any()), default=0)
        for scores in (lexical, cosine)
    )
    return share * (best or 1.0) / nearest if nearest > 0 else 0.0


def _boosts(segment: Segment, question: Question, weights: RankingWeights) -> F32:
    boosts = np.ones(len(segment), np.float32)
    if question.authors and weights.speaker:
        boosts[np.isin(segment.author, list(question.authors))] *= 1 + weights.speaker
    if weights.question:
        boosts[segment.asks] *= 1 - weights.question
    return boosts


def _on_date(snapshot: Snapshot, masks: Sequence[Mask], named: NamedDate | None) -> list[Mask]:
    """The rows within the masks that are of the date a question names."""
    if named is None:
        return [np.zeros(len(mask), bool) for mask in masks]
    pairs = list(zip(snapshot.segments, masks, strict=True))
    known = {int(day) for segment, mask in pairs for day in np.unique(segment.day[mask])}
    meant = np.array(sorted(day for day in known if named.covers(day)), np.int32)
    return [np.isin(segment.day, meant) & mask for segment, mask in pairs]


def _rarity(counted: Sequence[Mask], chosen: Sequence[Mask]) -> float:
    count = sum(int(m.sum()) for m in counted)
    frequency = sum(int((m & c).sum()) for m, c in zip(counted, chosen, strict=True))
    return inverse_frequency(count, frequency) if any(c.any() for c in chosen) else 0.0


def _best_rows(scores: F32, limit: int) -> NDArray[np.intp]:
    """Rows of the best positive scores, with all that tie with the last of them."""
    if len(scores) <= limit:
        return np.flatnonzero(scores > 0)
    threshold = max(float(np.partition(scores, len(scores) - limit)[len(scores) - limit]), 0.0)
    return np.flatnonzero((scores >= threshold) & (scores > 0))


def _candidate(
    snapshot: Snapshot,
    segment: Segment,
    row: int,
    scores: F32,
    words: F32,
    near: F32,
    dated: Mask,
    boosts: F32,
) -> Candidate:
    source, key = snapshot.document(int(segment.document[row]))
    return Candidate(
        passage=int(segment.passage[row]),
        source=source,
        key=key,
        position=int(segment.position[row]),
        score=round(float(scores[row]), SCORE_DECIMALS),
        signals=(
            ("lexical", round(float(words[row]), SCORE_DECIMALS)),
            ("cosine", round(float(near[row]), SCORE_DECIMALS)),
            ("date", float(dated[row])),
            ("boost", round(float(boosts[row]), SCORE_DECIMALS)),
        ),
    )
