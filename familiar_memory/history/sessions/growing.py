"""What was added at the end of a session, without reading what stood before it."""

from __future__ import annotations

import sqlite3

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.session_keys import parse_session_key
from familiar_memory.history.sessions.membership import Session, find_session
from familiar_memory.history.turn_rows import select_turns

__all__ = ["added_since"]


def added_since(
    connection: sqlite3.Connection, key: str, revision: int, turn_count: int
) -> tuple[Session, list[StoredTurn]] | None:
    """A session, and the turns that came to its end since it had this revision.

    None where anything else has happened to it: a turn was amended, deleted, moved, or
    came late, between others.
    """
    session = find_session(connection, key)
    if session is None or session.revision - session.turn_count != revision - turn_count:
        # A turn that is added raises both by one, and nothing else does (`dividing`).
        return None
    added = session.turn_count - turn_count
    if added < 0:
        return None
    turns = _last(connection, key, added)
    return (session, turns) if len(turns) == added else None


def _last(connection: sqlite3.Connection, key: str, count: int) -> list[StoredTurn]:
    """The last turns by the time they were said; fewer, where others arrived after them."""
    if not count:
        return []
    row = connection.execute(
        "SELECT s.place, s.first_us, s.last_us, s.id FROM places p"
        " JOIN sessions s ON s.place = p.id WHERE p.slug = ? AND s.ordinal = ?",
        parse_session_key(key) or ("", 0),
    ).fetchone()
    within = "t.place = ? AND t.said_us BETWEEN ? AND ? AND t.session = ?"
    newest_first = select_turns(
        connection, f"WHERE {within} ORDER BY t.said_us DESC, t.id DESC LIMIT ?", (*row, count)
    )
    first = min((turn.id for turn in newest_first), default=0)
    (arrived,) = connection.execute(
        f"SELECT count(*) FROM turns t WHERE {within} AND t.id >= ?", (*row, first)
    ).fetchone()
    return newest_first[::-1] if arrived == count else []
