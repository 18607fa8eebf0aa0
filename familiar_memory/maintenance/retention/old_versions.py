"""Versions of notes that retention took: they can be brought back for a time, and then go too.

All other versions are the journal's own affair (`[journal]`), which its tidying sees to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import takewhile
from typing import Protocol

from familiar_memory.maintenance.of_talk.programs import RETENTION, is_a_program
from familiar_memory.maintenance.retention.authorship import life_of
from familiar_memory.store.journal.entry import JournalEntry
from familiar_memory.store.journal.images import Pruned
from familiar_memory.store.journal.journal import TidyReport

__all__ = ["KeptVersions", "versions_of_taken"]


class KeptVersions(Protocol):
    """The versions that a journal keeps; failures are `StorageError`."""

    def last_deletions(self, source: str) -> Iterator[JournalEntry]:
        """Those of a source after which nothing has come of their files, oldest first."""

    def entries_of(self, paths: Iterable[str]) -> Iterator[JournalEntry]:
        """Every change that was made of these files, oldest first, under any name."""

    def entries_with(self, revisions: Iterable[str]) -> Iterator[JournalEntry]:
        """Every change that made or ended one of these versions, oldest first."""

    def standing_as(self, revisions: Iterable[str]) -> Mapping[str, list[str]]:
        """The files that stand there with these bytes, by revision."""

    def lost(self, revisions: Collection[str]) -> frozenset[str]:
        """Those of the versions that are not kept any more."""

    def drop(self, revisions: Collection[str]) -> int:
        """Drop these versions; how many were there."""

    def prunable(self, now: datetime) -> Pruned:
        """The versions that `tidy` would drop."""

    def tidy(self, now: datetime) -> TidyReport:
        """Rotate, compress, and drop versions, by the journal's settings."""


def versions_of_taken(journal: KeptVersions, moment: datetime | None) -> frozenset[str]:
    """The versions of the notes that were taken before a moment, as far as they can go.

    Of a note that came back since, or of another one of its name, none goes; nor does one that
    stands in a file, or that a person has written or deleted anywhere.
    """
    if moment is None:
        return frozenset()
    found = {
        revision
        for deletion in _open_deletions(journal, moment)
        for one in _life_until(journal, deletion)
        for revision in (one.before, one.after)
        if revision
    }
    kept = found - journal.lost(found) - journal.standing_as(found).keys()
    return frozenset(kept - _in_hands(journal, kept)) if kept else frozenset()


def _open_deletions(journal: KeptVersions, moment: datetime) -> list[JournalEntry]:
    """What was taken before then and still is, and of which something may be kept.

    All versions of a note go together: where the last is not kept, none is. Erasing may have
    taken that one alone.
    """
    taken = [one for one in journal.last_deletions(RETENTION) if one.time < moment]
    lost = journal.lost({one.before for one in taken if one.before})
    return [one for one in taken if one.erased or one.before not in lost]


def _life_until(journal: KeptVersions, deletion: JournalEntry) -> tuple[JournalEntry, ...]:
    """The changes of the note that was deleted, the deletion among them."""
    changes = journal.entries_of((deletion.path,))
    until = list(takewhile(lambda one: one.id != deletion.id, changes))
    return life_of((*until, deletion))


def _in_hands(journal: KeptVersions, revisions: Collection[str]) -> frozenset[str]:
    """Those of the versions that a person has made or ended, in whatever file."""
    by_people = (one for one in journal.entries_with(revisions) if not is_a_program(one.source))
    return frozenset(
        revision for one in by_people for revision in (one.before, one.after) if revision
    )
