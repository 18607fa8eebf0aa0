"""What the lines of the journal come to, one by one, as rows of tables.

Everything here follows from the lines and their order alone, so it can be dropped and
made again. Changes count in the order in which they ended.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from familiar_memory.store.journal.derived.schema import (
    COLUMNS,
    SCHEMA,
    TABLES,
    entry_of,
    microseconds,
    row_of_entry,
)
from familiar_memory.store.journal.entry import (
    BASELINE_SOURCE,
    BaselineMark,
    BatchMark,
    ChangeOutcome,
    ChangeState,
    JournalEntry,
    MissingMark,
    decode_line,
)
from familiar_memory.store.journal.log.parts import LogLine, Position

__all__ = [
    "FoldedUpTo",
    "fold_line",
    "forget",
    "read_progress",
    "remember",
]


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
    for table in TABLES:
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
    values = row_of_entry(entry)
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
