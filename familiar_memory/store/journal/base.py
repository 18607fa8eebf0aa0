"""What a store of notes asks of its journal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Protocol

from familiar_memory.store.journal.derived.tables import Head
from familiar_memory.store.journal.entry import ChangeState, JournalEntry

__all__ = ["Journal"]


class Journal(Protocol):
    """Where a store reports its changes. Failures are `StorageError`."""

    def intend(self, entries: Sequence[JournalEntry], versions: Collection[bytes]) -> None:
        """Keep the versions before and after, and note changes that are about to be made.

        If this fails, they are not made.
        """

    def conclude(self, entries: Sequence[JournalEntry], state: ChangeState) -> None:
        """Note how they ended."""

    def note(self, entries: Collection[JournalEntry], versions: Iterable[bytes]) -> None:
        """Note changes that were made without the store, and keep what they led to."""

    def heads(self, paths: Iterable[str]) -> dict[str, Head]:
        """What is last known of these files; one that was never seen is left out."""

    def standing_as(self, revisions: Iterable[str]) -> dict[str, list[str]]:
        """The files that stood there with these bytes when they were last noted, by revision."""

    def present_paths(self) -> frozenset[str]:
        """Every file that is there, as far as the journal knows."""

    def version(self, revision: str) -> bytes:
        """The bytes of a version; `NotFoundError` when they are not kept (any more)."""

    def has_baseline(self) -> bool:
        """Whether the first sight of the tree was completed."""

    def cut_off(self, paths: Collection[str] | None = None) -> tuple[JournalEntry, ...]:
        """Changes without an outcome (of these files), oldest first."""

    def keep(self, version: bytes, seen: datetime) -> None:
        """Keep a version that belongs to no change."""
