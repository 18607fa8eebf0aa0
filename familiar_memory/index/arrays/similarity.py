"""Cosine of a query to every passage, by the best window of its chunk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from familiar_memory.index.array_types import F32, Mask
from familiar_memory.index.arrays.segment import Segment

__all__ = ["score_vector"]

_FEW = 1 / 8
"""Of the rows: where fewer are asked for (one place, what one person has asked for), their vectors
are picked out first, which is quicker than to multiply all of them."""


def score_vector(segments: Sequence[Segment], masks: Sequence[Mask], query: F32) -> list[F32]:
    """Score every row by cosine, negative ones as zero; rows outside the masks stay at zero.

    `query` has unit length and the dimension of the index.
    """
    return [_score(segment, mask, query) for segment, mask in zip(segments, masks, strict=True)]


def _score(segment: Segment, mask: Mask, query: F32) -> F32:
    if not len(segment.vectors):
        return np.zeros(len(segment), np.float32)
    # One chunk more than there are: passages without one point at it (-1) and get zero.
    best = np.zeros(segment.chunk_count + 1, np.float32)
    vectors, chunk = segment.vectors, segment.vector_chunk
    if np.count_nonzero(mask) < len(mask) * _FEW:
        asked = np.zeros(segment.chunk_count + 1, bool)
        asked[segment.chunk[mask]] = True
        rows = np.flatnonzero(asked[chunk])
        vectors, chunk = vectors.picked(rows), chunk[rows]
    cosines = vectors.products(query.astype(np.float32, copy=False))
    np.maximum.at(best, chunk, cosines)
    return np.where(mask, best[segment.chunk], np.float32(0))
