"""The best of what a viewer may see, in an order that a rebuild repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from operator import attrgetter

import numpy as np

from familiar_memory.index.array_types import F32, Mask
from familiar_memory.index.arrays.segment import Segment
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.recall.ranking.asked.question import Question
from familiar_memory.recall.ranking.candidate import SCORE_DECIMALS, Candidate
from familiar_memory.recall.ranking.scoring import (
    DISMISSALS,
    Dismissal,
    Signals,
    scored,
    signals_of,
    spread,
)
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["Ranking", "rank"]


def rank(
    snapshot: Snapshot,
    masks: Sequence[Mask],
    question: Question,
    query_vector: F32 | None,
    weights: RankingWeights,
    limit: int,
    *,
    now: datetime | None = None,
    proximity: Sequence[F32] | None = None,
) -> list[Candidate]:
    """The best passages within the masks, once: see `Ranking`."""
    return Ranking(
        snapshot, masks, question, query_vector, weights, now=now, proximity=proximity
    ).best(limit)


class Ranking:
    """Every passage within the masks, scored once, to be read as deep as is wanted."""

    def __init__(
        self,
        snapshot: Snapshot,
        masks: Sequence[Mask],
        question: Question,
        query_vector: F32 | None,
        weights: RankingWeights,
        *,
        now: datetime | None = None,
        proximity: Sequence[F32] | None = None,
    ) -> None:
        """Score; recency counts from `now`, and `proximity` is of `recall.ranking.graph`."""
        self._snapshot = snapshot
        if question.asks_bot:
            # The bot's turns are long, and say nothing of itself: neither is against them now.
            weights = replace(weights, myself=0.0, chance=0.0)
        self._weights = weights
        self._signals = signals_of(snapshot, masks, question, query_vector, weights, now, proximity)
        pairs = zip(snapshot.segments, self._signals, strict=True)
        self._scores = [scored(segment, one, weights) for segment, one in pairs]
        spread(snapshot, self._scores, weights.diversity)

    def best(self, limit: int) -> list[Candidate]:
        """The best passages; equal scores are ordered by source, key, position.

        `limit` passages of their own, and `limit` notes of turns beside them: however many
        notes there are of a day, they leave room for what was said on it.
        """
        snapshot = self._snapshot
        pools: tuple[list[Candidate], list[Candidate]] = ([], [])
        for segment, score, one in zip(snapshot.segments, self._scores, self._signals, strict=True):
            found = np.flatnonzero(score > 0)
            cites = segment.cites[found]
            for pool, rows in zip(pools, (found[~cites], found[cites]), strict=True):
                pool.extend(
                    _candidate(snapshot, segment, int(row), score, one)
                    for row in rows[_best_of(score[rows], limit)]
                )
        return sorted(
            (one for pool in pools for one in sorted(pool, key=_BY_ORDER)[:limit]), key=_BY_ORDER
        )

    def dismissal(self, segment: int, rows: Sequence[int]) -> Dismissal | None:
        """Why a passage within the masks has no score, by its rows; None for one that has.

        Where one of its windows got further than another, what stopped the last of them.
        """
        if (self._scores[segment][rows] > 0).any():
            return None
        of, weights = self._signals[segment], self._weights
        left = np.array(rows)
        for dismissal, dismissed in DISMISSALS:
            left = left[~dismissed(of, weights)[left]]
            if not len(left):
                return dismissal
        return Dismissal.WEIGHED_DOWN


_BY_ORDER = attrgetter("order")


def _best_of(scores: F32, limit: int) -> Mask:
    """Which are the best, with all that tie with the last of them."""
    if len(scores) <= limit:
        return np.ones(len(scores), bool)
    # A partition finds the last score that counts without sorting all of them. All that tie
    # with it are kept: which of them come is for `Candidate.order`, not for the row numbers.
    last = len(scores) - limit
    best: Mask = scores >= np.partition(scores, last)[last]
    return best


def _candidate(
    snapshot: Snapshot, segment: Segment, row: int, scores: F32, of: Signals
) -> Candidate:
    source, key = snapshot.document(int(segment.document[row]))
    return Candidate(
        passage=int(segment.passage[row]),
        source=source,
        key=key,
        position=int(segment.position[row]),
        score=round(float(scores[row]), SCORE_DECIMALS),
        signals=tuple(
            (name, round(float(signal[row]), SCORE_DECIMALS))
            for name, signal in (
                ("lexical", of.words),
                ("cosine", of.cosine),
                ("date", of.dated),
                ("boost", of.boosts),
                ("relevance", of.relevance),
                ("recency", of.recency),
                ("importance", of.importance),
                ("graph", of.graph),
            )
            if signal is not None
        ),
    )
