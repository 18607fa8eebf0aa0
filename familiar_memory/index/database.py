"""Open the index file; replace it when it is damaged, or was built with something else."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.schema import DDL, IndexIdentity

__all__ = ["IndexDatabase"]

_log = logging.getLogger(__name__)
_BUSY_TIMEOUT_S = 10.0
NEW = "new"
_SIDE_FILES = ("-wal", "-shm", "-journal")


class IndexDatabase:
    """One SQLite file, a connection per thread, and a reason when it had to be replaced."""

    def __init__(self, path: Path, identity: IndexIdentity) -> None:
        self.path = path
        self.identity = identity
        self.replaced_because: str | None = None
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._prepare()

    def connection(self) -> sqlite3.Connection:
        """This thread's connection, in autocommit mode.

        Raises:
            IndexUnavailableError: the file cannot be opened.
        """
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._connect()
            self._local.connection = found
            with self._lock:
                self._opened.append(found)
        return found

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing; other writers wait."""
        connection = self.connection()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            connection.rollback()
            raise
        connection.commit()

    def reset(self, reason: str) -> None:
        """Empty the index in place, so that other processes see it happen."""
        self.replaced_because = reason
        with self.transaction() as connection:
            for table in ("documents", "vectors", "changes"):
                connection.execute(f"DELETE FROM {table}")
            connection.execute("DELETE FROM sqlite_sequence WHERE name = 'changes'")
            self._stamp(connection)

    def close(self) -> None:
        """Close every thread's connection."""
        with self._lock:
            for connection in self._opened:
                connection.close()
            self._opened.clear()
        self._local = threading.local()

    def _prepare(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        reason = self._reason_to_replace()
        if reason is not None:
            self.replace(reason)

    def replace(self, reason: str) -> None:
        """Throw the file away and begin an empty one: for a damaged or foreign index."""
        if reason != NEW:
            _log.warning("replacing the index %s: %s", self.path.name, reason)
            self.replaced_because = reason
        self.close()
        self._remove_files()
        connection = self.connection()
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(f"BEGIN IMMEDIATE;{DDL}COMMIT;")
        with self.transaction():
            self._stamp(connection)

    def _reason_to_replace(self) -> str | None:
        if not self.path.exists():
            return NEW
        try:
            connection = self.connection()
            found = dict(connection.execute("SELECT key, value FROM meta").fetchall())
            connection.execute("SELECT 1 FROM documents LIMIT 1").fetchone()
        except (sqlite3.DatabaseError, IndexUnavailableError) as problem:
            if isinstance(problem, sqlite3.OperationalError) and "locked" in str(problem):
                raise IndexUnavailableError(
                    f"the index {self.path.name} is locked by another process",
                    "wait for the other process, or stop it",
                ) from problem
            return f"it is damaged ({problem})"
        wanted = self.identity.as_meta()
        changed = [key for key in wanted if found.get(key) != wanted[key]]
        return f"it was built with another {', '.join(changed)}" if changed else None

    def _stamp(self, connection: sqlite3.Connection) -> None:
        connection.executemany(
            "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)",
            self.identity.as_meta().items(),
        )

    def _remove_files(self) -> None:
        for suffix in ("", *_SIDE_FILES):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                self.path,
                timeout=_BUSY_TIMEOUT_S,
                isolation_level=None,
                check_same_thread=False,
            )
            connection.execute("PRAGMA foreign_keys=ON")
            # The index can be rebuilt, so a power cut may cost its last transaction.
            connection.execute("PRAGMA synchronous=NORMAL")
        except sqlite3.Error as problem:
            raise IndexUnavailableError(
                f"the index {self.path} cannot be opened: {problem}",
                "a writable folder `.index` inside the memory tree",
            ) from problem
        return connection
