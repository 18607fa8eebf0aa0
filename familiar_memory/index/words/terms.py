"""The lexical form of a passage: the hashed terms of its windows with their weights, as one blob.

A blob is a row of entries of equal size. Each window begins with an entry of its own, its head,
which is known by a weight that no term has; its terms follow. So blobs concatenate, and many
passages are unpacked at once.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from familiar_memory.domain.text.windows import cut_windows
from familiar_memory.index.array_types import I32, I64, Mask
from familiar_memory.index.words.tokens import content_terms, term_hash

__all__ = ["TermRows", "WindowTerms", "Windows", "decode_terms", "encode_terms", "windows_of"]

TermRows = NDArray[np.void]
"""Terms with their weights, one after the other: those of one window, or of many."""

_LAYOUT = np.dtype([("term", "<u8"), ("weight", "<f4")])
_ENTRY = struct.Struct("<Qf")
"""One entry of the layout, for a window has too few to be worth an array."""
_HEAD = -1.0
"""The weight of a head; those of terms are above 0."""
_LENGTH_AT, _SELF_AT = 32, 56
"""The bits of a head at which the length in terms begins (24 of them), and what follows it."""
_CONTEXT_WEIGHT = 0.5
"""How much a word in the title, path or heading counts, against one in the text."""


class WindowTerms(NamedTuple):
    """One window of a passage.

    `weights` are of its own terms and of what stands above the passage; `length` counts its
    own. `of_self`: somebody speaks of themselves in it, or it is not known whether.
    """

    weights: Counter[str]
    length: int
    chars: int
    of_self: bool


class Windows(NamedTuple):
    """The windows of many passages: an item a window, passage after passage.

    `row` counts the passages that were given, `terms` holds the entries of all windows one
    after another, `sizes` says how many of them each window has.
    """

    row: I64
    sizes: I64
    length: I32
    chars: I32
    of_self: Mask
    terms: TermRows


def windows_of(
    text: str, context: str = "", speaks_of_self: Callable[[str], bool] = lambda _: True
) -> tuple[WindowTerms, ...]:
    """The windows of a passage, with the terms of what stands above it in each of them."""
    above = _context_terms(context)
    found = []
    for begin, end in cut_windows(text):
        piece = text[begin:end]
        weights: Counter[str] = content_terms(piece)
        length = weights.total()
        for term in above:
            weights[term] += _CONTEXT_WEIGHT  # type: ignore[assignment]
        found.append(WindowTerms(weights, length, end - begin, speaks_of_self(piece)))
    return tuple(found)


@lru_cache(maxsize=1_024)
def _context_terms(context: str) -> tuple[str, ...]:
    """The distinct terms of a context; the passages of a note mostly share theirs."""
    return tuple(content_terms(context))


def encode_terms(windows: Iterable[WindowTerms]) -> bytes:
    """Pack the windows of one passage; terms by hash, so that equal passages have equal bytes."""
    packed = []
    for window in windows:
        head = window.chars | window.length << _LENGTH_AT | window.of_self << _SELF_AT
        packed.append(_ENTRY.pack(head, _HEAD))
        entries = sorted((term_hash(term), weight) for term, weight in window.weights.items())
        packed += [_ENTRY.pack(term, weight) for term, weight in entries]
    return b"".join(packed)


def decode_terms(blobs: Iterable[bytes]) -> Windows:
    """Unpack the windows of passages, in order."""
    known = list(blobs)
    flat = np.frombuffer(b"".join(known), _LAYOUT)
    sizes = np.fromiter(map(len, known), np.int64, len(known)) // flat.itemsize
    is_head = flat["weight"] < 0
    at = np.flatnonzero(is_head)
    heads = flat["term"][at]
    return Windows(
        row=np.repeat(np.arange(len(known)), sizes)[at],
        sizes=np.diff(np.append(at, len(flat))) - 1,
        length=(heads >> np.uint64(_LENGTH_AT) & np.uint64(0xFFFFFF)).astype(np.int32),
        chars=(heads & np.uint64(0xFFFFFFFF)).astype(np.int32),
        of_self=(heads >> np.uint64(_SELF_AT) & np.uint64(1)).astype(bool),
        terms=flat[~is_head],
    )
