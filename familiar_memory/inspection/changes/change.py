"""One change of the journal: what it led from and to, what was done, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.errors import NotFoundError
from familiar_memory.store.journal.entry import (
    BASELINE_SOURCE,
    ChangeState,
    Operation,
)
from familiar_memory.store.undo.merge import count_lines

if TYPE_CHECKING:
    from familiar_memory.store.journal.base import JournalReader
    from familiar_memory.store.journal.entry import (
        JournalEntry,
    )

__all__ = ["Versions", "short", "versions_of", "who", "word"]

_SHORT = 8
"""Hexadecimal digits, enough to name an id (git shows seven)."""
_LONG_ID = 16
"""Hexadecimal digits of an id of the journal; a batch may have a name instead."""


@dataclass(frozen=True, slots=True)
class Versions:
    """What a change led from and to; `problem` says why that is not known.

    `added` and `removed` are lines; None where there are none to count.
    """

    before: bytes | None = None
    after: bytes | None = None
    problem: str = ""
    added: int | None = None
    removed: int | None = None


def versions_of(entry: JournalEntry, journal: JournalReader) -> Versions:
    """Fetch both versions of a change and count its lines."""
    if entry.moved_to is not None:
        return Versions(added=0, removed=0)
    found: list[bytes | None] = []
    for revision in (entry.before, entry.after):
        try:
            found.append(None if revision is None else journal.version(revision))
        except NotFoundError:
            which = "before" if revision == entry.before else "after"
            return Versions(problem=f"the version {which} this change is no longer kept")
    before, after = found
    if not (_is_text(before) and _is_text(after)):
        return Versions(before, after, "not text: only the sizes can be shown")
    added, removed = count_lines(before or b"", after or b"")
    return Versions(before, after, "", added, removed)


def word(entry: JournalEntry) -> str:
    """What was done, in one word; what was not carried through says so."""
    if entry.state is ChangeState.ABORTED:
        return "given up"
    if entry.state is ChangeState.INTENT:
        return "cut off"
    if entry.source == BASELINE_SOURCE:
        return "first seen"
    if entry.operation is Operation.DELETE:
        return "deleted"
    if entry.operation is Operation.MOVE:
        return "moved"
    if entry.before is None:
        return "created"
    return "added to" if entry.operation is Operation.APPEND else "edited"


def who(entry: JournalEntry) -> str:
    """The source, with the id that an undo names made short."""
    kind, separator, rest = entry.source.partition(":")
    return f"{kind}{separator}{short(rest)}"


def short(identity: str) -> str:
    """The beginning of an id, enough to name it; what is no id stays whole."""
    is_id = len(identity) == _LONG_ID and all(c in "0123456789abcdef" for c in identity)
    return identity[:_SHORT] if is_id else identity


def _is_text(data: bytes | None) -> bool:
    if data is None:
        return True
    try:
        return "\x00" not in data.decode("utf-8")
    except UnicodeDecodeError:
        return False
