"""What all notes say of entities, read once, and again where a note has changed."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import MEMORY

if TYPE_CHECKING:
    from familiar_memory.domain.memory.changed import ChangeCursor
    from familiar_memory.index.base import Index
    from familiar_memory.index.entity_values import EntityNote

__all__ = ["NotesRead", "ReadNotes"]

_MANY = 200
"""Notes of which all are read at once, in place of each by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class NotesRead:
    """Notes by key, in the order of keys; another object whenever one of them is another."""

    notes: Mapping[str, EntityNote]
    audiences: frozenset[str]
    """Of their lines."""


class ReadNotes:
    """Keeps what the notes of one index say of entities; thread-safe."""

    def __init__(self, index: Index) -> None:
        """Nothing is read yet."""
        self._index = index
        self._lock = threading.Lock()
        self._held: tuple[ChangeCursor, NotesRead] | None = None

    def now(self) -> NotesRead:
        """The notes as the index has them.

        Raises:
            IndexUnavailableError: it cannot be read.
        """
        with self._lock:
            held = self._held
            cursor = None if held is None else held[0]
            changed: set[str] = set()
            while True:
                news = self._index.changes_since(cursor)
                cursor = news.cursor
                if news.is_everything:
                    held = None
                    break
                changed.update(one.key for one in news.told if one.source == MEMORY)
                if not news.told:
                    break
            read = self._read(None if held is None else held[1], changed)
            # From before the rows were read: what came meanwhile is read once more.
            self._held = (cursor, read)
            return read

    def _read(self, before: NotesRead | None, changed: set[str]) -> NotesRead:
        if before is None or len(changed) > _MANY:
            return _notes_read(self._index.entity_notes(MEMORY))
        if not changed:
            return before
        stand = [one for key, one in before.notes.items() if key not in changed]
        return _notes_read((*stand, *self._index.entity_notes(MEMORY, sorted(changed))))


def _notes_read(notes: Iterable[EntityNote]) -> NotesRead:
    found = {one.key: one for one in sorted(notes, key=lambda note: note.key)}
    audiences = frozenset(line.audience for one in found.values() for line in one.lines)
    return NotesRead(found, audiences)
