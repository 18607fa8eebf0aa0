"""What shares no word with the question itself has only the words of what stands around it.

Those may bring it onto the page, beside the passage that they are in, and so may the
vector, which is of the whole chunk. Nothing else that speaks for it (its day, its
importance) may bring it above that passage.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from familiar_memory.index.array_types import F32, Mask
from familiar_memory.index.arrays.lexical import LexicalWeights
from familiar_memory.index.arrays.segment import Segment

__all__ = ["limit_borrowers"]


def limit_borrowers(
    segment: Segment,
    scores: F32,
    of: F32,
    own: F32,
    exempt: Mask,
    weights: LexicalWeights,
    *,
    by_chunk: bool = False,
) -> None:
    """Let what is borrowed count for no more than it does where it stands; in place.

    `of` is what is borrowed, as it counts for each row: the score of the words with the
    neighbourhood, or the relevance; `own` is above 0 for who has words, and lends. Who
    borrows from one passage so stays below it; who stands between two may be above both.
    `by_chunk`: passages of one chunk, too, have what they have from each other.
    """
    # `gain` is what everything but words makes of a lender's words; `most` is, for each row, the
    # largest gain among its lenders: no borrower may make more of the same words than that.
    lenders = np.flatnonzero((own > 0) & (of > 0))
    if not len(lenders):
        return
    gain = np.zeros(len(segment), np.float32)
    gain[lenders] = scores[lenders] / of[lenders]
    most = np.zeros(len(segment), np.float32)
    for step, shares in enumerate(segment.shares(weights.reach), start=1):
        # Whole columns: of a common word nearly every row is beside a lender.
        reaches = shares[:-step] > 0
        np.maximum(most[step:], gain[:-step] * reaches, out=most[step:])
        np.maximum(most[:-step], gain[step:] * reaches, out=most[:-step])
    if by_chunk:
        most = np.maximum(most, _of_chunk(segment, lenders, gain[lenders]))
    borrowers = np.flatnonzero((own == 0) & (most > 0) & ~exempt)
    scores[borrowers] = np.minimum(scores[borrowers], of[borrowers] * most[borrowers])


def _of_chunk(segment: Segment, lenders: NDArray[np.intp], gain: F32) -> F32:
    """The largest gain of a lender in the chunk of each row."""
    # The last place is that of rows without a chunk, whose number is -1.
    largest = np.zeros(segment.chunk_count + 1, np.float32)
    np.maximum.at(largest, segment.chunk[lenders], gain)
    largest[-1] = 0
    found: F32 = largest[segment.chunk]
    return found
