"""Short notes of what sync has found to be in order, kept beside the identity of the index.

They save looking twice, and nothing more: without them everything is looked at again.
"""

from __future__ import annotations

import sqlite3

__all__ = ["NAMES_VERSION", "forget_marks", "mark", "scan_mark", "set_mark", "unmark"]

_PREFIX = "mark:"

NAMES_VERSION = "names_version"
"""Changes whenever any document states other names of people than before."""


def scan_mark(source: str) -> str:
    """The mark of a source's last scan that agreed with the index; any write takes it away."""
    return f"scan_of_{source}"


def mark(connection: sqlite3.Connection, name: str) -> str | None:
    """What was noted under a name."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_PREFIX + name,)).fetchone()
    return None if row is None else str(row[0])


def set_mark(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Note something under a name."""
    connection.execute(
        "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (_PREFIX + name, value)
    )


def unmark(connection: sqlite3.Connection, name: str) -> None:
    """Forget what was noted under a name."""
    connection.execute("DELETE FROM meta WHERE key = ?", (_PREFIX + name,))


def forget_marks(connection: sqlite3.Connection) -> None:
    """Forget everything that was noted."""
    connection.execute("DELETE FROM meta WHERE substr(key, 1, ?) = ?", (len(_PREFIX), _PREFIX))
