"""Versions of notes that retention took: they can be brought back for a time, and then go too.

All other versions are the journal's own affair (`[journal]`), which its tidying sees to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Protocol

from familiar_memory.maintenance.retention.authorship import RETENTION
from familiar_memory.store.journal.derived.tables import Head
from familiar_memory.store.journal.entry import JournalEntry, Operation
from familiar_memory.store.journal.images import Pruned
from familiar_memory.store.journal.journal import TidyReport

__all__ = ["KeptVersions", "versions_of_taken"]


class KeptVersions(Protocol):
    """The versions that a journal keeps; failures are `StorageError`."""

    def entries(self, *, source: str | None = None) -> Iterator[JournalEntry]:
        """Changes of a source, in the order in which they were begun."""

    def entries_of(self, paths: Iterable[str]) -> Iterator[JournalEntry]:
        """Every change that was made of these files, oldest first, under any name."""

    def heads(self, paths: Iterable[str]) -> Mapping[str, Head]:
        """What is last known of these files."""

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
    """The versions of the notes that were taken before a moment, and have not come back since."""
    if moment is None:
        return frozenset()
    taken = {
        one.path
        for one in journal.entries(source=RETENTION)
        if one.operation is Operation.DELETE and one.time < moment
    }
    heads = journal.heads(taken)
    gone = [path for path in taken if path in heads and heads[path].revision is None]
    past = (one for one in journal.entries_of(gone) if one.time < moment)
    found = {revision for one in past for revision in (one.before, one.after) if revision}
    return frozenset(found - journal.lost(found) - journal.standing_as(found).keys())
