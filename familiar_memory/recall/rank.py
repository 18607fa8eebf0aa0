"""Score what a viewer may see, and put it in an order that a rebuild repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from familiar_memory.index.lexical import inverse_frequency, score_terms
from familiar_memory.index.segment import F32, I32, Mask, Segment
from familiar_memory.index.similarity import score_vector
from familiar_memory.index.snapshot import Snapshot
from familiar_memory.recall.dates import NamedDate
from familiar_memory.recall.question import Question
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
    """The best passages within the masks; equal scores are ordered by source, key, position."""
    lexical = score_terms(snapshot.segments, masks, question.terms, weights.lexical)
    cosine = _cosine(snapshot, masks, query_vector, weights)
    vector_scale = np.float32(_vector_scale(lexical, cosine, weights.vector))
    on_date = _on_date(snapshot, masks, question.date)
    date_gain = np.float32(weights.date * _rarity(masks, on_date))
    found: list[Candidate] = []
    for segment, words, near, dated in zip(
        snapshot.segments, lexical, cosine, on_date, strict=True
    ):
        boosts = _boosts(segment, question, weights)
        scores = np.round(
            (words + vector_scale * near + date_gain * dated) * boosts, SCORE_DECIMALS
        )
        scores[(words == 0) & (near < weights.cosine_floor) & ~dated] = 0
        found.extend(
            _candidate(snapshot, segment, int(row), scores, words, near, dated, boosts)
            for row in _best_rows(scores, limit)
        )
    found.sort(key=lambda c: (-c.score, c.source, c.key, c.position))
    return found[:limit]


def _cosine(
    snapshot: Snapshot, masks: Sequence[Mask], query: F32 | None, weights: RankingWeights
) -> list[F32]:
    if query is None or not len(query) or not weights.vector:
        return [np.zeros(len(segment), np.float32) for segment in snapshot.segments]
    return score_vector(snapshot.segments, masks, query)


def _vector_scale(lexical: Sequence[F32], cosine: Sequence[F32], share: float) -> float:
    """Scale cosines so that the best is worth `share` of the best lexical score."""
    best = max((float(s.max()) for s in lexical if len(s)), default=0.0)
    nearest = max((float(s.max()) for s in cosine if len(s)), default=0.0)
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
    known = [segment.day[mask & (segment.day > 0)] for segment, mask in pairs]
    spans = named.spans(_years(known))
    found = []
    for segment, mask in pairs:
        dated = np.zeros(len(segment), bool)
        for first, last in spans:
            dated |= (segment.day >= first) & (segment.day <= last)
        found.append(dated & mask)
    return found


def _years(days: Sequence[I32]) -> range:
    ends = [(int(d.min()), int(d.max())) for d in days if len(d)]
    if not ends:
        return range(0)
    first, last = min(a for a, _ in ends), max(z for _, z in ends)
    return range(date.fromordinal(first).year, date.fromordinal(last).year + 1)


def _rarity(masks: Sequence[Mask], chosen: Sequence[Mask]) -> float:
    count, frequency = (sum(int(m.sum()) for m in group) for group in (masks, chosen))
    return inverse_frequency(count, frequency) if frequency else 0.0


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
