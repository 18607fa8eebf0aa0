"""A change of the journal, for programs (a stable schema) and for people (words, colours)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from familiar_memory.errors import NotFoundError

if TYPE_CHECKING:
    from datetime import tzinfo

    from familiar_memory.store.journal.entry import JournalEntry
    from familiar_memory.store.journal.journal import AuditJournal

__all__ = [
    "Versions",
    "change_json",
    "lines_text",
    "short",
    "style_of",
    "versions_of",
    "who",
    "word",
]

_SHORT = 8
_LONG_ID = 16
_STYLES = {"human": "green", "memory_writer": "cyan", "undo": "magenta", "import": "blue"}


@dataclass(frozen=True, slots=True)
class Versions:
    """What a change led from and to; `problem` says why that cannot be told.

    `added` and `removed` are lines; None where there are none to count.
    """

    before: bytes | None = None
    after: bytes | None = None
    problem: str = ""
    added: int | None = None
    removed: int | None = None


def versions_of(entry: JournalEntry, journal: AuditJournal) -> Versions:
    """Fetch both versions of a change and count its lines."""
    from familiar_memory.store.undo.merge import count_lines

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
        return Versions(before, after, "not text: only the sizes can be told")
    added, removed = count_lines(before or b"", after or b"")
    return Versions(before, after, "", added, removed)


def word(entry: JournalEntry) -> str:
    """What was done, in one word; what was not carried through says so."""
    from familiar_memory.store.journal.entry import BASELINE_SOURCE, ChangeState, Operation

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


def style_of(entry: JournalEntry) -> str:
    """The colour of the source."""
    return _STYLES.get(entry.source.partition(":")[0], "")


def short(identity: str) -> str:
    """The beginning of an id, enough to name it; what is no id stays whole."""
    is_id = len(identity) == _LONG_ID and all(c in "0123456789abcdef" for c in identity)
    return identity[:_SHORT] if is_id else identity


def lines_text(entry: JournalEntry, versions: Versions) -> str:
    """`+3 -1` in lines; in bytes where lines cannot be counted; nothing for nothing."""
    if versions.added is None or versions.removed is None:
        difference = entry.after_bytes - entry.before_bytes
        return f"{difference:+,} B"
    told = (f"+{versions.added}" if versions.added else "", f"-{versions.removed}")
    return " ".join(part for part in told if part not in ("", "-0"))


def change_json(entry: JournalEntry, versions: Versions, zone: tzinfo) -> dict[str, Any]:
    """One change with the keys that programs rely on."""
    return {
        "id": entry.id,
        "time": entry.time.astimezone(zone).isoformat(),
        "source": entry.source,
        "operation": entry.operation.value,
        "state": entry.state.value,
        "path": entry.path,
        "moved_to": entry.moved_to,
        "batch": entry.batch,
        "refs": list(entry.refs),
        "before": entry.before,
        "after": entry.after,
        "before_bytes": entry.before_bytes,
        "after_bytes": entry.after_bytes,
        "lines_added": versions.added,
        "lines_removed": versions.removed,
    }


def _is_text(data: bytes | None) -> bool:
    if data is None:
        return True
    try:
        return "\x00" not in data.decode("utf-8")
    except UnicodeDecodeError:
        return False
