"""The lexical form of a passage: hashed terms with their weights, as one blob."""

from __future__ import annotations

import struct
from collections import Counter
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from familiar_memory.index.words.tokens import content_terms, term_hash

__all__ = ["TermRows", "decode_terms", "encode_terms", "passage_terms"]

TermRows = NDArray[np.void]
"""Terms with their weights, one after the other: those of one passage, or of many."""

_LAYOUT = np.dtype([("term", "<u8"), ("weight", "<f4")])
_ENTRY = struct.Struct("<Qf")
"""One entry of the layout, for a passage has too few to be worth an array."""
_CONTEXT_WEIGHT = 0.5
"""How much a word in the title, path or heading counts, against one in the text."""


def passage_terms(text: str, context: str = "") -> tuple[Counter[str], int]:
    """Weigh the terms of a passage and of what stands above it.

    Returns:
        The weights, and the length of the text itself in terms.
    """
    weights: Counter[str] = content_terms(text)
    length = weights.total()
    for term in _context_terms(context):
        weights[term] += _CONTEXT_WEIGHT  # type: ignore[assignment]
    return weights, length


@lru_cache(maxsize=1_024)
def _context_terms(context: str) -> tuple[str, ...]:
    """The distinct terms of a context; the passages of a note mostly share theirs."""
    return tuple(content_terms(context))


def encode_terms(weights: Counter[str]) -> bytes:
    """Pack weights, ordered by hash so that equal passages have equal bytes."""
    entries = sorted((term_hash(term), weight) for term, weight in weights.items())
    return b"".join([_ENTRY.pack(term, weight) for term, weight in entries])


def decode_terms(blob: bytes) -> TermRows:
    """Unpack one or many blobs at once (they concatenate)."""
    return np.frombuffer(blob, _LAYOUT)
