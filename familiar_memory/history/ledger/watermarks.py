"""How far each reader of the history has come.

A watermark never moves back; it may be dropped, and then its reader begins anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

__all__ = ["WRITER", "advance", "checked_prefixes", "drop", "position", "positions"]

WRITER = "memory_writer"
"""The watermark of the memory writer."""
_DROP_PASSED = (
    "DELETE FROM batches WHERE last <= ?"
    " AND status IN ('failed', 'refused', 'unparsable', 'staged')"
)


def position(connection: sqlite3.Connection, name: str) -> int:
    """The last turn id that this reader has dealt with; 0 at first."""
    row = connection.execute("SELECT turn FROM watermarks WHERE name = ?", (name,)).fetchone()
    return 0 if row is None else int(row[0])


def positions(connection: sqlite3.Connection, prefix: str) -> dict[str, int]:
    """Every watermark whose name begins so."""
    rows = connection.execute(
        "SELECT name, turn FROM watermarks WHERE substr(name, 1, ?) = ?", (len(prefix), prefix)
    )
    return dict(rows.fetchall())


def advance(connection: sqlite3.Connection, name: str, turn_id: int) -> None:
    """Move forward to a turn id, past which nothing waits; a smaller one changes nothing."""
    connection.execute(
        "INSERT INTO watermarks (name, turn) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET turn = max(turn, excluded.turn)",
        (name, turn_id),
    )
    if name == WRITER:
        # What failed once and is passed was cut otherwise since, or deleted.
        connection.execute(_DROP_PASSED, (turn_id,))


def checked_prefixes(prefixes: Iterable[str]) -> tuple[str, ...]:
    """The prefixes as they are.

    Raises:
        ValueError: one is empty, by which every reader would begin anew.
    """
    given = tuple(prefixes)
    if not all(given):
        raise ValueError("a prefix of watermarks is empty; name the reader whose marks are meant")
    return given


def drop(connection: sqlite3.Connection, prefix: str) -> None:
    """Forget every watermark whose name begins so."""
    connection.execute("DELETE FROM watermarks WHERE substr(name, 1, ?) = ?", (len(prefix), prefix))
