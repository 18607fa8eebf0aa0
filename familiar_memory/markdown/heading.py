"""Any text as a heading, and back."""

from __future__ import annotations

import re

from familiar_memory.errors import InputError
from familiar_memory.knowledge.audience import OWNER, narrowest
from familiar_memory.markdown.record.anatomy import dissect
from familiar_memory.markdown.record.legend import NO_LEGEND, PlaceLegend
from familiar_memory.markdown.record.loose_tails import loose_tails
from familiar_memory.markdown.text.escape import check_encodable, escape, unescape

__all__ = ["heading_audience", "heading_name", "heading_source", "heading_text"]

# Without a colon of some kind nothing is a tail that speaks of a place.
_OF_TAILS = re.compile(
    r"[()\[\]{}:~^]|(?<=[nN\uff2e\uff4e\u0578\u057c\u03b7])[^\w\s]|[\uff1a\ufe55\u2236\ua789\u02d0\u0589]"
)
_MAY_SAY = re.compile(r"[:\uff1a\ufe55\u2236\ua789\u02d0\u0589]|\(")

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
    match = _TRAILING_HASHES.search(text)
    hashes = {match.start()} if match else set()
    written = escape(text, hashes)
    if heading_audience(written) is None:
        return written
    # What a person is called, or spoke of, never says for whom the text under it is.
    return escape(text, hashes | {m.start() for m in _OF_TAILS.finditer(text)})


def heading_audience(source: str, legend: PlaceLegend = NO_LEGEND) -> str | None:
    """For whom a heading says that the text under it is; None where it does not say.

    A tail that does not wholly parse is the owner's, as on a line; so is a label that the
    note's `legend` does not explain.
    """
    if _MAY_SAY.search(source) is None:
        return None
    parts = dissect(source, legend)
    if parts.damaged:
        return OWNER
    said = [tail.audience for tail in loose_tails(parts.body)]
    if parts.fields is not None and parts.fields.place is not None:
        said.append(parts.fields.place)
    return narrowest(said) if said else None


def heading_name(source: str) -> str:
    """The text of a heading, from its source without the `#` signs."""
    return unescape(source)
