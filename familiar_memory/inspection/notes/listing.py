"""The notes of a tree with sizes and titles; one that cannot be read is named, not fatal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.names.titles import title_of

if TYPE_CHECKING:
    from familiar_memory.notes.remembered import RememberedNotes
    from familiar_memory.store.base import NoteReader

__all__ = ["ListedNote", "Listing", "list_notes"]


@dataclass(frozen=True, slots=True)
class ListedNote:
    """One file: size in bytes, its first heading, and why it cannot be read, if so."""

    path: str
    size: int
    modified: datetime
    title: str = ""
    passages: int = 0
    facts: int = 0
    problem: str | None = None

    @property
    def reason(self) -> str:
        """The problem for whoever has the path before them: without it; "" for none."""
        return (self.problem or "").removeprefix(f"{self.path}: ")


@dataclass(frozen=True, slots=True)
class Listing:
    """Every visible file below a folder by path, and what could not be listed.

    `root` is the folder of the whole tree.
    """

    root: str
    notes: tuple[ListedNote, ...]
    unreadable: tuple[tuple[str, str], ...]


def list_notes(store: NoteReader, notes: RememberedNotes, folder: str = "") -> Listing:
    """Look at every visible file at or below a folder."""
    scan = store.scan_files(folder)
    listed = []
    for state in scan.files:
        modified = datetime.fromtimestamp(state.mtime_ns / 1e9, UTC)
        listed.append(_listed(notes, state.path, state.size, modified))
    return Listing(
        str(store.root), tuple(listed), tuple((item.path, item.reason) for item in scan.unreadable)
    )


def _listed(notes: RememberedNotes, path: str, size: int, modified: datetime) -> ListedNote:
    key = notes.register.key_of(path)
    try:
        if notes.stamp(key) is None:
            return ListedNote(path, size, modified)
        document = notes.look(key)
    except FamiliarError as problem:
        return ListedNote(path, size, modified, problem=problem.problem)
    title = title_of(document, Viewer())
    return ListedNote(path, size, modified, title, len(document.passages), len(document.facts))
