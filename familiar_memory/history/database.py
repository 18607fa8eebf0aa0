"""The SQLite file behind the history, lent to threads as transactions.

One connection writes, behind a lock; readers take a connection of their own from a
pool, so that a reader never waits for the disk to confirm a write. Every error is a
HistoryError that names the file.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Self

from familiar_memory.errors import HistoryError
from familiar_memory.history.history_file import (
    KEPT,
    as_history_errors,
    is_current,
    make_history,
    migrate,
    open_to_write,
    recognise,
    reconnected,
    refuse_empty,
)
from familiar_memory.store.disk.scratch import Scratch, lend_elsewhere
from familiar_memory.store.sqlite.connection import connect
from familiar_memory.store.sqlite.damage import problems_in
from familiar_memory.store.sqlite.page_cache import hold_little
from familiar_memory.store.sqlite.reading_only import ReadOnlyDatabase
from familiar_memory.store.sqlite.scrubbing import scrub
from familiar_memory.store.sqlite.transaction import all_or_nothing

__all__ = ["Database"]


class Database:
    """Hands out transactions on one history file; safe to share between threads."""

    _writer: sqlite3.Connection | None

    def __init__(self, path: Path) -> None:
        """Open the file, or create it (whole, or not at all) where there is none.

        Raises:
            HistoryError: the file is damaged, is not a history, or is newer than this program.
        """
        self._begin(path)
        with as_history_errors(path):
            self._writer = open_to_write(path)

    def _begin(self, path: Path) -> None:
        self.path = path
        self.refusal: str | None = None
        """Why nothing can be written; None when it can."""
        self.damage: str | None = None
        """Why nothing can be read, where this is an empty one in the place of a damaged file."""
        self._scratch: Scratch | None = None
        self._writer = None
        self._read_only: ReadOnlyDatabase | None = None
        self._write_lock = threading.Lock()
        self._pool_lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    @classmethod
    def read_only(cls, path: Path, refusal: str) -> Self:
        """Open a file that cannot be written, for the reason given.

        Of one of an older version a copy is read, and `refusal` says so.

        Raises:
            HistoryError: it cannot be read either, or is not a history.
        """
        database = cls.__new__(cls)
        database._begin(path)
        database.refusal = refusal
        with as_history_errors(path):
            refuse_empty(path)
            database._read_only = ReadOnlyDatabase(path)
            with closing(database._read_only.connect()) as connection:
                recognise(path, connection)
                if not is_current(connection):
                    database._read_a_newer_copy(connection)
        return database

    def _read_a_newer_copy(self, older: sqlite3.Connection) -> None:
        """Bring a copy up to date, since the file itself cannot be."""
        self._scratch = lend_elsewhere("older-history", self.path)
        file = self._scratch.path / "history.sqlite"
        with closing(connect(file)) as copy:
            older.backup(copy)
            migrate(copy)
        if self._read_only is not None:
            self._read_only.close()
        self._read_only = ReadOnlyDatabase(file)
        self.refusal = (
            f"{self.refusal}; it is of an older version, so a copy that was brought up to date is"
            " read"
        )

    @classmethod
    def empty(cls, path: Path, refusal: str, *, is_damaged: bool) -> Self:
        """Stand in for a file that cannot be read, or made: nothing was said, nothing can be."""
        database = cls.__new__(cls)
        database._begin(path)
        database.refusal = refusal
        database.damage = refusal if is_damaged else None
        database._scratch = lend_elsewhere("no-history", path)
        file = database._scratch.path / "history.sqlite"
        with as_history_errors(path):
            make_history(file)
            database._read_only = ReadOnlyDatabase(file)
        return database

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One write transaction: all of it is on the disk afterwards, or none of it.

        Raises:
            HistoryError: the disk refused, or another process wrote for over five seconds.
        """
        with self._write_lock, as_history_errors(self.path):
            self._refuse_closed()
            connection = self._writer
            if self.damage is not None:
                raise HistoryError(self.damage, KEPT)
            if connection is None:
                raise HistoryError(
                    f"{self.path.name} cannot be written: {self.refusal}",
                    "a familiar that this user can write to",
                )
            with all_or_nothing(connection):
                yield connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One read transaction: every query in it sees the same state."""
        with as_history_errors(self.path):
            connection = self._take()
            try:
                connection.execute("BEGIN")
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                connection.close()
                raise
            self._give_back(connection)

    def scrub(self) -> None:
        """Write the file anew, without anything that no row holds any more.

        Raises:
            HistoryError: the disk refused, or somebody else uses the file just now.
        """
        with self._write_lock, as_history_errors(self.path):
            self._refuse_closed()
            if self._writer is not None:
                scrub(self._writer)

    def check(self) -> tuple[str, ...]:
        """Every damage that SQLite finds in the file; reads all of it."""
        if self.damage is not None:
            return (self.damage,)
        try:
            with self.reading() as connection:
                found = problems_in(connection)
                broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        except HistoryError as problem:
            return (problem.problem,)
        return (*found, *(f"a row of {row[0]} points at nothing in {row[2]}" for row in broken))

    def close(self) -> None:
        """Close every connection; doing it again does nothing."""
        with self._write_lock, self._pool_lock:
            if self._closed:
                return
            self._closed = True
            for connection in (*self._idle, *([self._writer] if self._writer else ())):
                connection.close()
            self._idle.clear()
            if self._read_only is not None:
                self._read_only.close()
            if self._scratch is not None:
                self._scratch.close()

    def _take(self) -> sqlite3.Connection:
        with self._pool_lock:
            self._refuse_closed()
            if self._idle:
                return self._idle.pop()
        connection = (
            reconnected(self.path) if self._read_only is None else self._read_only.connect()
        )
        hold_little(connection)
        return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._pool_lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def _refuse_closed(self) -> None:
        if self._closed:
            raise HistoryError(f"{self.path.name} is closed", "open a new HistoryStore")
