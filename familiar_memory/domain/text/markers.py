"""The marks around text that memory put into a prompt, so that it is never learned again.

A bot may echo what it was given, and a person may quote it. Whatever stands between
the marks came out of memory; taking it for something new would make a memory its own
witness. Recall writes the marks and every writer strips what they enclose.
"""

from __future__ import annotations

import re

__all__ = ["MEMORY_BEGIN", "MEMORY_END", "defuse", "strip_recalled"]

MEMORY_BEGIN = "<memory"
"""How an injected block begins; attributes and `>` follow."""

MEMORY_END = "</memory>"
"""How an injected block ends."""

_TAG = re.compile(r"<(?P<close>/)?memory(?=[\s>])[^<>]*>", re.IGNORECASE)
_BEGINNING = re.compile(r"<(?=\s*/?\s*memory\b)", re.IGNORECASE)


def defuse(text: str) -> str:
    """The text, unable to end the block in which it will stand, or to look like one."""
    return _BEGINNING.sub("‹", text)


def strip_recalled(text: str) -> str:
    """Take out every `<memory …> … </memory>` block, nested ones too.

    A block that is never closed reaches to the end of the text: a cut quotation is
    still a quotation. A closing mark alone is dropped and the rest is kept.
    """
    kept: list[str] = []
    depth = 0
    position = 0
    for tag in _TAG.finditer(text):
        if depth == 0:
            kept.append(text[position : tag.start()])
        depth = max(0, depth - 1) if tag["close"] else depth + 1
        position = tag.end()
    if depth == 0:
        kept.append(text[position:])
    return "".join(kept)
