"""The journal asked: which changes there were, newest first, with what each led from and to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import islice
from typing import TYPE_CHECKING

from familiar_memory.inspection.changes.change import versions_of
from familiar_memory.inspection.named import named_ever
from familiar_memory.store.journal.entry import BASELINE_SOURCE

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.inspection.changes.change import Versions
    from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["ChangeLog", "LogQuery", "changes_asked_for"]

_FAMILIES = {"sleep": frozenset({"sleep", "sleep_cycle", "curation", "housekeeping"})}
"""Sources, before any `:`, that are asked for by one name: each step of a night has its own."""


@dataclass(frozen=True, slots=True)
class LogQuery:
    """Which changes: of a note or a folder, by a source, of a batch, from a turn, since then.

    The beginning of an id names a batch too. The author `sleep` is whatever nights do besides
    writing up talk. `limit` is the most changes, 0 for all.
    """

    path: str = ""
    author: str | None = None
    batch: str | None = None
    ref: str | None = None
    since: datetime | None = None
    limit: int = 0


@dataclass(frozen=True, slots=True)
class ChangeLog:
    """Changes, newest first; `path` is the note or folder that was meant, empty for all.

    Their times are given in `zone`, the familiar's.
    """

    changes: tuple[tuple[JournalEntry, Versions], ...]
    has_more: bool
    path: str
    zone: tzinfo


def changes_asked_for(parts: Parts, query: LogQuery) -> ChangeLog:
    """Look them up in the journal."""
    path = named_ever(parts, query.path)
    found = _found(parts.files, query, path)
    most = query.limit or None
    entries = list(islice(found, most))
    has_more = most is not None and next(found, None) is not None
    changes = tuple((entry, versions_of(entry, parts.files.journal)) for entry in entries)
    return ChangeLog(changes, has_more, path, parts.setup.settings.zone)


def _found(files: OpenFiles, query: LogQuery, path: str) -> Iterator[JournalEntry]:
    batch = query.batch
    if batch is not None:
        # The beginning of an id is enough here too.
        batch = next((e.batch for e in files.journal.find(batch) if e.batch), batch)
    family = _FAMILIES.get(query.author or "")
    entries = files.journal.entries(
        path or None,
        source=None if family else query.author,
        refs=None if query.ref is None else {query.ref},
        batch=batch,
        newest_first=True,
        follow=True,
    )
    # The first sight of every file says little, unless one file is asked about.
    hides_baseline = not path and query.author != BASELINE_SOURCE
    for entry in entries:
        if family and entry.source.partition(":")[0] not in family:
            continue
        if query.since is not None and entry.time < query.since:
            continue
        if not (hides_baseline and entry.source == BASELINE_SOURCE):
            yield entry
