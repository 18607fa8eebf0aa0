"""A message that is a word with a star: people in chat set right by it what they just wrote."""

from __future__ import annotations

import regex

__all__ = ["without_star"]

_STARRED = regex.compile(
    r"\*+\s?(?P<word>\p{L}[\p{L}\s.&'-]{1,40})|(?P<word>\p{L}[\p{L}\s.&'-]{1,40})\*+"
)


def without_star(text: str) -> str:
    """What is meant by it, in words; any other message as it is."""
    starred = _STARRED.fullmatch(text.strip())
    return text if starred is None else f"I meant {starred['word']}"
