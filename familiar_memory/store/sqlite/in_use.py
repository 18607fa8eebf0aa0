"""Whether anybody has a SQLite file open just now, in this process or another."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from familiar_memory.store.sqlite.connection import connect

__all__ = ["is_in_use"]


def is_in_use(path: Path) -> bool:
    """Whether somebody has it open, or may: what cannot be opened to be asked counts as used.

    A file that is no database at all is nobody's.
    """
    uri = f"file:{quote(str(path))}?mode=rw"
    try:
        with closing(connect(path, uri=uri, busy_timeout_s=0)) as connection:
            # Whoever has a file with a log open holds a shared lock all the time, which only
            # one who wants the whole file for itself meets.
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError:
        return True
    except sqlite3.DatabaseError:
        return False
    return False
