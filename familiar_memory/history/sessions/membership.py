"""Which session a turn belongs to: decided once, when it is recorded, and stored.

A session is a stretch of talk in one place: no silence longer than an hour, at most
200 turns. A turn that arrives late joins the session that it falls into or next to.

A row without turns is no session: it keeps the revision of one whose turns have left the
place (`dividing`), for the next under its number, and is full, so that nothing joins it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.moments import from_us
from familiar_memory.history.session_keys import parse_session_key, session_key
from familiar_memory.history.sessions.limits import SESSION_GAP, SESSION_MAX_TURNS
from familiar_memory.history.turn_rows import select_turns

__all__ = [
    "Session",
    "amendments",
    "bump",
    "find_session",
    "holding",
    "join_session",
    "newest_revisions",
    "newest_sessions",
    "turns_in_newer",
    "turns_of",
]

_GAP_US = SESSION_GAP.seconds * 1_000_000
# Each turn can stretch a session by one gap, so none is longer than this.
_LONGEST_US = _GAP_US * SESSION_MAX_TURNS
_Found: TypeAlias = tuple[int, int, int]
"""Row id, first moment and number of turns of a session."""
_Row: TypeAlias = tuple[str, int, int, int, int, int]
_COLUMNS = "p.slug, s.ordinal, s.first_us, s.last_us, s.turn_count, s.revision"


@dataclass(frozen=True, slots=True)
class Session:
    """One stretch of talk; `revision` grows with every turn added to it or amended in it.

    `turn_count` includes silent and deleted turns.
    """

    key: str
    place: str
    ordinal: int
    first: datetime
    last: datetime
    turn_count: int
    revision: int


def join_session(connection: sqlite3.Connection, place: int, said_us: int) -> int:
    """Put one more turn into the session where it belongs, opening one if need be."""
    found = _newest_fits(connection, place, said_us) or _nearest(connection, place, said_us)
    if found is None:
        return _open(connection, place, said_us)
    session, first_us, turn_count = found
    connection.execute(
        "UPDATE sessions SET turn_count = turn_count + 1, revision = revision + 1,"
        " last_us = max(last_us, ?) WHERE id = ?",
        (said_us, session),
    )
    # Apart, because these two columns are in an index, and seldom change.
    if said_us < first_us:
        connection.execute("UPDATE sessions SET first_us = ? WHERE id = ?", (said_us, session))
    if turn_count + 1 >= SESSION_MAX_TURNS:
        connection.execute("UPDATE sessions SET is_full = 1 WHERE id = ?", (session,))
    return session


def bump(connection: sqlite3.Connection, session: int | None) -> None:
    """Mark that a turn of the session was amended."""
    connection.execute("UPDATE sessions SET revision = revision + 1 WHERE id = ?", (session,))


def amendments(connection: sqlite3.Connection, places: Collection[str]) -> int:
    """How often turns of these places (slugs) were amended, deleted or moved, roughly: it grows."""
    marks = ",".join("?" * len(places))
    row = connection.execute(
        "SELECT coalesce(sum(revision - turn_count), 0) FROM sessions"
        f" WHERE place IN (SELECT id FROM places WHERE slug IN ({marks}))",
        tuple(places),
    ).fetchone()
    return int(row[0])


def newest_sessions(connection: sqlite3.Connection, limit_turns: int) -> list[Session]:
    """The newest sessions that together hold at most so many turns, the newest first."""
    return [_session(row) for row in _newest_rows(connection, limit_turns)]


def newest_revisions(
    connection: sqlite3.Connection, limit_turns: int
) -> list[tuple[str, int, int]]:
    """Key, revision and turns of what `newest_sessions` lists, and no more work than that."""
    return [
        (session_key(row[0], row[1]), row[5], row[4])
        for row in _newest_rows(connection, limit_turns)
    ]


def find_session(connection: sqlite3.Connection, key: str) -> Session | None:
    """One session by its key."""
    parts = parse_session_key(key)
    if parts is None:
        return None
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM places p JOIN sessions s ON s.place = p.id"
        " WHERE p.slug = ? AND s.ordinal = ? AND s.turn_count > 0",
        parts,
    ).fetchone()
    return None if row is None else _session(row)


def holding(connection: sqlite3.Connection, names: Iterable[tuple[str, str]]) -> list[str]:
    """The keys of the sessions that hold these turns (place slug, ref), each once."""
    found: dict[str, None] = {}
    for slug, ref in dict.fromkeys(names):
        row = connection.execute(
            "SELECT s.ordinal FROM turns t JOIN places p ON p.id = t.place"
            " JOIN sessions s ON s.id = t.session WHERE p.slug = ? AND t.ref = ?",
            (slug, ref),
        ).fetchone()
        if row is not None:
            found[session_key(slug, row[0])] = None
    return list(found)


def turns_in_newer(connection: sqlite3.Connection, key: str) -> int:
    """How many turns the session and all newer ones hold together."""
    row = connection.execute(
        "SELECT total(n.turn_count) FROM sessions s JOIN places p ON p.id = s.place"
        " JOIN sessions n ON n.last_us > s.last_us OR (n.last_us = s.last_us AND n.id >= s.id)"
        " WHERE p.slug = ? AND s.ordinal = ?",
        parse_session_key(key) or ("", 0),
    ).fetchone()
    return int(row[0])


def turns_of(connection: sqlite3.Connection, key: str) -> list[StoredTurn]:
    """The turns of a session in the order they were said, without deleted ones."""
    row = connection.execute(
        "SELECT s.place, s.first_us, s.last_us, s.id FROM places p"
        " JOIN sessions s ON s.place = p.id WHERE p.slug = ? AND s.ordinal = ?",
        parse_session_key(key) or ("", 0),
    ).fetchone()
    if row is None:
        return []
    # By place and time, which are in an index; the session then picks among few.
    return select_turns(
        connection,
        "WHERE t.place = ? AND t.said_us BETWEEN ? AND ? AND t.session = ?"
        " AND t.state != 'deleted' ORDER BY t.said_us, t.id",
        row,
    )


def _newest_fits(connection: sqlite3.Connection, place: int, said_us: int) -> _Found | None:
    row: tuple[int, int, int, int] | None = connection.execute(
        "SELECT id, first_us, turn_count, last_us FROM sessions"
        " WHERE place = ? AND is_full = 0 ORDER BY first_us DESC LIMIT 1",
        (place,),
    ).fetchone()
    if row is None or not row[1] <= said_us <= row[3] + _GAP_US:
        return None
    return row[:3]


def _nearest(connection: sqlite3.Connection, place: int, said_us: int) -> _Found | None:
    row: _Found | None = connection.execute(
        "SELECT id, first_us, turn_count FROM sessions WHERE place = ? AND is_full = 0"
        " AND first_us BETWEEN ? AND ? AND last_us >= ?"
        " ORDER BY max(first_us - ?, ? - last_us, 0), ordinal LIMIT 1",
        (place, said_us - _LONGEST_US, said_us + _GAP_US, said_us - _GAP_US, said_us, said_us),
    ).fetchone()
    return row


def _open(connection: sqlite3.Connection, place: int, said_us: int) -> int:
    (ordinal,) = connection.execute(
        "SELECT 1 + coalesce(max(ordinal), 0) FROM (SELECT ordinal FROM sessions"
        " WHERE place = ? AND turn_count > 0 ORDER BY ordinal DESC LIMIT 1)",
        (place,),
    ).fetchone()
    connection.execute(
        "INSERT INTO sessions (place, ordinal, first_us, last_us, turn_count, revision)"
        " VALUES (?, ?, ?, ?, 1, 1) ON CONFLICT (place, ordinal) DO UPDATE SET"
        " first_us = excluded.first_us, last_us = excluded.last_us, turn_count = 1,"
        " is_full = 0, revision = revision + 1",
        (place, ordinal, said_us, said_us),
    )
    row = connection.execute(
        "SELECT id FROM sessions WHERE place = ? AND ordinal = ?", (place, ordinal)
    ).fetchone()
    return int(row[0])


def _newest_rows(connection: sqlite3.Connection, limit_turns: int) -> Iterator[_Row]:
    slugs = dict(connection.execute("SELECT id, slug FROM places"))
    total = 0
    for row in connection.execute(
        "SELECT place, ordinal, first_us, last_us, turn_count, revision FROM sessions"
        " WHERE turn_count > 0 ORDER BY last_us DESC, id DESC"
    ):
        total += row[4]
        if total > limit_turns:
            return
        yield (slugs[row[0]], *row[1:])


def _session(row: _Row) -> Session:
    slug, ordinal, first_us, last_us, turn_count, revision = row
    return Session(
        session_key(slug, ordinal),
        slug,
        ordinal,
        from_us(first_us),
        from_us(last_us),
        turn_count,
        revision,
    )
