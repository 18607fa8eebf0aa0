"""What each row is worth for a question, and what is no answer to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import numpy as np

from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.index.array_types import F32, Mask
from familiar_memory.index.arrays.lexical import inverse_frequency, score_terms
from familiar_memory.index.arrays.segment import Segment
from familiar_memory.index.arrays.similarity import score_vector
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.recall.ranking.asked.dates import NamedDate
from familiar_memory.recall.ranking.asked.question import Question
from familiar_memory.recall.ranking.borrowed import limit_borrowers
from familiar_memory.recall.ranking.candidate import SCORE_DECIMALS
from familiar_memory.recall.ranking.signals import (
    best_windows,
    counted_rows,
    first_windows,
    importance_of,
    mark_down_long,
    own_rank,
    recency_of,
)
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["DISMISSALS", "Dismissal", "Signals", "scored", "signals_of", "spread"]


class Dismissal(StrEnum):
    """What leaves a passage that may be seen without a score."""

    UNRELATED = "unrelated"
    """It shares no word with the question, is not of its date, and means something else."""
    IRRELEVANT = "irrelevant"
    """Its relevance is below the threshold."""
    WEIGHED_DOWN = "weighed down"
    """The weights leave nothing of its score."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What the rows of one segment are scored by: each array has one value a row.

    `words`, `own` and `total` are sums of rarities, without a bound, `boosts` are factors around
    1; all others are from 0 to 1.
    `total` is the words, vector and date of the product; `relevance` is what is left of
    them on a scale that other questions share, in a sum without the words of neighbours.
    None = weighs nothing, and was not taken.
    """

    words: F32
    own: F32
    cosine: F32
    dated: Mask
    total: F32
    relevance: F32
    boosts: F32
    recency: F32 | None
    importance: F32 | None
    graph: F32 | None


def signals_of(
    snapshot: Snapshot,
    masks: Sequence[Mask],
    question: Question,
    query_vector: F32 | None,
    weights: RankingWeights,
    now: datetime | None,
    proximity: Sequence[F32] | None,
) -> list[Signals]:
    """The signals of every row, a value a segment; those outside of the masks mean nothing."""
    # `masks`, `counted`, `sampled`, `cosine`, `on_date`, `proximity` and `found.scores` are lists
    # of one array a segment, in the order of `snapshot.segments`.
    # Everything that is compared across segments (statistics, the best score of each kind) is
    # taken of all of them first: where a row stands says nothing of what it is worth.
    counted = counted_rows(snapshot, masks)
    sampled = first_windows(snapshot, counted)
    found = score_terms(snapshot.segments, masks, sampled, question.terms, weights.lexical)
    cosine = _cosine(snapshot, masks, query_vector, weights)
    vector_scale = np.float32(_vector_scale(found.scores, cosine, counted, weights.vector))
    on_date = _on_date(snapshot, masks, question.date)
    date_gain = np.float32(weights.date * _rarity(sampled, on_date))
    whole, enough = np.float32(found.whole), np.float32(found.enough)
    return [
        Signals(
            words=words,
            own=own,
            cosine=near,
            dated=dated,
            total=words + vector_scale * near + date_gain * dated,
            relevance=_relevance(
                own / whole if weights.semantic else words / enough, near, weights.floor
            ),
            boosts=_boosts(segment, question, weights),
            recency=recency_of(segment, now, weights.decay) if now and weights.recency else None,
            importance=importance_of(segment) if weights.importance else None,
            graph=proximity[at] if proximity is not None and weights.graph else None,
        )
        for at, (segment, words, own, near, dated) in enumerate(
            zip(snapshot.segments, found.scores, found.own, cosine, on_date, strict=True)
        )
    ]


def _relevance(covered: F32, cosine: F32, floor: float) -> F32:
    """The better of the share of the question's words and a cosine that says anything."""
    told = np.where(cosine >= floor, cosine, np.float32(0))
    relevance: F32 = np.clip(np.maximum(covered, told), 0, 1)
    return relevance


def scored(segment: Segment, of: Signals, weights: RankingWeights) -> F32:
    """The score of each passage, in the row of its best window; 0 for what is no answer."""
    scores = (_sum if weights.semantic else _product)(segment, of, weights)
    for _, dismissed in DISMISSALS:
        scores[dismissed(of, weights)] = 0
    return np.round(best_windows(segment, scores), SCORE_DECIMALS)


def _unrelated(of: Signals, weights: RankingWeights) -> Mask:
    if weights.semantic:
        # In a sum neither the words of neighbours nor a date are an answer by themselves.
        nothing: Mask = of.relevance == 0
        return nothing
    unsaid: Mask = (of.words == 0) & (of.cosine < weights.floor) & ~of.dated
    return unsaid


def _irrelevant(of: Signals, weights: RankingWeights) -> Mask:
    below: Mask = of.relevance < weights.threshold
    return below if weights.semantic else below & ~of.dated


DISMISSALS: tuple[tuple[Dismissal, Callable[[Signals, RankingWeights], Mask]], ...] = (
    (Dismissal.UNRELATED, _unrelated),
    (Dismissal.IRRELEVANT, _irrelevant),
)
"""What is no answer, in the order in which reasons are given."""


def _product(segment: Segment, of: Signals, weights: RankingWeights) -> F32:
    # Factors, in place: a row of a large index is touched as seldom as can be. The speaker's
    # comes last, for it is the row's own, and no neighbour's words are limited by it.
    scores: F32 = of.total.copy()
    if of.recency is not None:
        scores *= 1 + np.float32(weights.recency) * of.recency
    if of.importance is not None:
        # As much less for the least important as more for the most; 5 says nothing.
        scores *= 1 + np.float32(weights.importance) * (2 * of.importance - 1)
    if of.graph is not None:
        scores *= 1 + np.float32(weights.graph) * of.graph
    # Before the borrowers: a passage that is marked down lends no more than it counts itself.
    mark_down_long(segment, scores, weights.chance)
    limit_borrowers(segment, scores, of.words, of.own, of.dated, weights.lexical)
    scores *= of.boosts
    np.maximum(scores, 0, out=scores)
    return scores


def _sum(segment: Segment, of: Signals, weights: RankingWeights) -> F32:
    scores: F32 = np.float32(weights.semantic) * of.relevance
    for weight, signal in (
        (weights.recency, of.recency),
        (weights.importance, of.importance),
        (weights.graph, of.graph),
    ):
        if signal is not None:
            scores += np.float32(weight) * signal
    # Before the borrowers: what is no answer lends nothing.
    scores[of.relevance == 0] = 0
    mark_down_long(segment, scores, weights.chance)
    nobody = np.zeros(len(segment), bool)
    limit_borrowers(segment, scores, of.relevance, of.own, nobody, weights.lexical, by_chunk=True)
    return scores


def spread(snapshot: Snapshot, scores: Sequence[F32], diversity: float) -> None:
    """Let what follows in one note count less, so that no file owns the top."""
    if not diversity:
        return
    # Turns are spared: a session is one document, and a long talk answers more than once.
    notes = snapshot.choose("is a note", lambda source, _: source != CONVERSATION)
    of_notes = [notes[segment.document] for segment in snapshot.segments]
    for score, rank in zip(scores, own_rank(snapshot, scores, of_notes), strict=True):
        score *= np.float32(1 - diversity) ** rank
        # Again: a power has last bits of its own, and they differ between machines, too.
        np.round(score, SCORE_DECIMALS, out=score)


def _cosine(
    snapshot: Snapshot, masks: Sequence[Mask], query: F32 | None, weights: RankingWeights
) -> list[F32]:
    if query is None or not len(query) or not weights.vector:
        return [np.zeros(len(segment), np.float32) for segment in snapshot.segments]
    return [
        _relatedness(cosine, weights.unrelated)
        for cosine in score_vector(snapshot.segments, masks, query)
    ]


def _relatedness(cosine: F32, unrelated: float) -> F32:
    """Cosines on a scale where what is unrelated has 0, and the same text 1 as before."""
    if not unrelated:
        return cosine
    related: F32 = np.maximum((cosine - np.float32(unrelated)) / np.float32(1 - unrelated), 0)
    return related


def _vector_scale(
    lexical: Sequence[F32], cosine: Sequence[F32], counted: Sequence[Mask], share: float
) -> float:
    """Scale cosines so that the best is worth `share` of the best lexical score.

    A cosine and a sum of rarities have no common unit; their best in one question have.
    """
    best, nearest = (
        max((float(s[m].max()) for s, m in zip(scores, counted, strict=True) if m.any()), default=0)
        for scores in (lexical, cosine)
    )
    return share * (best or 1.0) / nearest if nearest > 0 else 0.0


def _boosts(segment: Segment, question: Question, weights: RankingWeights) -> F32:
    # 1 - 0 is 1: where the weight is 0, so is the difference. Four cases, by their number.
    of_both = np.outer((1 - weights.myself, 1), (1, 1 - weights.question)).astype(np.float32)
    boosts: F32 = of_both.ravel()[2 * segment.of_self.view(np.uint8) + segment.asks]
    if weights.speaker and (question.authors or question.asks_bot):
        named = np.isin(segment.author, list(question.authors))
        if question.asks_bot:
            named |= segment.of_bot
        boosts[named] *= 1 + weights.speaker
    return boosts


def _on_date(snapshot: Snapshot, masks: Sequence[Mask], named: NamedDate | None) -> list[Mask]:
    """The rows within the masks that are of the date a question names."""
    if named is None:
        return [np.zeros(len(mask), bool) for mask in masks]
    pairs = list(zip(snapshot.segments, masks, strict=True))
    # Each day once, in Python: there are thousands of days where there are millions of rows.
    known = {int(day) for segment, mask in pairs for day in np.unique(segment.day[mask])}
    meant = np.array(sorted(day for day in known if named.covers(day)), np.int32)
    return [np.isin(segment.day, meant) & mask for segment, mask in pairs]


def _rarity(counted: Sequence[Mask], chosen: Sequence[Mask]) -> float:
    count = sum(int(m.sum()) for m in counted)
    frequency = sum(int((m & c).sum()) for m, c in zip(counted, chosen, strict=True))
    return inverse_frequency(count, frequency) if any(c.any() for c in chosen) else 0.0
