"""Characters that nobody sees, and spaces that look like the one of the space bar. Pure."""

from __future__ import annotations

import re

__all__ = ["ODD_SPACES", "UNSEEN", "without_unseen"]

UNSEEN = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\U000e0000-\U000e0fff"
)
"""Marks of width nought, as the inside of a character class."""
ODD_SPACES = "\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Spaces that no space bar makes, as the inside of a character class."""

_UNSEEN = re.compile(f"[{UNSEEN}]+")


def without_unseen(text: str) -> str:
    """The text as it looks."""
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub("", text)
