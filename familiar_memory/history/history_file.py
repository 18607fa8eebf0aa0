"""The file of a history: made, recognised, brought up to date, and what is wrong with it.

Nothing else holds what was said, so it appears whole or not at all, a foreign or newer file
is left as it is, and a damaged one is never replaced. Everything that SQLite complains about
leaves here as a HistoryError that names the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.errors import HistoryError, cause_of
from familiar_memory.history.schema import APPLICATION_ID, MIGRATIONS, SCHEMA, SCHEMA_VERSION
from familiar_memory.store.sqlite.appearing import make_whole
from familiar_memory.store.sqlite.connection import connect
from familiar_memory.store.sqlite.transaction import all_or_nothing

__all__ = [
    "KEPT",
    "reconnected",
    "is_current",
    "make_history",
    "migrate",
    "open_to_write",
    "recognise",
    "refuse_empty",
    "as_history_errors",
]

KEPT: Final = (
    "it is never recreated, because nothing else has what was said: restore it from a backup"
)
_BUSY_TIMEOUT_S = 5.0
"""Longer than any transaction of ours; who waits longer has met a process that hangs."""
_SIGNS_OF_DAMAGE = ("no such table", "no such column", "malformed", "decode")


@contextmanager
def as_history_errors(path: Path) -> Iterator[None]:
    """Have what SQLite or the system raises in the block leave it as a HistoryError."""
    try:
        yield
    except sqlite3.OperationalError as exc:
        raise HistoryError(f"{path.name} cannot be used: {exc}", _advice(str(exc))) from exc
    except sqlite3.DatabaseError as exc:
        raise HistoryError(f"{path.name} is damaged: {exc}", KEPT) from exc
    except OSError as exc:
        raise HistoryError(
            f"{path.name} cannot be opened: {cause_of(exc)}", "a writable folder"
        ) from exc


def open_to_write(path: Path) -> sqlite3.Connection:
    """The file, made where there was none, and of this version.

    Raises:
        HistoryError: it is empty, is not a history, or is newer than this program.
        sqlite3.Error: it cannot be opened or written.
        OSError: its folder cannot be made or written.
    """
    if not path.exists():
        make_history(path)
    refuse_empty(path)

    def prepare(connection: sqlite3.Connection) -> None:
        # Before anything is set, so that a foreign file is left as it is.
        recognise(path, connection)
        _be_careful(connection)
        migrate(connection)

    return connect(path, prepare, busy_timeout_s=_BUSY_TIMEOUT_S)


def reconnected(path: Path) -> sqlite3.Connection:
    """Another connection to a file that was recognised before."""
    return connect(path, _be_careful, busy_timeout_s=_BUSY_TIMEOUT_S)


def recognise(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse what is no history, or one of a newer version, with HistoryError."""
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


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether it is of this version."""
    return _version(connection) == SCHEMA_VERSION


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an older file up to this version: in one transaction, by one process."""
    if is_current(connection):
        return
    connection.create_function("place_slug", 4, _place_slug, deterministic=True)
    with all_or_nothing(connection):
        # Another process may have done it while this one waited.
        for version in range(_version(connection), SCHEMA_VERSION):
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def refuse_empty(path: Path) -> None:
    """Refuse what is no file, or has lost its contents, with HistoryError."""
    if not path.is_file():
        raise HistoryError(
            f"{path.name} is not a regular file", "a path for the file history.sqlite"
        )
    if path.stat().st_size == 0:
        # A new history appears whole, so an empty file is one that lost its contents.
        raise HistoryError(f"{path.name} is damaged: it is empty", KEPT)


def make_history(path: Path) -> None:
    """Make an empty history; where another process has made it first, that one stays.

    Raises:
        HistoryError: the log of a history that is gone is still there.
        sqlite3.Error: it cannot be written.
        OSError: its folder cannot be made or written.
    """
    orphan = Path(f"{path}-wal")
    if orphan.exists() and orphan.stat().st_size:
        raise HistoryError(f"{path.name} is missing, but {orphan.name} is still there", KEPT)
    make_whole(path, reconnected, _fill)


def _fill(connection: sqlite3.Connection) -> None:
    connection.executescript(f"BEGIN;{SCHEMA}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _be_careful(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # An edited or deleted text must not stay readable in the free space of a page.
    connection.execute("PRAGMA secure_delete = ON")


def _place_slug(platform: str, channel: str, guild: str | None, kind: str) -> str:
    return Place(platform, channel, guild, PlaceKind(kind)).slug


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _advice(message: str) -> str:
    if "locked" in message or "busy" in message:
        return "another process is writing to it; try again when it has finished"
    if any(sign in message for sign in _SIGNS_OF_DAMAGE):
        return KEPT
    return "a regular file on a local disk that is writable and has room"
