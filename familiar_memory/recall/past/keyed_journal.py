"""The journal by keys: it knows notes by their paths, and whoever asks by whose they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Protocol

from familiar_memory.domain.memory.source import KnownDocument
from familiar_memory.errors import StoreError
from familiar_memory.notes.register.claims import canonical, is_claimant
from familiar_memory.notes.register.head import NoteHead, read_note_head
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.derived.past import Past

__all__ = ["KeyedJournal", "PastVersions"]


class PastVersions(Protocol):
    """What stood at a moment, by whatever notes are named by; as `JournalReader` has it."""

    def past(self, key: str, moment: datetime) -> Past | None:
        """What a note was at a moment, and since when; None when nothing was known of it."""

    def all_past(self, moment: datetime) -> dict[str, str | None]:
        """The revision of every note at a moment (None: it was gone), as far as known by then."""

    def moved_since(self, moment: datetime) -> dict[str, str]:
        """What each note that has moved after a moment is called now, by what it was then."""

    def version(self, revision: str) -> bytes:
        """The bytes of a version; `NotFoundError` when they are not kept (any more)."""

    def lost(self, revisions: Collection[str]) -> frozenset[str]:
        """Those of the versions that are not kept (any more)."""


class KeyedJournal:
    """What stood at a moment, by key: each version says itself whose note it was."""

    def __init__(
        self,
        journal: JournalReader,
        register: TreeRegister,
        known: Callable[[], Mapping[str, KnownDocument]],
    ) -> None:
        """`known` are the notes of today, as the index has them, by key."""
        self._journal = journal
        self._register = register
        self._known = known
        self._said: dict[tuple[str, str], NoteHead] = {}

    def past(self, key: str, moment: datetime) -> Past | None:
        """What the journal knows of a note at a moment, under the path that it had then."""
        path = self._register.last_path(key)
        if is_claimant(path):
            before = {new: old for old, new in self._journal.moved_since(moment).items()}
            path = before.get(path, path)
        return self._journal.past(path, moment)

    def all_past(self, moment: datetime) -> dict[str, str | None]:
        """The revision of each note that had one by then, by key; None where it was gone."""
        stood = self._journal.all_past(moment)
        known, keys = self._known(), self._register.keys()
        found: dict[str, str | None] = {}
        for path, revision in sorted(stood.items(), key=lambda one: one[1] is not None):
            today = keys.get(path, path)
            is_same = today in known and known[today].digest == revision
            found[today if is_same else self._key(path, revision, today)] = revision
        return found

    def moved_since(self, moment: datetime) -> dict[str, str]:
        """Notes that are known by another key today, by the one of then."""
        keys = self._register.keys()
        stood = self._journal.all_past(moment)
        moved = {
            self._key(old, stood.get(old), old): keys.get(new, new)
            for old, new in self._journal.moved_since(moment).items()
        }
        return {old: new for old, new in moved.items() if old != new}

    def lost(self, revisions: Collection[str]) -> frozenset[str]:
        """See `JournalReader.lost`."""
        return self._journal.lost(revisions)

    def version(self, revision: str) -> bytes:
        """See `JournalReader.version`."""
        return self._journal.version(revision)

    def _key(self, path: str, revision: str | None, otherwise: str) -> str:
        """By what a version of a note at a path was known."""
        if revision is None or not is_claimant(path):
            return otherwise
        said = (path, revision)
        if said not in self._said:
            with suppress(StoreError):
                self._said[said] = read_note_head(path, self._journal.version(revision))
        head = self._said.get(said)
        return otherwise if head is None else canonical(path, head) or path
