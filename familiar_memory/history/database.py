"""The SQLite file behind the history: opened, recognised, shared by threads and processes.

One connection writes, behind a lock; readers take a connection of their own from a
pool, so that a reader never waits for the disk to confirm a write. Everything that
SQLite complains about leaves here as a HistoryError that names the file.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Self
from uuid import uuid4

from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.errors import HistoryError, cause_of
from familiar_memory.history.schema import APPLICATION_ID, MIGRATIONS, SCHEMA, SCHEMA_VERSION
from familiar_memory.store.disk.ownership import make_file, make_folders
from familiar_memory.store.disk.page_cache import hold_little
from familiar_memory.store.disk.reading_only import ReadOnlyDatabase
from familiar_memory.store.disk.scrubbing import scrub

__all__ = ["Database"]

_BUSY_TIMEOUT_S = 5.0
"""Longer than any transaction of ours; who waits longer has met a process that hangs."""
_SIGNS_OF_DAMAGE = ("no such table", "no such column", "malformed", "decode")
_KEPT = "it is never recreated, because nothing else holds what was said: restore it from a backup"


class Database:
    """Hands out transactions on one history file; safe to share between threads."""

    _writer: sqlite3.Connection | None

    def __init__(self, path: Path) -> None:
        """Open the file, or create it (whole, or not at all) where there is none.

        Raises:
            HistoryError: the file is damaged, is not a history, or is newer than this program.
        """
        self._begin(path)
        with _translated(path):
            if not path.exists():
                _create(path)
            _refuse_empty(path)
            writer = _connect(path, _recognise)
            try:
                _migrate(writer)
            except BaseException:
                writer.close()
                raise
            self._writer = writer

    def _begin(self, path: Path) -> None:
        self.path = path
        self.refusal: str | None = None
        """Why nothing can be written; None when it can."""
        self.damage: str | None = None
        """Why nothing can be read, where this is an empty one in the place of a damaged file."""
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
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
        with _translated(path):
            _refuse_empty(path)
            database._read_only = ReadOnlyDatabase(path)
            with closing(database._read_only.connect()) as connection:
                _recognise(path, connection)
                if _version(connection) != SCHEMA_VERSION:
                    database._read_a_newer_copy(connection)
        return database

    def _read_a_newer_copy(self, older: sqlite3.Connection) -> None:
        """Bring a copy up to date, since the file itself cannot be."""
        self._scratch = tempfile.TemporaryDirectory(prefix="familiar-older-history-")
        file = Path(self._scratch.name, "history.sqlite")
        with closing(sqlite3.connect(file, isolation_level=None)) as copy:
            older.backup(copy)
            _migrate(copy)
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
        database._scratch = tempfile.TemporaryDirectory(prefix="familiar-no-history-")
        file = Path(database._scratch.name, "history.sqlite")
        with _translated(path):
            _create(file)
            database._read_only = ReadOnlyDatabase(file)
        return database

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One write transaction: all of it is on the disk afterwards, or none of it.

        Raises:
            HistoryError: the disk refused, or another process wrote for over five seconds.
        """
        with self._write_lock, _translated(self.path):
            self._refuse_closed()
            connection = self._writer
            if self.damage is not None:
                raise HistoryError(self.damage, _KEPT)
            if connection is None:
                raise HistoryError(
                    f"{self.path.name} cannot be written: {self.refusal}",
                    "a familiar that this user may write to",
                )
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One read transaction: every query in it sees the same state."""
        with _translated(self.path):
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
        with self._write_lock, _translated(self.path):
            self._refuse_closed()
            if self._writer is not None:
                scrub(self._writer)

    def check(self) -> tuple[str, ...]:
        """Every damage that SQLite finds in the file; reads all of it."""
        if self.damage is not None:
            return (self.damage,)
        try:
            with self.reading() as connection:
                found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
                broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        except HistoryError as problem:
            return (problem.problem,)
        found = [] if found == ["ok"] else found
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
                self._scratch.cleanup()

    def _take(self) -> sqlite3.Connection:
        with self._pool_lock:
            self._refuse_closed()
            if self._idle:
                return self._idle.pop()
        connection = _connect(self.path) if self._read_only is None else self._read_only.connect()
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


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as exc:
        raise HistoryError(f"{path.name} cannot be used: {exc}", _advice(str(exc))) from exc
    except sqlite3.DatabaseError as exc:
        raise HistoryError(f"{path.name} is damaged: {exc}", _KEPT) from exc
    except OSError as exc:
        raise HistoryError(
            f"{path.name} cannot be opened: {cause_of(exc)}", "a writable folder"
        ) from exc


def _advice(message: str) -> str:
    if "locked" in message or "busy" in message:
        return "another process is writing to it; try again when it has finished"
    if any(sign in message for sign in _SIGNS_OF_DAMAGE):
        return _KEPT
    return "a regular file on a local disk that is writable and has room"


def _connect(
    path: Path, check: Callable[[Path, sqlite3.Connection], None] | None = None
) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )
    try:
        # Before anything is set, so that a foreign file is left as it is.
        if check is not None:
            check(path, connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # An edited or deleted text must not stay readable in the free space of a page.
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _recognise(path: Path, connection: sqlite3.Connection) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = _version(connection)
    if application != APPLICATION_ID:
        raise HistoryError(
            f"{path.name} is an SQLite file, but not a conversation history",
            "a history.sqlite that familiar_memory made, or no file at all",
        )
    if not 1 <= version <= SCHEMA_VERSION:
        raise HistoryError(
            f"{path.name} has schema version {version}; this program knows versions up to "
            f"{SCHEMA_VERSION}",
            "a newer familiar-memory (the file has not been touched)",
        )


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring an older file up to this version: in one transaction, by one process."""
    if _version(connection) == SCHEMA_VERSION:
        return
    connection.create_function("place_slug", 4, _place_slug, deterministic=True)
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited.
        for version in range(_version(connection), SCHEMA_VERSION):
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _place_slug(platform: str, channel: str, guild: str | None, kind: str) -> str:
    return Place(platform, channel, guild, PlaceKind(kind)).slug


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _refuse_empty(path: Path) -> None:
    if not path.is_file():
        raise HistoryError(
            f"{path.name} is not a regular file", "a path for the file history.sqlite"
        )
    if path.stat().st_size == 0:
        # A new history appears whole, so an empty file is one that lost its contents.
        raise HistoryError(f"{path.name} is damaged: it is empty", _KEPT)


def _create(path: Path) -> None:
    """Build the file beside its place and link it in, so that two creators cannot clash."""
    orphan = Path(f"{path}-wal")
    if orphan.exists() and orphan.stat().st_size:
        raise HistoryError(f"{path.name} is missing, but {orphan.name} is still there", _KEPT)
    make_folders(path.parent)
    draft = path.with_name(f".{path.name}.{uuid4().hex}.new")
    try:
        make_file(draft)
        with closing(_connect(draft)) as connection:
            connection.executescript(f"BEGIN;{SCHEMA}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute("COMMIT")
        _appear(draft, path)
    finally:
        for leftover in (draft, Path(f"{draft}-wal"), Path(f"{draft}-shm")):
            leftover.unlink(missing_ok=True)


def _appear(draft: Path, path: Path) -> None:
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
    except OSError:
        # No hard links on this file system; the race is then left to a single creator.
        draft.rename(path)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
