"""BM25 over a row and its neighbourhood, on arrays.

A turn rarely repeats the words of the question that it answers; its neighbours do.
So a term counts in a row as often as it occurs there, plus a share of how often it
occurs in the rows just before and after (same document, same audience), the smaller
the more characters are between; and the sum saturates once per term. A word that means
nearly the same counts as a share of the term, in the same sum. `docs/figures.md` has
what each of these is worth on three kinds of talk.

Only rows in the mask exist for a query: frequencies, lengths and neighbours of
what a viewer may not see change nothing in what they get. Notes of turns are scored
but not counted, so that writing memory down leaves the ranking of turns as it was.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from familiar_memory.index.array_types import F32, I32, Mask
from familiar_memory.index.arrays.segment import Segment
from familiar_memory.index.words.near.table import near_terms
from familiar_memory.index.words.tokens import term_hash

__all__ = [
    "LexicalWeights",
    "TermScores",
    "inverse_frequency",
    "score_terms",
]


@dataclass(frozen=True, slots=True)
class LexicalWeights:
    """The constants of the formula.

    `before`, `after`: what the words of the row directly before or after one count in it;
    over a gap of some characters it is e to the minus gap / `reach` of that. `near`: what an
    occurrence of another word counts that means quite the same (`words.near`).
    """

    k1: float = 0.7
    b: float = 0.5
    before: float = 0.7
    after: float = 0.5
    reach: float = 240.0
    near: float = 0.4


_Rows = tuple[I32, F32]
"""Rows in which a term stands, ascending, and how often it does in each."""
_MANY = 1 / 20
"""Of all rows: of a term that stands in more, whole columns are moved, which is quicker than to
pick them; both give the same bits."""
_FEW = 50
"""Passages. Among fewer, two rare words weigh next to nothing, and all the words are asked for."""


class TermScores(NamedTuple):
    """Scores by segment, and what a row gets that holds each term once (`whole`).

    `own` is by how much of `whole` a passage itself has, whatever stands around it.
    A term that only names who speaks is not asked of the passage itself. `enough` is no more
    than two rare words are worth: the rest of a long message may be about something else.
    Among few passages every word is common, so words that none of them has ask for nothing.
    """

    scores: list[F32]
    own: list[F32]
    whole: float
    enough: float


def score_terms(
    segments: Sequence[Segment],
    masks: Sequence[Mask],
    counted: Sequence[Mask],
    terms: Mapping[str, frozenset[int]],
    weights: LexicalWeights,
) -> TermScores:
    """Score every row of every segment; rows outside the masks stay at zero.

    Statistics are taken of the rows of `counted`, which lie within the masks.
    `terms` maps each term to the authors whom it names: their name is as common as the
    passages that bear it, in the text or over it.
    """
    # One array a segment, one value a row; `held` and `names` are by how much of the question's
    # rarity a row has itself, `scratch` is all zeros between two terms.
    count, mean_length = _population(segments, counted)
    norms = [_length_norm(segment, mean_length, weights.b) for segment in segments]
    scores = [np.zeros(len(segment), np.float32) for segment in segments]
    scratch = [np.zeros(len(segment), np.float32) for segment in segments]
    held = [np.zeros(len(segment), np.float32) for segment in segments]
    names = [np.zeros(len(segment), np.float32) for segment in segments]
    whole = named = unknown = 0.0
    for term, authors in terms.items():
        near = near_terms(term) if weights.near and not authors else ()
        hits: list[_Rows] = []
        frequency = 0
        for segment, mask, of_all, empty in zip(segments, masks, counted, scratch, strict=True):
            own = _occurrences(segment, mask, term_hash(term))
            frequency += int(of_all[own[0]].sum())
            others = _occurrences_of_near(segment, mask, near, weights.near)
            hits.append(_largest([own, *others], empty))
        if not any(len(rows) for rows, _ in hits):
            unknown += inverse_frequency(count, 0)
            continue
        frequency = min(count, frequency + _authored(segments, counted, authors))
        rarity = inverse_frequency(count, frequency)
        if authors:
            named += rarity
        else:
            whole += rarity
        gain = np.float32(rarity * (weights.k1 + 1))
        for at, (rows, occurrences) in enumerate(hits):
            (names if authors else held)[at][rows] += np.float32(rarity) * np.minimum(
                occurrences, 1
            )
            around, hit = _spread(
                segments[at], rows, occurrences / norms[at][rows], weights, scratch[at]
            )
            scores[at][hit] += gain * around / (around + np.float32(weights.k1))
    visible = [np.where(mask, score, 0) for score, mask in zip(scores, masks, strict=True)]
    asked = (whole or named) + unknown
    enough = min(asked, 2 * inverse_frequency(count, 1)) if count >= _FEW else whole or named
    return TermScores(visible, held if whole else names, asked or 1.0, enough or 1.0)


def inverse_frequency(count: int, frequency: int) -> float:
    """How rare what `frequency` of `count` passages have is; never negative."""
    return math.log1p((count - frequency + 0.5) / (frequency + 0.5))


def _authored(segments: Sequence[Segment], masks: Sequence[Mask], authors: frozenset[int]) -> int:
    if not authors:
        return 0
    wanted = list(authors)
    return sum(
        int((mask & np.isin(segment.author, wanted)).sum())
        for segment, mask in zip(segments, masks, strict=True)
    )


def _population(segments: Sequence[Segment], masks: Sequence[Mask]) -> tuple[int, float]:
    count = sum(int(mask.sum()) for mask in masks)
    total = sum(
        float(s.length[m].sum(dtype=np.float64)) for s, m in zip(segments, masks, strict=True)
    )
    return count, max(total / count, 1.0) if count else 1.0


def _length_norm(segment: Segment, mean_length: float, b: float) -> F32:
    return (np.float32(1 - b) + np.float32(b / mean_length) * segment.length).astype(np.float32)


def _occurrences(segment: Segment, mask: Mask, term: int) -> _Rows:
    rows, weights = segment.postings.find(term)
    visible = mask[rows]
    return rows[visible], weights[visible]


def _occurrences_of_near(
    segment: Segment, mask: Mask, near: Sequence[tuple[int, float]], most: float
) -> list[_Rows]:
    """Where other words stand that mean nearly the same, as occurrences of the term."""
    found = []
    for term, share in near:
        rows, occurrences = _occurrences(segment, mask, term)
        if len(rows):
            found.append((rows, np.float32(most * share) * occurrences))
    return found


def _largest(found: Sequence[_Rows], scratch: F32) -> _Rows:
    """Rows of several words, ascending and each once, with the most that any of them counts."""
    if len(found) == 1:
        return found[0]
    for rows, occurrences in found:
        scratch[rows] = np.maximum(scratch[rows], occurrences)
    together = np.unique(np.concatenate([rows for rows, _ in found]))
    most = scratch[together]
    scratch[together] = 0
    return together, most


def _with_neighbour(rows: NDArray[np.integer[Any]], offset: int, count: int) -> slice:
    """Which of these rows, in ascending order, have a row `offset` before them among `count`."""
    # Only one end can be beyond the rows; asked in their own type, or all would be converted.
    bound = rows.dtype.type(offset if offset > 0 else count + offset)
    at = int(rows.searchsorted(bound))
    return slice(at, None) if offset > 0 else slice(at)


def _spread(
    segment: Segment, rows: I32, occurrences: F32, weights: LexicalWeights, near: F32
) -> tuple[F32, NDArray[np.intp]]:
    """Share a term's occurrences with the neighbours; `near` is scratch, left at zero."""
    near[rows] = occurrences
    shares = segment.shares(weights.reach)
    if len(rows) > len(near) * _MANY:
        _add_columns(near, shares, weights)
    else:
        _add_rows(near, rows, occurrences, shares, weights)
    # Zeros are found in a column of truth values several times as fast as in one of numbers.
    hit = np.flatnonzero(near != 0)
    result = near[hit]
    near[hit] = 0
    return result, hit


def _add_columns(near: F32, shares: Sequence[F32], weights: LexicalWeights) -> None:
    """Add what stands in `near` to its neighbours, too, all rows at once."""
    own = near.copy()
    for step, share in enumerate(shares, start=1):
        # A share is 0 across the end of a group: to add nothing is quicker than to pick out.
        linked = share[:-step]
        near[:-step] += np.float32(weights.after) * linked * own[step:]
        near[step:] += np.float32(weights.before) * linked * own[:-step]


def _add_rows(
    near: F32, rows: I32, occurrences: F32, shares: Sequence[F32], weights: LexicalWeights
) -> None:
    """The same, only of the rows in which something stands."""
    for step, share in enumerate(shares, start=1):
        # `rows` holds each row once, so what they are moved to does too: += meets no repeats.
        beside = _with_neighbour(rows, step, len(near))
        to = rows[beside] - np.int32(step)
        near[to] += np.float32(weights.after) * share[to] * occurrences[beside]
        beside = _with_neighbour(rows, -step, len(near))
        of = rows[beside]
        near[of + np.int32(step)] += np.float32(weights.before) * share[of] * occurrences[beside]
