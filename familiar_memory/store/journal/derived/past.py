"""What each file was at a moment, and under which name, from the tables of the journal.

A file that was moved has one story under several names. What has vanished, without anybody
saying that it was deleted, does not stand there from the moment on when it was missed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

import orjson

from familiar_memory.store.journal.derived.schema import microseconds, moment_of

__all__ = ["Past", "all_names", "all_past", "former_names", "moved_since", "name_at", "past_of"]


class Past(NamedTuple):
    """What a file was from a moment on: its revision; None: it was gone."""

    revision: str | None
    since: datetime


def past_of(connection: sqlite3.Connection, path: str, moment: datetime) -> Past | None:
    """What a file was at a moment, and since when; None when nothing was known of it."""
    past = _noted(connection, path, moment)
    if past is None or past.revision is None:
        name = name_at(connection, path, moment)
        other = None if name == path else _noted(connection, name, moment)
        return past if other is None else Past(None, other.since)
    row = connection.execute(
        "SELECT since FROM missing WHERE path = ? AND since <= ?", (path, microseconds(moment))
    ).fetchone()
    return past if row is None else Past(None, moment_of(row[0]))


def all_past(connection: sqlite3.Connection, moment: datetime) -> dict[str, str | None]:
    """The revision of every file at a moment (None: it was gone), as far as known by then."""
    at = microseconds(moment)
    found: dict[str, str | None] = dict(
        connection.execute(
            "SELECT v.path, v.revision FROM versions v JOIN"
            " (SELECT max(number) AS number FROM versions WHERE time <= ? GROUP BY path) newest"
            " ON newest.number = v.number ORDER BY v.path",
            (at,),
        ).fetchall()
    )
    missing = connection.execute("SELECT path FROM missing WHERE since <= ?", (at,)).fetchall()
    found |= {path: None for (path,) in missing if path in found}
    for path in _targets_since(connection, moment):
        if path not in found and name_at(connection, path, moment) in found:
            # Its lines were there under another name, or had been deleted there.
            found[path] = None
    return found


def moved_since(connection: sqlite3.Connection, moment: datetime) -> dict[str, str]:
    """Where each file that was moved after a moment has come to be, by what it was called then."""
    moved = {name_at(connection, path, moment): path for path in _targets_since(connection, moment)}
    standing = {
        path
        for path in moved.values()
        if (head := _noted(connection, path, datetime.max.replace(tzinfo=UTC))) and head.revision
    }
    return {then: now for then, now in moved.items() if now in standing and then != now}


def _targets_since(connection: sqlite3.Connection, moment: datetime) -> list[str]:
    rows = connection.execute(
        "SELECT moved_to FROM entries WHERE moved_to IS NOT NULL AND state = 'done' AND time > ?"
        " GROUP BY moved_to ORDER BY max(number)",
        (microseconds(moment),),
    ).fetchall()
    return [path for (path,) in rows]


def name_at(connection: sqlite3.Connection, path: str, moment: datetime) -> str:
    """What a file was called at a moment: its own name, unless it was moved there later."""
    at = microseconds(moment)
    names = [path]
    while (source := _moved_from(connection, names[-1], at)) is not None and source not in names:
        names.append(source)
    return names[-1]


def former_names(connection: sqlite3.Connection, path: str) -> list[tuple[str, int]]:
    """The names from before a file, or what is below a folder, was moved there.

    Each with the number of the entry up to which it was the name.
    """
    found: dict[str, int] = {}
    # What is below a folder sorts between "folder/" and "folder0".
    pending = connection.execute(
        "SELECT path, number FROM entries WHERE state = 'done'"
        " AND (moved_to = ? OR (moved_to >= ? AND moved_to < ?))",
        (path, f"{path}/", f"{path}0"),
    ).fetchall()
    while pending:
        name, number = pending.pop()
        if found.get(name, 0) >= number:
            continue
        found[name] = number
        pending += connection.execute(
            "SELECT path, number FROM entries WHERE state = 'done' AND moved_to = ? AND number < ?",
            (name, number),
        ).fetchall()
    return sorted(found.items())


def all_names(connection: sqlite3.Connection, paths: Iterable[str]) -> list[str]:
    """These paths, and every other that their files had before a move, or have since."""
    given = orjson.dumps(list(paths)).decode()
    rows = connection.execute(
        "WITH RECURSIVE names (path) AS (SELECT value FROM json_each(?)"
        " UNION SELECT e.moved_to FROM names n JOIN entries e ON e.path = n.path"
        " WHERE e.moved_to IS NOT NULL AND e.state = 'done'"
        " UNION SELECT e.path FROM names n JOIN entries e ON e.moved_to = n.path"
        " WHERE e.moved_to IS NOT NULL AND e.state = 'done')"
        " SELECT path FROM names ORDER BY path",
        (given,),
    ).fetchall()
    return [path for (path,) in rows]


def _noted(connection: sqlite3.Connection, path: str, moment: datetime) -> Past | None:
    row = connection.execute(
        "SELECT revision, time FROM versions WHERE path = ? AND time <= ?"
        " ORDER BY number DESC LIMIT 1",
        (path, microseconds(moment)),
    ).fetchone()
    return None if row is None else Past(row[0], moment_of(row[1]))


def _moved_from(connection: sqlite3.Connection, path: str, at: int) -> str | None:
    """Where the file came from that stands there after a moment; None: from nowhere."""
    past = connection.execute(
        "SELECT revision FROM versions WHERE path = ? AND time <= ? ORDER BY number DESC LIMIT 1",
        (path, at),
    ).fetchone()
    if past is not None and past[0] is not None:
        return None
    began = connection.execute(
        "SELECT time, revision FROM versions WHERE path = ? AND time > ? AND revision IS NOT NULL"
        " ORDER BY number LIMIT 1",
        (path, at),
    ).fetchone()
    if began is None:
        return None
    row = connection.execute(
        "SELECT path FROM entries WHERE moved_to = ? AND state = 'done' AND time = ? AND after = ?"
        " ORDER BY number LIMIT 1",
        (path, *began),
    ).fetchone()
    return None if row is None else str(row[0])
