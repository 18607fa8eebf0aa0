"""Which turns have a line in a note: a link must not lead to one that is not there."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import StoreError
from familiar_memory.markdown.text.kept_ids import is_kept_up
from familiar_memory.markdown.tree import parse_note
from familiar_memory.store.base import NoteReader

__all__ = ["NotedTurns"]


class NotedTurns:
    """Reads each note once, when it is first asked for: for one batch, then it may be stale."""

    def __init__(self, store: NoteReader, turns: Iterable[StoredTurn] = ()) -> None:
        """Nothing is read before somebody asks. The turns may have lines when it is written."""
        self._store = store
        self._places: dict[str, set[str]] = {}
        for one in turns:
            self._places.setdefault(one.turn.ref, set()).add(one.turn.place.slug)
        self._cited: dict[str, frozenset[tuple[str | None, str]]] = {}

    def holds(self, path: str, place: str, ref: str) -> bool:
        """Whether the note at a path has a line of this turn; not one that cannot be read."""
        return (place, ref) in self._cited_in(path)

    def holds_of_another(self, path: str, place: str, ref: str) -> bool:
        """Whether it has a line of a turn of that ref of another place, or may have one soon."""
        if self._places.get(ref, set()) - {place}:
            return True
        return any(other != place and cited == ref for other, cited in self._cited_in(path))

    def _cited_in(self, path: str) -> frozenset[tuple[str | None, str]]:
        if path not in self._cited:
            self._cited[path] = self._read(path)
        return self._cited[path]

    def _read(self, path: str) -> frozenset[tuple[str | None, str]]:
        try:
            text = self._store.read_file(path)
        except StoreError:
            return frozenset()
        records = (
            block.record
            for block in parse_note(text, path=path).blocks
            # What is said of a turn in the summary of a session is not the line of it.
            if block.record is not None and not is_kept_up(block.record)
        )
        return frozenset((one.fields.place, ref) for one in records for ref in one.fields.refs)
