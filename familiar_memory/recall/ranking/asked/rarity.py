"""How often a word is used in what a viewer may see."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.index.array_types import Mask
from familiar_memory.index.arrays.segment import Segment
from familiar_memory.index.words.tokens import term_hash, terms_of

__all__ = ["is_rare"]

_FEW_ROWS = 2
"""A misspelled name slips in once or twice; what is said more often is a word of its own."""


def is_rare(segments: Sequence[Segment], masks: Sequence[Mask], word: str) -> bool:
    """Whether no term of a word is in more than a few rows; `masks` are one a segment."""
    return all(
        sum(
            int(mask[segment.postings.find(term_hash(term))[0]].sum())
            for segment, mask in zip(segments, masks, strict=True)
        )
        <= _FEW_ROWS
        for term in terms_of((word,))
    )
