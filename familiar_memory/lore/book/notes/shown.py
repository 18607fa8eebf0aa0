"""What a note shows of an entry, and texts as one line that hides nothing dangerous."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from familiar_memory.domain.memory.lore import LoreLogic
from familiar_memory.lore.book.json.dialects import BookDialect
from familiar_memory.lore.book.json.kinds import ABSENT
from familiar_memory.lore.book.json.raw_entry import find, read

__all__ = ["ShownEntry", "visible_line", "shown_entry"]

# What begins a new line or a gap is a space; what steers a terminal or turns the direction of
# text is left out. Joiners of emoji and of Persian stay.
_GAPS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]")
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069"
    "\ufeff\ufff9-\ufffb]"
)

_LONGEST_TITLE = 500
"""Characters of a heading; the entry itself keeps what is longer."""


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """The fields of an entry as its note shows them.

    `title` is None where a note has no H1; `logic` None without secondary keys. `settings`
    are what the frontmatter says besides `enabled`, by name of field. `has_form` is whether
    keys or a separator stand there: without, all of the text is the content. `oddities` are
    what of the frontmatter cannot be read.
    """

    title: str | None
    keys: tuple[str, ...] = ()
    secondary_keys: tuple[str, ...] = ()
    logic: LoreLogic | None = None
    is_selective: bool = True
    enabled: bool = True
    content: str = ""
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    visibility: str | None = None
    has_form: bool = True
    newline: str = "\n"
    oddities: tuple[str, ...] = ()


def visible_line(text: str) -> str:
    """The text as one line: no control characters, no bidi overrides, single spaces."""
    return " ".join(_UNSEEN.sub("", _GAPS.sub(" ", text)).split())


def shown_entry(raw: Mapping[str, Any], dialect: BookDialect, number: int) -> ShownEntry:
    """What the note of an entry shows; `number` (from 0) names one that has no title."""
    keys = _lines(read(raw, "keys", dialect, ()))
    secondary = _lines(read(raw, "secondary_keys", dialect, ()))
    return ShownEntry(
        title=_title(raw, dialect) or (keys[0] if keys else f"Entry {number + 1}"),
        keys=keys,
        secondary_keys=secondary,
        logic=read(raw, "logic", dialect, LoreLogic.AND_ANY) if secondary else None,
        is_selective=bool(read(raw, "selective", dialect, False)) if secondary else True,
        enabled=read(raw, "enabled", dialect, True),
        content=read(raw, "content", dialect, ""),
    )


def _title(raw: Mapping[str, Any], dialect: BookDialect) -> str:
    found = find(raw, "title", dialect)
    if found is None or found.value is ABSENT:
        return ""
    # A title that fills a page is none; the entry keeps it.
    return visible_line(found.value[: 2 * _LONGEST_TITLE])[:_LONGEST_TITLE].strip()


def _lines(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in (visible_line(key) for key in keys) if line)
