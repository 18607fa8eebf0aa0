"""How a change of the journal looks: its source's colour, and what it did in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.inspection.changes.change import Versions
    from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["lines_text", "style_of"]

_STYLES = {"human": "green", "memory_writer": "cyan", "undo": "magenta", "import": "blue"}


def style_of(entry: JournalEntry) -> str:
    """The colour of the source."""
    return _STYLES.get(entry.source.partition(":")[0], "")


def lines_text(entry: JournalEntry, versions: Versions) -> str:
    """`+3 -1` in lines; in bytes where lines cannot be counted; nothing for nothing."""
    if versions.added is None or versions.removed is None:
        difference = entry.after_bytes - entry.before_bytes
        return f"{difference:+,} B"
    told = (f"+{versions.added}" if versions.added else "", f"-{versions.removed}")
    return " ".join(part for part in told if part not in ("", "-0"))
