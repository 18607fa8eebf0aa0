"""What is asked of a journal, by the store of notes, by sync, and by who looks at the past."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from familiar_memory.store.journal.derived.past import Past
from familiar_memory.store.journal.derived.tables import Head
from familiar_memory.store.journal.entry import AtomicBatch, ChangeState, JournalEntry

__all__ = ["Journal", "JournalReader", "TreeJournal"]


class Journal(Protocol):
    """Where a store reports its changes. Failures are `StorageError`."""

    def intend(
        self,
        entries: Sequence[JournalEntry],
        versions: Collection[bytes],
        *,
        is_atomic: bool = False,
    ) -> None:
        """Keep the versions before and after, and note changes that are about to be made.

        If this fails, they are not made. `is_atomic`: they are made in this order, all or none.
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

    def atomic_batch(self, entry_id: str) -> AtomicBatch | None:
        """The changes with which this one is made all or none; None when it is alone."""

    def kept(self, revision: str) -> bytes | None:
        """The bytes of a version; None when they are not kept (any more)."""

    def keep(self, version: bytes, seen: datetime) -> None:
        """Keep a version that belongs to no change."""


class JournalReader(Protocol):
    """Who changed what and when, and what each file was. Failures are `StorageError`."""

    def entries(
        self,
        path: str | None = None,
        *,
        source: str | None = None,
        refs: Collection[str] | None = None,
        batch: str | None = None,
        newest_first: bool = False,
        follow: bool = False,
    ) -> Iterator[JournalEntry]:
        """Changes in the order in which they were begun, each with its outcome.

        Of a file, or of all below a folder (a move belongs to both of its paths); of a
        source (`import` is also every `import:…`); made from one of these turns; of a
        batch. `follow` adds what a file was before it was moved there, under other names.
        """

    def find(self, target: str) -> tuple[JournalEntry, ...]:
        """The entry of this id, or those of this batch, oldest first.

        Raises:
            NotFoundError: there is neither.
            UsageError: several ids begin so.
        """

    def past(self, path: str, moment: datetime) -> Past | None:
        """What a file was at a moment, and since when; None when nothing was known of it."""

    def all_past(self, moment: datetime) -> dict[str, str | None]:
        """The revision of every file at a moment (None: it was gone), as far as known by then."""

    def moved_since(self, moment: datetime) -> dict[str, str]:
        """Where each file that was moved after a moment is now, by what it was called then."""

    def version(self, revision: str) -> bytes:
        """The bytes of a version; `NotFoundError` when they are not kept (any more)."""

    def kept(self, revision: str) -> bytes | None:
        """The bytes of a version; None when they are not kept (any more)."""

    def has_baseline(self) -> bool:
        """Whether the first sight of the tree was completed."""

    def lost(self, revisions: Collection[str]) -> frozenset[str]:
        """Those of the versions that are not kept (any more)."""


class TreeJournal(Protocol):
    """What stood in the tree when anybody last looked, and what has vanished from it."""

    @property
    def path(self) -> Path:
        """The file of lines; what is noted beside it stands in its folder."""

    def has_baseline(self) -> bool:
        """Whether the first sight of the tree was completed."""

    def complete_baseline(self, time: datetime) -> None:
        """Note that every file of the tree has been seen once; later calls do nothing."""

    def entries(
        self, path: str | None = None, *, newest_first: bool = False
    ) -> Iterator[JournalEntry]:
        """Changes of a file, or of all, in the order in which they were begun."""

    def heads(self, paths: Iterable[str]) -> dict[str, Head]:
        """What is last known of these files; one that was never seen is left out."""

    def standing_as(self, revisions: Iterable[str]) -> dict[str, list[str]]:
        """The files that stood there with these bytes when they were last noted, by revision."""

    def present_paths(self) -> frozenset[str]:
        """Every file that is there, as far as the journal knows."""

    def missing(self) -> dict[str, datetime]:
        """Files that have vanished without anybody saying that they were deleted, since when."""

    def note_missing(self, paths: Collection[str], time: datetime) -> None:
        """Note that these files, and no others, have vanished, and that nobody has said why."""
