"""The SQLite files beside the journal: a connection to one of them, and its errors in our terms.

One holds the versions of files (truth) and waits for the disk; the other what is derived from
the lines, and can be made again. A file that SQLite cannot read is set aside, never deleted.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from familiar_memory.errors import StorageError
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.ownership import make_file, make_folders
from familiar_memory.store.sqlite.connection import connect
from familiar_memory.store.sqlite.page_cache import hold_little
from familiar_memory.store.sqlite.reading_only import ReadOnlyDatabase
from familiar_memory.store.sqlite.scrubbing import scrub
from familiar_memory.store.sqlite.set_aside import set_aside
from familiar_memory.store.sqlite.transaction import all_or_nothing

__all__ = ["JournalDatabase"]

_LOG = logging.getLogger(__name__)
_BUSY_TIMEOUT_S = 10.0


class JournalDatabase:
    """One connection, opened at its first use, behind one lock.

    `schema` is run at opening, so every statement in it must do nothing the second
    time. With `durable` a transaction is on the disk when it ends. A file that is read only
    must exist, and is left as it is.
    """

    def __init__(
        self, path: Path, schema: str, *, durable: bool, is_read_only: bool = False
    ) -> None:
        self._is_read_only = is_read_only
        self._read_only: ReadOnlyDatabase | None = None
        self._path = path
        self._schema = schema
        self._durable = durable
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    @property
    def path(self) -> Path:
        """The file; it may not exist yet."""
        return self._path

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it, or nothing. `StorageError` when the disk refuses."""
        with self.using() as connection, all_or_nothing(connection):
            yield connection

    @contextmanager
    def using(self) -> Iterator[sqlite3.Connection]:
        """The connection, for single statements; nobody else has it meanwhile."""
        with self._lock, self._translated():
            if self._connection is None:
                self._connection = self._opened()
            yield self._connection

    def scrub(self) -> None:
        """Write the file anew, without what it has freed; `StorageError` while others read it."""
        with self.using() as connection:
            scrub(connection)

    def close(self) -> None:
        """Close the connection; the next use opens it anew."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()
            read_only, self._read_only = self._read_only, None
            if read_only is not None:
                read_only.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        shown = f"journal/{self._path.name}"
        try:
            with translated(shown):
                yield
        except sqlite3.Error as error:
            raise StorageError(
                f"{shown}: {error}",
                "Nothing was changed. Check free space and permissions, or restore a backup.",
            ) from error

    def _opened(self) -> sqlite3.Connection:
        if self._is_read_only:
            self._read_only = ReadOnlyDatabase(self._path)
            return self._read_only.connect()
        make_folders(self._path.parent)
        try:
            return self._connect()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            _LOG.warning("%s cannot be read: %s", self._path, error)
            return self._begun_anew()

    def _begun_anew(self) -> sqlite3.Connection:
        make_file(f"{self._path}.lock")
        with FileLock(f"{self._path}.lock", timeout=_BUSY_TIMEOUT_S):
            try:
                # Another process may have done it by now.
                return self._connect()
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                _LOG.warning("it was set aside as %s", set_aside(self._path))
                return self._connect()

    def _connect(self) -> sqlite3.Connection:
        make_file(self._path)
        return connect(self._path, self._prepare, busy_timeout_s=_BUSY_TIMEOUT_S)

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # Only a file that is still empty takes this.
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if self._durable else 'NORMAL'}")
        # A version that is dropped must not stay readable in the free space of a page.
        connection.execute("PRAGMA secure_delete = ON")
        connection.executescript(self._schema)
        hold_little(connection)
