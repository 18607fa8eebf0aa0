"""What the lines of the journal come to, one by one, as rows of tables.

Everything here follows from the lines and their order alone, so it can be dropped and
made again. Changes count in the order in which they ended.
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import orjson

from familiar_memory.store.journal.entry import (
    BASELINE_SOURCE,
    BaselineMark,
    BatchMark,
    ChangeOutcome,
    ChangeState,
    JournalEntry,
    MissingMark,
    Operation,
    decode_line,
)
from familiar_memory.store.journal.log.parts import LogLine, Position

__all__ = [
    "COLUMNS",
    "SCHEMA",
    "VERSION",
    "FoldedUpTo",
    "entry_of",
    "fold_line",
    "forget",
    "microseconds",
    "moment_of",
    "read_progress",
    "remember",
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
_TABLES: Final = (
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


class FoldedUpTo(NamedTuple):
    """How far the lines were read, the last one of them, and whether the tree was seen whole."""

    position: Position = Position()
    last: bytes | None = None
    has_baseline: bool = False


def read_progress(connection: sqlite3.Connection) -> FoldedUpTo:
    """How far the tables have come."""
    row = connection.execute("SELECT * FROM progress").fetchone()
    if row is None:
        return FoldedUpTo()
    return FoldedUpTo(Position(*row[:3]), row[3], bool(row[4]))


def remember(connection: sqlite3.Connection, progress: FoldedUpTo) -> None:
    """Note how far the tables have come."""
    connection.execute("DELETE FROM progress")
    connection.execute(
        "INSERT INTO progress VALUES (?, ?, ?, ?, ?)",
        (*progress.position, progress.last, progress.has_baseline),
    )


def forget(connection: sqlite3.Connection) -> None:
    """Empty every table."""
    for table in _TABLES:
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    for statement in SCHEMA.split(";"):
        connection.execute(statement)


def fold_line(connection: sqlite3.Connection, line: LogLine) -> bool:
    """Take one line in; whether it marks the end of the first sight."""
    if not line.text.strip():
        return False
    try:
        said = decode_line(line.text)
        match said:
            case BaselineMark():
                return True
            case JournalEntry():
                _begin(connection, said)
            case ChangeOutcome():
                _end(connection, said)
            case BatchMark():
                _mark_batch(connection, said)
            case MissingMark():
                _mark_missing(connection, said)
    except (ValueError, KeyError, TypeError) as error:
        problem = f"not a journal line: {error}"
        connection.execute(
            "INSERT INTO damaged_lines VALUES (?, ?, ?)", (line.end.part, line.end.lines, problem)
        )
    return False


def _begin(connection: sqlite3.Connection, entry: JournalEntry) -> None:
    if entry.source == BASELINE_SOURCE and _is_known(connection, entry.path):
        # The first sight came too late: a change of this file was noted meanwhile.
        return
    values = _row(entry)
    marks = ",".join("?" * len(values))
    added = connection.execute(
        f"INSERT OR IGNORE INTO entries ({COLUMNS}) VALUES ({marks})", values
    )
    if not added.rowcount:
        raise ValueError(f"a second change with the id {entry.id}")
    if entry.state is ChangeState.DONE:
        _apply(connection, entry)


def _is_known(connection: sqlite3.Connection, path: str) -> bool:
    """Whether a change of this file is noted, be it under way."""
    for column in ("path", "moved_to"):
        row = connection.execute(
            f"SELECT 1 FROM entries WHERE {column} = ? AND state != 'aborted'", (path,)
        ).fetchone()
        if row is not None:
            return True
    return False


def _end(connection: sqlite3.Connection, outcome: ChangeOutcome) -> None:
    row = connection.execute(
        f"SELECT {COLUMNS} FROM entries WHERE id = ?", (outcome.id,)
    ).fetchone()
    if row is None or outcome.state is ChangeState.INTENT:
        raise ValueError(f"an outcome of no change: {outcome.id}")
    entry = entry_of(row)
    if entry.state is not ChangeState.INTENT:
        return
    connection.execute(
        "UPDATE entries SET state = ? WHERE id = ?", (outcome.state.value, outcome.id)
    )
    if outcome.state is ChangeState.DONE:
        _apply(connection, entry)


def _apply(connection: sqlite3.Connection, entry: JournalEntry) -> None:
    """Note what files have become. Changes count in the order in which they ended."""
    became = [(entry.path, entry.after, entry.after_bytes)]
    if entry.moved_to is not None:
        became = [(entry.path, None, 0), (entry.moved_to, entry.after, entry.after_bytes)]
    time = microseconds(entry.time)
    for path, revision, size in became:
        connection.execute("DELETE FROM missing WHERE path = ?", (path,))
        connection.execute(
            "INSERT INTO versions (path, time, revision) VALUES (?, ?, ?)", (path, time, revision)
        )
        connection.execute(
            "INSERT INTO heads VALUES (?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET"
            " revision = excluded.revision, size = excluded.size, entry = excluded.entry",
            (path, revision, size, entry.id),
        )


def _mark_missing(connection: sqlite3.Connection, mark: MissingMark) -> None:
    since = dict(connection.execute("SELECT path, since FROM missing").fetchall())
    connection.execute("DELETE FROM missing")
    connection.executemany(
        "INSERT OR IGNORE INTO missing VALUES (?, ?)",
        [(path, since.get(path, microseconds(mark.time))) for path in mark.paths],
    )


def _mark_batch(connection: sqlite3.Connection, mark: BatchMark) -> None:
    """Note which changes belong together; each once, whatever a damaged line says after."""
    connection.executemany(
        "INSERT OR IGNORE INTO together VALUES (?, ?, ?)",
        [(one, mark.ids[0], place) for place, one in enumerate(mark.ids)],
    )


def _row(entry: JournalEntry) -> tuple[object, ...]:
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
