"""SQLite files that may only be read: a backup, a mount without the right to write.

SQLite wants to write beside a file even to read it, because of its log. Where it cannot,
and there is no log, the file is taken as one that nobody changes; where there is a log,
both are copied to a folder of this process's own.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final
from urllib.parse import quote

from familiar_memory.store.disk.scratch import Scratch, lend_elsewhere
from familiar_memory.store.sqlite.connection import connect
from familiar_memory.store.sqlite.open_here import copy_bytes

__all__ = ["ReadOnlyDatabase", "first_unwritable", "is_refusal"]

_REFUSALS: Final = frozenset(
    {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
)
_NOT_WRITABLE: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def is_refusal(problem: BaseException | None) -> bool:
    """Whether the system does not let this process write, which says nothing of the file."""
    if isinstance(problem, sqlite3.Error):
        return getattr(problem, "sqlite_errorcode", 0) & 0xFF in _REFUSALS
    return isinstance(problem, OSError) and problem.errno in _NOT_WRITABLE


def first_unwritable(*paths: Path) -> Path | None:
    """The first of these that this process may not write; of one that is missing, its folder."""
    for path in paths:
        there = path
        while not os.path.lexists(there) and there != there.parent:
            there = there.parent
        if not os.access(there, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            return there
    return None


class ReadOnlyDatabase:
    """One SQLite file, to which any number of connections may be made that never write."""

    def __init__(self, path: Path) -> None:
        """Find the way in which the file can be read.

        Raises:
            sqlite3.Error: it cannot be, or is damaged.
            OSError: its folder cannot be read.
        """
        self._copy: Scratch | None = None
        self._path = path
        self._uri = f"file:{quote(str(path))}?mode=ro"
        log = path.with_name(f"{path.name}-wal")
        try:
            self.connect().close()
            return
        except sqlite3.Error as problem:
            if not is_refusal(problem):
                raise
        if log.exists() and log.stat().st_size:
            self._copy = lend_elsewhere("read-only", path)
            for file in (path, log):
                copy_bytes(file, self._copy.path / file.name)
            self._path = self._copy.path / path.name
            self._uri = f"file:{quote(str(self._path))}"
        else:
            self._uri = f"file:{quote(str(path))}?immutable=1"
        self.connect().close()

    def connect(self) -> sqlite3.Connection:
        """Another connection; the caller closes it. `sqlite3.Error` when it cannot be made."""
        return connect(self._path, _never_write, uri=self._uri)

    def close(self) -> None:
        """Let go of the copy, if one was needed."""
        if self._copy is not None:
            self._copy.close()


def _never_write(connection: sqlite3.Connection) -> None:
    """Have it refuse to write, and meet at once what keeps it from being read."""
    connection.execute("PRAGMA query_only = ON")
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
