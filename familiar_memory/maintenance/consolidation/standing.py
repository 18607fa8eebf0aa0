"""The memories of a tree as its owner may see them, note by note, read once a night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.domain.tree import CHANNELS, PEOPLE, TOPICS, is_below, is_indexed
from familiar_memory.errors import StoreError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.validity import is_expired
from familiar_memory.notes.noted_records import NotedRecord, noted_records
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteStore

__all__ = ["CONSOLIDATED", "StandingMemories"]

CONSOLIDATED = (PEOPLE, TOPICS, CHANNELS)
"""The folders whose memories are merged."""


@dataclass(frozen=True, slots=True)
class StandingMemories:
    """Reads notes; one that cannot be read has no memories, and its lines stay as they are."""

    store: NoteStore
    register: TreeRegister
    vocabulary: Vocabulary
    default_audience: str

    def notes(self) -> list[str]:
        """The keys of the notes whose memories may be merged, in the order of their files."""
        self.register.look_at_heads()
        keys = (
            self.register.key_of(path)
            for path in sorted(one.path for one in self.store.scan_files().files)
            if is_indexed(path)
        )
        return [key for key in keys if any(is_below(key, folder) for folder in CONSOLIDATED)]

    def of(self, key: str) -> tuple[NotedRecord, ...]:
        """Every memory of a note, retired ones too."""
        try:
            path = self.register.path_of(key)
            if path is None:
                return ()
            text = self.store.read_file(path)
        except StoreError:
            return ()
        return tuple(noted_records(key, text, self.default_audience, self.vocabulary))

    def living(self, now: datetime) -> Iterator[NotedRecord]:
        """Every memory that has not expired, note by note."""
        for key in self.notes():
            for one in self.of(key):
                expires = one.record.fields.expires
                if expires is None or not is_expired(expires.isoformat(), now):
                    yield one
