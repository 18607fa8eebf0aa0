"""How much of a database a connection keeps in memory.

SQLite's own measure, two megabytes a connection, is as much as a whole familiar of a household
should take; the system keeps the pages of a file in memory anyway, once for everybody.
"""

from __future__ import annotations

import sqlite3

__all__ = ["hold_little", "hold_much"]

_LITTLE_KB = 128
"""Enough for a few questions, since the system has the file in memory anyway; 2 MB for each of up
to eight connections were a good part of a familiar awake (docs/performance.md)."""
_MUCH_KB = 2_000
"""SQLite's own default."""


def hold_little(connection: sqlite3.Connection) -> None:
    """Let go of what is more than a few questions need, and keep no more from now on."""
    connection.execute(f"PRAGMA cache_size = -{_LITTLE_KB}")


def hold_much(connection: sqlite3.Connection) -> None:
    """Keep as much as a great change needs, which otherwise would be written out on the way."""
    connection.execute(f"PRAGMA cache_size = -{_MUCH_KB}")
