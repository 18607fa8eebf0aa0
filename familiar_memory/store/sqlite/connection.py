"""A connection to a SQLite file, counted from its opening to its end."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Callable
from pathlib import Path

from familiar_memory.store.sqlite.files import FileId
from familiar_memory.store.sqlite.open_here import counting, not_open_any_more

__all__ = ["Connection", "connect", "no_preparation"]


class Connection(sqlite3.Connection):
    """One that is counted (`open_here`) until it is closed, or nobody has it any more."""

    _end: weakref.finalize[[FileId], Connection] | None = None

    def close(self) -> None:
        """Close it; doing it again does nothing."""
        super().close()
        if self._end is not None:
            self._end()

    def count_as(self, file: FileId) -> None:
        """Take over one count of this file."""
        self._end = weakref.finalize(self, not_open_any_more, file)
        # The system lets go of everything then, in whatever order.
        self._end.atexit = False


def no_preparation(connection: sqlite3.Connection) -> None:
    """What is done to a connection to which nothing is to be done."""


def connect(
    path: Path,
    prepare: Callable[[sqlite3.Connection], None] = no_preparation,
    *,
    uri: str | None = None,
    busy_timeout_s: float = 5.0,
) -> sqlite3.Connection:
    """A connection for any thread, in autocommit mode, after `prepare` has set it up.

    `uri` says how to open the file where its path alone does not. Who finds it locked waits
    for so many seconds.

    Raises:
        sqlite3.Error: it cannot be opened. What `prepare` raises passes, and it is closed.
    """
    with counting(path) as opened:
        connection = sqlite3.connect(
            path if uri is None else uri,
            timeout=busy_timeout_s,
            isolation_level=None,
            check_same_thread=False,
            uri=uri is not None,
            factory=Connection,
        )
    if opened:
        connection.count_as(opened[0])
    try:
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection
