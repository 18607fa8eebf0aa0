"""Whether what stands behind a point of a note may limit what stands before it.

Told from the raw text, without parsing it, for who cannot wait for that: every yes may be a
false alarm, no no is one.
"""

from __future__ import annotations

import re

from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.frontmatter.visibility_key import said_in_text

__all__ = ["may_be_limited_from_behind"]

# What may be a heading of the first level, or what makes one of the line above it.
_MAY_BE_TITLE = re.compile(r"(?:^|(?<=\r))[ \t]*(?:#(?!#)|=)", re.MULTILINE)


def may_be_limited_from_behind(text: str, end: int, *, has_title: bool) -> bool:
    """Whether the text before `end`, where a line begins, may be for fewer than it says itself.

    A line or field with `visibility: owner` limits the whole note, as does the note's title
    (`has_title`: it stands before `end`), and a frontmatter that is closed behind `end`.
    """
    if not has_title and _MAY_BE_TITLE.search(text, end):
        return True
    if next(said_in_text(text, end), None) is not None:
        return True
    return read_frontmatter(text) != read_frontmatter(text[:end])
