"""Headings and blocks that a link names in a note."""

from __future__ import annotations

import re

from familiar_memory.markdown.links import Link

__all__ = ["anchor_of", "has_anchor"]

_BLOCK = re.compile(r"(?:\A|[ \t])\^([A-Za-z0-9-]+)[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$", re.MULTILINE)


def anchor_of(link: Link) -> str:
    """What a link names in its note: `#Tea`, `#^k3f9a1`; empty where it names the note."""
    _, sign, anchor = link.target.partition("#")
    return f"{sign}{anchor.strip()}" if anchor.strip() else ""


def has_anchor(text: str, anchor: str) -> bool:
    """Whether a heading or a block stands in the text of a note; without any, it does."""
    name = anchor.rpartition("#")[2]
    if not name:
        return True
    if name.startswith("^"):
        return name[1:] in _BLOCK.findall(text)
    return _words(name) in map(_words, _HEADING.findall(text))


def _words(heading: str) -> tuple[str, ...]:
    # Editors write a heading into a link without the signs that mean something there.
    return tuple(re.findall(r"\w+", heading.casefold()))
