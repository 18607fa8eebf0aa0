"""What does not depend on the words of a question: what is counted, and signals from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from familiar_memory.index.array_types import F32, Mask
from familiar_memory.index.arrays.segment import Segment
from familiar_memory.index.arrays.snapshot import Snapshot

__all__ = ["counted_rows", "importance_of", "own_rank", "recency_of"]

_MOST_IMPORTANT = 10
"""The upper end of the scale of `importance`, from 1."""
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
