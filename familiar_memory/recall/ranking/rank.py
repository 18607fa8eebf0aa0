"""The best of what a viewer may see, in an order that a rebuild repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from heapq import nsmallest
from typing import NamedTuple

import numpy as np

from familiar_memory.index.array_types import F32, I64, Mask
from familiar_memory.index.arrays.segment import Segment
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.recall.ranking.asked.question import Question
from familiar_memory.recall.ranking.candidate import (
    SCORE_DECIMALS,
    Candidate,
    CandidateOrder,
    ordered,
)
from familiar_memory.recall.ranking.scoring import (
    DISMISSALS,
    Dismissal,
    scored,
    signals_of,
    spread,
)
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["Ranking"]


class _Place(NamedTuple):
    """Where a row stands among others, and where it is found."""

    order: CandidateOrder
    segment: int
    row: int


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
        pools: tuple[list[_Place], list[_Place]] = ([], [])
        for at, (segment, score) in enumerate(
            zip(self._snapshot.segments, self._scores, strict=True)
        ):
            found = np.flatnonzero(score > 0)
            cites = segment.cites[found]
            for pool, rows in zip(pools, (found[~cites], found[cites]), strict=True):
                best = _best_of(segment, rows, score[rows], limit).tolist()
                pool.extend(_Place(self._order(at, row), at, row) for row in best)
        places = sorted(one for pool in pools for one in nsmallest(limit, pool))
        return [self._candidate(one.segment, one.row) for one in places]

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

    def _order(self, at: int, row: int) -> CandidateOrder:
        """By what a row of a segment comes before another."""
        segment = self._snapshot.segments[at]
        source, key = self._snapshot.document(int(segment.document[row]))
        return ordered(self._score(at, row), source, key, int(segment.position[row]))

    def _score(self, at: int, row: int) -> float:
        return round(float(self._scores[at][row]), SCORE_DECIMALS)

    def _candidate(self, at: int, row: int) -> Candidate:
        segment, of = self._snapshot.segments[at], self._signals[at]
        source, key = self._snapshot.document(int(segment.document[row]))
        return Candidate(
            passage=int(segment.passage[row]),
            source=source,
            key=key,
            position=int(segment.position[row]),
            score=self._score(at, row),
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


def _best_of(segment: Segment, rows: I64, scores: F32, limit: int) -> I64:
    """Those that may be among the best: more than `limit` where scores tie with the last's."""
    if len(rows) <= limit:
        return rows
    # A partition finds the last score that counts without sorting all of them.
    last = np.partition(scores, len(scores) - limit)[len(scores) - limit]
    tied = rows[scores == last]
    if len(tied) > limit:
        # Thousands may say the same. Documents stand in a segment as candidates are ordered.
        document = segment.document[tied]
        nth = np.cumsum(np.append(False, document[1:] != document[:-1]))
        tied = tied[np.lexsort((segment.position[tied], nth))[:limit]]
    return np.concatenate((rows[scores > last], tied))
