"""The tables that are made of the lines of the journal, and an entry as a row of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import orjson

from familiar_memory.store.journal.entry import ChangeState, JournalEntry, Operation

__all__ = [
    "COLUMNS",
    "SCHEMA",
    "TABLES",
    "VERSION",
    "entry_of",
    "microseconds",
    "moment_of",
    "row_of_entry",
]

VERSION: Final = 4
"""Of what the lines come to. Another version has a file of its own (`journal`): a program that
reads a kind of line as damage, or makes other rows of it, must not leave its rows to this one."""
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    time INTEGER NOT NULL,
    operation TEXT NOT NULL,
    path TEXT NOT NULL,
    source TEXT NOT NULL,
    refs BLOB NOT NULL,
    before TEXT,
    after TEXT,
    before_bytes INTEGER NOT NULL,
    after_bytes INTEGER NOT NULL,
    moved_to TEXT,
    state TEXT NOT NULL,
    batch TEXT,
    erased INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS entries_by_path ON entries (path);
CREATE INDEX IF NOT EXISTS entries_by_target ON entries (moved_to) WHERE moved_to IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_by_batch ON entries (batch) WHERE batch IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_cut_off ON entries (number) WHERE state = 'intent';
CREATE TABLE IF NOT EXISTS versions (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    time INTEGER NOT NULL,
    revision TEXT
);
CREATE INDEX IF NOT EXISTS versions_by_path ON versions (path, number);
CREATE TABLE IF NOT EXISTS heads (
    path TEXT PRIMARY KEY,
    revision TEXT,
    size INTEGER NOT NULL,
    entry TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS together (
    entry TEXT PRIMARY KEY,
    first TEXT NOT NULL,
    place INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS together_by_first ON together (first);
CREATE TABLE IF NOT EXISTS missing (path TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS damaged_lines (part INTEGER, line INTEGER, problem TEXT);
CREATE TABLE IF NOT EXISTS progress (
    part INTEGER, offset INTEGER, lines INTEGER, last BLOB, baseline INTEGER
);
"""
TABLES: Final = (
    "entries",
    "versions",
    "heads",
    "together",
    "missing",
    "damaged_lines",
    "progress",
)
COLUMNS: Final = (
    "id, time, operation, path, source, refs, before, after, before_bytes, after_bytes,"
    " moved_to, state, batch, erased"
)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def row_of_entry(entry: JournalEntry) -> tuple[object, ...]:
    """The row of an entry, with `COLUMNS`."""
    return (
        entry.id,
        microseconds(entry.time),
        entry.operation.value,
        entry.path,
        entry.source,
        orjson.dumps(entry.refs),
        entry.before,
        entry.after,
        entry.before_bytes,
        entry.after_bytes,
        entry.moved_to,
        entry.state.value,
        entry.batch,
        entry.erased,
    )


def entry_of(row: tuple[Any, ...]) -> JournalEntry:
    """The entry of a row with `COLUMNS`."""
    key, time, operation, path, source, refs, before, after, old, new, target, *rest = row
    state, batch, erased = rest
    return JournalEntry(
        id=key,
        time=moment_of(time),
        operation=Operation(operation),
        path=path,
        source=source,
        refs=tuple(orjson.loads(refs)),
        before=before,
        after=after,
        before_bytes=old,
        after_bytes=new,
        moved_to=target,
        state=ChangeState(state),
        batch=batch,
        erased=bool(erased),
    )


def microseconds(time: datetime) -> int:
    """A moment as a number that sorts."""
    return (time - _EPOCH) // _MICROSECOND


def moment_of(number: int) -> datetime:
    """The moment of a number of `microseconds`."""
    return _EPOCH + number * _MICROSECOND
