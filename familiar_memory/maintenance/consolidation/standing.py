"""The memories of a tree as its owner may see them, note by note, read once a night."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.tree import CHANNELS, PEOPLE, TOPICS, is_below, is_indexed
from familiar_memory.errors import StoreError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.validity import is_expired
from familiar_memory.markdown.text.borne_ids import bears_id
from familiar_memory.notes.noted_records import NotedRecord, noted_records
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.went_into import went_into
from familiar_memory.store.base import FileState, NoteStore

__all__ = ["CONSOLIDATED", "StandingMemories", "StandingNote", "living"]

CONSOLIDATED = (PEOPLE, TOPICS, CHANNELS)
"""The folders whose memories are merged."""


class StandingNote(NamedTuple):
    """A note whose memories may be merged: its file, as it was before it was read, and its text."""

    state: FileState
    text: str


@dataclass(frozen=True, slots=True)
class StandingMemories:
    """Reads notes; one that cannot be read has no memories, and its lines stay as they are."""

    store: NoteStore
    register: TreeRegister
    vocabulary: Vocabulary
    default_audience: str

    def notes(self) -> dict[str, StandingNote]:
        """The notes whose memories may be merged, by their keys, in the order of their files."""
        self.register.look_at_heads()
        found: dict[str, StandingNote] = {}
        for state in sorted(self.store.scan_files().files):
            if not is_indexed(state.path):
                continue
            key = self.register.key_of(state.path)
            if any(is_below(key, folder) for folder in CONSOLIDATED):
                with suppress(StoreError):
                    found[key] = StandingNote(state, self.store.read_file(state.path))
        return found

    def of(self, key: str) -> tuple[NotedRecord, ...]:
        """Every memory of a note as it stands now, retired ones too."""
        text = self._text(key)
        return () if text is None else self.read(key, text)

    def read(self, key: str, text: str) -> tuple[NotedRecord, ...]:
        """Every memory of a note of this text, retired ones too."""
        return tuple(noted_records(key, text, self.default_audience, self.vocabulary))

    def with_what_they_went_into(
        self, keys: Iterable[str], notes: Mapping[str, StandingNote]
    ) -> dict[str, tuple[NotedRecord, ...]]:
        """The memories of some notes, and of those that lines of theirs went into, in order."""
        found = {key: self.read(key, notes[key].text) for key in keys}
        for key, records in list(found.items()):
            for one in records:
                into = went_into(self.register, key, one.record.fields)
                if into is not None and into.note in notes and into.note not in found:
                    found[into.note] = self.read(into.note, notes[into.note].text)
        return {key: found[key] for key in notes if key in found}

    def bears_id(self, name: RecordName) -> bool:
        """Whether anything in a note bears an id, a line that cannot be read as a record too."""
        text = self._text(name.note)
        return text is None or bears_id(text, name.id)

    def _text(self, key: str) -> str | None:
        try:
            path = self.register.path_of(key)
            return None if path is None else self.store.read_file(path)
        except StoreError:
            return None


def living(records: Iterable[NotedRecord], now: datetime) -> Iterator[NotedRecord]:
    """Those that have not expired."""
    for one in records:
        expires = one.record.fields.expires
        if expires is None or not is_expired(expires.isoformat(), now):
            yield one
