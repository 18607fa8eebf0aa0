"""Vectors in half of their memory: whole numbers of 16 bits, and one scale a vector.

What is kept of a vector depends on that vector alone, so an index that was made anew, a delta
and another back end all score alike. A cosine moves by a millionth or two; half floats would lose
a hundred times as much, and take seven times as long to widen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from familiar_memory.index.array_types import F32, I16

__all__ = ["QuantisedVectors"]

_LARGEST = 27_720
"""What the largest number of a vector becomes: divisible by every number up to 12, so that a
vector of small counts, as a bag of words gives it, is kept whole, and its ties stay ties."""
_WIDENED_FLOATS = 1 << 18
"""So many are widened at a time, 1 MB: they stay in the cache of the processor."""
_MOST_SMALL = 1 << 20
"""With more numbers than this, 4,096 vectors of 256, they are kept as floats: to widen 100,000
vectors takes 2 ms a question, and whoever has as many is seldom one of many in a process."""


@dataclass(frozen=True, slots=True)
class QuantisedVectors:
    """A matrix, one vector a row: about `numbers[i] * scale[i]`.

    `numbers` has shape (vectors, dimension), `scale` (vectors,). They are whole numbers of 16
    bits in either type, and products have the same bits.
    """

    numbers: I16 | F32
    scale: F32

    @classmethod
    def of(cls, rows: F32) -> QuantisedVectors:
        """Round finite vectors, of shape (vectors, dimension)."""
        scale = np.abs(rows).max(axis=1, initial=0.0) / np.float32(_LARGEST)
        # The smallest floats of all have no 27,720th part: they are as good as nothing.
        scale[scale < np.finfo(np.float32).tiny] = 0
        numbers = np.rint(rows / np.where(scale > 0, scale, np.float32(np.inf))[:, None])
        return cls(numbers.astype(np.int16), scale)

    @classmethod
    def joined(cls, parts: Iterator[QuantisedVectors], dimension: int) -> QuantisedVectors:
        """The vectors of several, in order; all of the same dimension."""
        known = list(parts)
        scale = np.concatenate([one.scale for one in known] or [np.zeros(0, np.float32)])
        is_small = len(scale) * dimension <= _MOST_SMALL
        numbers = np.empty((len(scale), dimension), np.int16 if is_small else np.float32)
        filled = 0
        known.reverse()
        while known:  # let go of each as it is copied: never two of the whole at a time
            one = known.pop()
            numbers[filled : filled + len(one)] = one.numbers
            filled += len(one)
        return cls(numbers, scale)

    def __len__(self) -> int:
        """How many vectors there are."""
        return len(self.scale)

    def picked(self, rows: NDArray[np.intp]) -> QuantisedVectors:
        """Some of them, by their numbers."""
        return QuantisedVectors(self.numbers[rows], self.scale[rows])

    def products(self, query: F32) -> F32:
        """The dot product of each vector with a query of its dimension.

        Each has the same bits whatever other vectors stand around it.
        """
        # Row by row: the last bits of a matrix product depend on the rows around a row, so
        # a hidden or rebuilt neighbour would show in a score.
        found: F32 = np.empty(len(self), np.float32)
        if self.numbers.dtype == np.float32:
            np.einsum("ij,j->i", self.numbers, query, out=found)
            found *= self.scale
            return found
        step = max(1, _WIDENED_FLOATS // max(1, len(query)))
        widened = np.empty((min(step, len(self)), len(query)), np.float32)
        for begin in range(0, len(self), step):
            numbers = self.numbers[begin : begin + step]
            rows = widened[: len(numbers)]
            rows[:] = numbers
            np.einsum("ij,j->i", rows, query, out=found[begin : begin + step])
        found *= self.scale
        return found
