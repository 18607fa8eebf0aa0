"""Divide a place into sessions as if the turns that have left it had never been said there.

Else a session would go on over a silence that only they had filled, count them, or show by
its number that there was another before it.
"""

from __future__ import annotations

import sqlite3

from familiar_memory.history.sessions.limits import SESSION_MAX_TURNS
from familiar_memory.history.sessions.membership import join_session

__all__ = ["divide_anew"]

_AS_BEFORE = """
UPDATE sessions SET turn_count = own.turns, first_us = own.first, last_us = own.last,
    is_full = own.turns >= ?
FROM (
    SELECT session, count(*) AS turns, min(said_us) AS first, max(said_us) AS last
    FROM turns WHERE place = ? AND id < ? AND session IS NOT NULL GROUP BY session
) AS own WHERE sessions.id = own.session
"""


def divide_anew(connection: sqlite3.Connection, place: int, since: int) -> None:
    """Let the turns of a place join their sessions again, in the order of their arrival.

    `since` is the row id of the first that left: those that arrived before it stay where
    they are. The revision grows of each session whose turns are not the same any more.
    """
    before = {
        row: (turn_count, revision)
        for row, turn_count, revision in connection.execute(
            "SELECT id, turn_count, revision FROM sessions WHERE place = ?", (place,)
        )
    }
    connection.execute("UPDATE sessions SET turn_count = 0, is_full = 1 WHERE place = ?", (place,))
    connection.execute(_AS_BEFORE, (SESSION_MAX_TURNS, place, since))
    changed = _join_again(connection, place, since)
    for row, turn_count, revision in connection.execute(
        "SELECT id, turn_count, revision FROM sessions WHERE place = ?", (place,)
    ).fetchall():
        old_count, old_revision = before.get(row, (0, 0))
        is_changed = row in changed or turn_count != old_count
        # By more than the turns that it won: only a turn added at its end is one for one.
        won = max(0, turn_count - old_count)
        wanted = old_revision + 1 + won if is_changed else old_revision
        if row in before and wanted != revision:
            connection.execute("UPDATE sessions SET revision = ? WHERE id = ?", (wanted, row))


def _join_again(connection: sqlite3.Connection, place: int, since: int) -> set[int]:
    """Put each turn into its session; the sessions (row ids) that lost or won one by it."""
    changed: set[int] = set()
    later = connection.execute(
        "SELECT id, said_us, session FROM turns"
        " WHERE place = ? AND id > ? AND session IS NOT NULL ORDER BY id",
        (place, since),
    ).fetchall()
    for turn, said_us, session in later:
        joined = join_session(connection, place, said_us)
        if joined != session:
            changed |= {joined, session}
            connection.execute("UPDATE turns SET session = ? WHERE id = ?", (joined, turn))
    return changed
