"""Whether a file is damaged: by its length, by an error of SQLite, by reading all of it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from familiar_memory.store.sqlite.open_here import looking_into

__all__ = ["FAILURES", "is_cut", "is_damage", "problems_in"]

FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite's module raises; the second where a damaged name stands in its own message."""

# What says nothing about the file itself: it is in use, or the disk refuses.
_NOT_DAMAGE: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOMEM,
    }
)


def is_damage(problem: BaseException) -> bool:
    """Whether the file is at fault; so it is taken to be where nothing else is said."""
    code = getattr(problem, "sqlite_errorcode", None)
    return code is None or code & 0xFF not in _NOT_DAMAGE


def is_cut(path: Path) -> bool:
    """Whether the file is shorter than its own header says: SQLite notices only on the way."""
    try:
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            # A checkpoint may be under way; the log holds what the file lacks.
            return False
        with looking_into(path) as file:
            header = file.read(32)
        page = int.from_bytes(header[16:18], "big")
        pages = int.from_bytes(header[28:32], "big")
        return pages * (65_536 if page == 1 else page) > path.stat().st_size
    except OSError:
        return False


def problems_in(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Every damage that SQLite finds in the file; reads all of it."""
    found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    return () if found == ["ok"] else tuple(found)
