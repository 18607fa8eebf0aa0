"""Any text as a heading, and back."""

from __future__ import annotations

import re

from familiar_memory.errors import InputError
from familiar_memory.markdown.escape import check_encodable, escape, unescape

__all__ = ["heading_name", "heading_source", "heading_text"]

_TRAILING_HASHES = re.compile(r"(?:(?<=\s)|\A)#+\Z")


def heading_text(raw: str) -> str:
    """A text as a heading can carry it: one line, single spaces, no space at the ends.

    Raises:
        InputError: nothing is left, or the text has a lone surrogate.
    """
    check_encodable(raw, "a heading")
    if text := " ".join(raw.split()):
        return text
    raise InputError("a heading is empty", "a text of at least one character")


def heading_source(text: str) -> str:
    """Write a `heading_text` behind `# `; `heading_name` reads it back."""
    hashes = _TRAILING_HASHES.search(text)
    return escape(text, {hashes.start()} if hashes else ())


def heading_name(source: str) -> str:
    """The text of a heading, from its source without the `#` signs."""
    return unescape(source)
