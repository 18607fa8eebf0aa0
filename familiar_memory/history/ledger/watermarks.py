"""How far each reader of the history has come.

A watermark never moves back; it may be dropped, and then its reader begins anew.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable

__all__ = ["WRITER", "advance", "checked_prefixes", "drop", "position", "positions"]

WRITER = "memory_writer"
"""The watermark of the memory writer."""
_SURROGATES, _BEHIND_SURROGATES = range(0xD800, 0xE000), 0xE000
_DROP_PASSED = (
    "DELETE FROM batches WHERE last <= ?"
    " AND status IN ('failed', 'refused', 'unparsable', 'staged')"
)


def position(connection: sqlite3.Connection, name: str) -> int:
    """The last turn id that this reader has dealt with; 0 at first."""
    row = connection.execute("SELECT turn FROM watermarks WHERE name = ?", (name,)).fetchone()
    return 0 if row is None else int(row[0])


def positions(connection: sqlite3.Connection, prefix: str) -> dict[str, int]:
    """Every watermark whose name begins so; the key of the table serves it."""
    where, bounds = _range(prefix)
    rows = connection.execute(f"SELECT name, turn FROM watermarks{where}", bounds)
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
    where, bounds = _range(prefix)
    connection.execute(f"DELETE FROM watermarks{where}", bounds)


def _range(prefix: str) -> tuple[str, tuple[str, ...]]:
    """A condition on names, and its values: from the prefix on, up to what comes behind it."""
    if not prefix:
        return "", ()
    behind = _behind(prefix)
    if not behind:
        return " WHERE name >= ?", (prefix,)
    return " WHERE name >= ? AND name < ?", (prefix, behind)


def _behind(prefix: str) -> str:
    """The first text that sorts behind all that begin so, in SQLite's order; "" if none does."""
    known = prefix.rstrip(chr(sys.maxunicode))
    if not known:
        return ""
    following = ord(known[-1]) + 1
    # Surrogates are no characters, and cannot be bound.
    following = _BEHIND_SURROGATES if following in _SURROGATES else following
    return known[:-1] + chr(following)
