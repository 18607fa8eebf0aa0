"""Patterns of the language tables, in which `<word>` stands for another of the table's words."""

from __future__ import annotations

from collections.abc import Mapping

import regex

__all__ = ["spelled"]

_WORD = regex.compile(r"(?<!\(\?P?)<([a-z]+)>")
"""Not the name of a group, and no look behind."""
_DEEPEST = 8
"""Words that use words that use words."""


def spelled(pattern: str, words: Mapping[str, str]) -> str:
    """The pattern with its words in place; words may use others.

    Raises:
        ValueError: the words use each other in a circle.
    """
    for _ in range(_DEEPEST):
        if not any(match[1] in words for match in _WORD.finditer(pattern)):
            return pattern
        pattern = _WORD.sub(
            lambda match: f"(?:{words[match[1]]})" if match[1] in words else match[0], pattern
        )
    raise ValueError("its words use each other")
