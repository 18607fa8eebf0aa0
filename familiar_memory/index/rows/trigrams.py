"""Which documents can hold a text at all: a small print of each one's bytes.

The print is a Bloom filter over the trigrams of the bytes in lower case (ASCII letters
only, so that UTF-8 stays whole). It may say "perhaps" of a document that does not hold a
text, never "no" of one that does.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

__all__ = ["PRINT_BYTES", "ByteMatrix", "may_hold_any", "print_of"]

PRINT_BYTES = 256
"""A note of 1 KB fills about a quarter of it; one of 20 KB and more says "perhaps" to all."""

_BITS = 8 * PRINT_BYTES
_GRAM = 3
"""Bytes. Of two, most notes hold most; of four, a search needs a literal that long."""
_MIX = np.uint32(0x9E3779B1)
"""A prime near 2^32 divided by the golden ratio (Knuth): spreads like trigrams over the high
bits."""
_SHIFT = np.uint32(32 - 11)
"""The highest 11 bits of a product name one of 2,048 places."""

ByteMatrix = NDArray[np.uint8]
"""One print a row."""


def print_of(data: bytes) -> bytes:
    """The print of a document: `PRINT_BYTES` bytes."""
    bits = np.zeros(_BITS, np.uint8)
    bits[_places(data)] = 1
    return np.packbits(bits).tobytes()


def may_hold_any(prints: ByteMatrix, needles: Iterable[bytes]) -> NDArray[np.bool_]:
    """Which rows may hold one of these texts, whatever the case of its ASCII letters.

    A text of less than three bytes says nothing: every row may hold it.
    """
    found = np.zeros(len(prints), bool)
    for needle in needles:
        wanted = np.frombuffer(print_of(needle), np.uint8)
        columns = np.flatnonzero(wanted)
        found |= (prints[:, columns] & wanted[columns] == wanted[columns]).all(axis=1)
    return found


def _places(data: bytes) -> NDArray[np.uint32]:
    if len(data) < _GRAM:
        return np.empty(0, np.uint32)
    codes = np.frombuffer(data.lower(), np.uint8).astype(np.uint32)
    grams = codes[:-2] << np.uint32(16) | codes[1:-1] << np.uint32(8) | codes[2:]
    return (grams * _MIX) >> _SHIFT
