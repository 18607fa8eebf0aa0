"""Score what a viewer may see, and put it in an order that a rebuild repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from familiar_memory.index.lexical import score_terms
from familiar_memory.index.segment import F32, Mask, Segment
from familiar_memory.index.similarity import score_vector
from familiar_memory.index.snapshot import Snapshot
from familiar_memory.recall.question import NamedDate, Question
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
    vector_scale = _vector_scale(lexical, cosine, weights.vector)
    found: list[Candidate] = []
    for segment, words, near in zip(snapshot.segments, lexical, cosine, strict=True):
        boosts = _boosts(segment, question, weights)
        scores = np.round((words + np.float32(vector_scale) * near) * boosts, SCORE_DECIMALS)
        scores[(words == 0) & (near < weights.cosine_floor)] = 0
        found.extend(
            _candidate(snapshot, segment, int(row), scores, words, near, boosts)
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
    if question.date is not None and weights.date:
        boosts[_on_date(segment, question.date)] *= 1 + weights.date
    return boosts


def _on_date(segment: Segment, date: NamedDate) -> Mask:
    parts = (
        (date.years, segment.day // 10_000),
        (date.months, segment.day // 100 % 100),
        (date.days, segment.day % 100),
    )
    mask = segment.day > 0
    for wanted, column in parts:
        if wanted:
            mask &= np.isin(column, list(wanted))
    return mask


def _best_rows(scores: F32, limit: int) -> NDArray[np.intp]:
    """Rows of the best positive scores, with all that tie with the last of them."""
    if len(scores) <= limit:
        return np.flatnonzero(scores > 0)
    threshold = max(float(np.partition(scores, len(scores) - limit)[len(scores) - limit]), 0.0)
    return np.flatnonzero((scores >= threshold) & (scores > 0))


def _candidate(
    snapshot: Snapshot, segment: Segment, row: int, scores: F32, words: F32, near: F32, boosts: F32
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
            ("boost", round(float(boosts[row]), SCORE_DECIMALS)),
        ),
    )
