"""Cut a text that is longer than an embedder reads, so that no tail stays unread."""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["windows"]

_WORD = re.compile(r"\s*\S+\s*")


def windows(text: str, max_tokens: int, count_tokens: Callable[[str], int]) -> list[str]:
    """Pieces of at most `max_tokens` each that, joined, are the text.

    Cuts fall between words, and inside one only where it is itself too long (scripts
    without spaces). A text that fits is one piece, an empty one none. Where a single
    character counts more tokens than allowed, it is a piece of its own.
    """
    if max_tokens < 1:
        raise ValueError(f"max_tokens must be at least 1, not {max_tokens}")
    if not text:
        return []
    if count_tokens(text) <= max_tokens:
        return [text]
    pieces: list[str] = []
    rest = text
    while rest:
        size = _longest_fit(rest, max_tokens, count_tokens)
        pieces.append(rest[:size])
        rest = rest[size:]
    return pieces


def _longest_fit(text: str, max_tokens: int, count_tokens: Callable[[str], int]) -> int:
    """How many characters go into the next piece; at least one."""

    def fits(size: int) -> bool:
        return count_tokens(text[:size]) <= max_tokens

    size = _largest(len(text), max_tokens, fits)
    if size == len(text):
        return size
    ends = [m.end() for m in _WORD.finditer(text, 0, size + 1) if m.end() <= size]
    at_word = next((end for end in reversed(ends) if fits(end)), 0)
    while not at_word and size > 1 and not fits(size):
        size -= 1
    return at_word or size


def _largest(length: int, max_tokens: int, fits: Callable[[int], bool]) -> int:
    """The largest size that fits: doubling from a guess, then halving the interval."""
    low, high = 1, min(length, max_tokens * 4)
    while high < length and fits(high):
        low, high = high, min(length, high * 2)
    if fits(high):
        return high
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
