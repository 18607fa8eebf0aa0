"""One note as it stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.store.base import NoteStore

__all__ = ["ShownNote", "shown_note"]


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A note with its text; `size` in bytes."""

    path: str
    size: int
    modified: datetime
    revision: str | None
    text: str


def shown_note(store: NoteStore, path: str) -> ShownNote:
    """Read a note.

    Raises:
        FamiliarError: it is not there, or is no text.
    """
    text = store.read_file(path)
    entry = store.stat(path)
    return ShownNote(path, entry.size, entry.modified, store.revision(path), text)
