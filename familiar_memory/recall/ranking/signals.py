"""What does not depend on the words of a question: what is counted, and signals from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from familiar_memory.index.array_types import F32, Mask
from familiar_memory.index.arrays.segment import Segment
from familiar_memory.index.arrays.snapshot import Snapshot

__all__ = [
    "best_windows",
    "mark_down_long",
    "counted_rows",
    "first_windows",
    "importance_of",
    "own_rank",
    "recency_of",
]

_MOST_IMPORTANT = 10
"""The upper end of the scale of `importance`, from 1."""
_SAMPLE = 32
"""Windows of a passage, of 8,000 characters, by which it is known what is common. Passages instead
of windows were 1.7 points worse on long dialogues (BEAM); 16 to 64 are as good as all."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_S = 86_400.0


def counted_rows(snapshot: Snapshot, masks: Sequence[Mask]) -> list[Mask]:
    """The visible rows that statistics are taken of: a note of a turn is no second occurrence.

    Where most of what is visible are such notes (a tree without its conversation, a
    search of notes only), they are all there is to count.
    """
    own = [mask & ~segment.cites for segment, mask in zip(snapshot.segments, masks, strict=True)]
    most_are_notes = 2 * sum(int(m.sum()) for m in own) < sum(int(m.sum()) for m in masks)
    return list(masks) if most_are_notes else own


def first_windows(snapshot: Snapshot, masks: Sequence[Mask]) -> list[Mask]:
    """The rows by which it is told how common a word is: the first windows of each passage.

    Or one message of a megabyte would make whatever it repeats the most common word there is.
    """
    return [
        mask & (segment.window < _SAMPLE) if len(segment.long.rows) else mask
        for segment, mask in zip(snapshot.segments, masks, strict=True)
    ]


def mark_down_long(segment: Segment, scores: F32, chance: float) -> None:
    """Divide the scores of the windows of long passages, in place.

    A long text has more chances to meet a question's words: each of n windows counts as
    1 / (1 + chance · log2(n)) of it.
    """
    long = segment.long
    if len(long.rows):
        share = (1 + chance * np.log2(long.size)).astype(np.float32)
        scores[long.rows] /= np.repeat(share, long.size)


def best_windows(segment: Segment, scores: F32) -> F32:
    """For each passage the score of its best window, in the row of it (the first of equal ones)."""
    long = segment.long
    if not len(long.rows):
        return scores
    theirs = scores[long.rows]
    best = np.maximum.reduceat(theirs, long.first)
    is_best = (theirs > 0) & (theirs == np.repeat(best, long.size))
    # Of several that are as good, which stand beside one another, the first.
    at = np.flatnonzero(is_best)
    of, first = np.unique(np.repeat(np.arange(len(best)), long.size)[at], return_index=True)
    found = scores.copy()
    found[long.rows] = 0
    found[long.rows[at[first]]] = best[of]
    return found


def recency_of(segment: Segment, now: datetime, decay: float) -> F32:
    """1 for what was said or learned just now (or later), exp(-decay) a day after; 0 undated."""
    age_s = (now - _EPOCH).total_seconds() - segment.learned
    recency = np.exp(-decay * np.maximum(age_s, 0) / _DAY_S)
    return np.nan_to_num(recency, nan=0.0).astype(np.float32)


def importance_of(segment: Segment) -> F32:
    """A tenth of the importance, which is held between 1 and 10."""
    held = np.clip(segment.importance, 1, _MOST_IMPORTANT)
    return (held / np.float32(_MOST_IMPORTANT)).astype(np.float32)


def own_rank(snapshot: Snapshot, scores: Sequence[F32], spread: Sequence[Mask]) -> list[F32]:
    """For each row of `spread`, how many of its own document score better; 0 for all others.

    Equal scores count in the order of their positions.
    """
    found = [np.zeros(len(one), np.float32) for one in scores]
    for segment, rank, score, mask in zip(snapshot.segments, found, scores, spread, strict=True):
        rows = np.flatnonzero(mask & (score > 0))
        if not len(rows):
            continue
        document = segment.document[rows]
        # `order` sorts these rows by document, the best first; `begins` is where in it each
        # document begins, `counts` how many rows each has: all count from 0 within their own.
        order = np.lexsort((segment.position[rows], -score[rows], document))
        begins = np.flatnonzero(np.diff(document[order], prepend=-1))
        counts = np.diff(np.append(begins, len(rows)))
        rank[rows[order]] = np.arange(len(rows)) - np.repeat(begins, counts)
    return found
