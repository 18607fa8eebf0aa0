"""Which turns have a line in a note: a link must not lead to one that is not there."""

from __future__ import annotations

from familiar_memory.errors import StoreError
from familiar_memory.markdown.tree import parse_note
from familiar_memory.store.base import NoteReader

__all__ = ["NotedTurns"]


class NotedTurns:
    """Reads each note once, when it is first asked for: for one batch, then it may be stale."""

    def __init__(self, store: NoteReader) -> None:
        """Nothing is read before somebody asks."""
        self._store = store
        self._cited: dict[str, frozenset[tuple[str | None, str]]] = {}

    def holds(self, path: str, place: str, ref: str) -> bool:
        """Whether the note at a path has a line of this turn; not one that cannot be read."""
        if path not in self._cited:
            self._cited[path] = self._read(path)
        return (place, ref) in self._cited[path]

    def _read(self, path: str) -> frozenset[tuple[str | None, str]]:
        try:
            text = self._store.read_file(path)
        except StoreError:
            return frozenset()
        records = (
            block.record for block in parse_note(text, path=path).blocks if block.record is not None
        )
        return frozenset((one.fields.place, ref) for one in records for ref in one.fields.refs)
