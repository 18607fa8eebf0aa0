"""What a database file, or any other file, still holds of something that must go."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

from familiar_memory.domain.sought import Sought
from familiar_memory.store.sqlite.open_here import looking_into

__all__ = ["can_find", "columns_of", "file_holds", "rows_holding", "scrub"]

_PIECE = 1 << 20
"""Bytes read at a time, whatever the size of the file."""
_ONLY_NUMBERS = "-shm"
"""What the file is called that says which page is where in the log: it holds no row, and the
locks of a log are held on it."""


def scrub(connection: sqlite3.Connection) -> None:
    """Write the file anew without anything that its rows do not hold, and empty its log.

    Freed pages, and the gaps within pages, hold what once stood in them; so does the
    write-ahead log. The connection must have no transaction open.

    Raises:
        sqlite3.OperationalError: somebody else reads or writes the file.
    """
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("VACUUM")
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise sqlite3.OperationalError("database is locked: its log is being read")


def columns_of(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Every (table, column) of a database."""
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    ).fetchall()
    for (table,) in tables:
        for column in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
            yield table, column[1]


def can_find(connection: sqlite3.Connection, sought: Sought) -> None:
    """Let statements ask `is_sought(column)`: whether a value holds any of it."""

    def is_sought(value: object) -> bool:
        if isinstance(value, str):
            return sought.is_in(value)
        return isinstance(value, bytes) and sought.holds(value)

    connection.create_function("is_sought", 1, is_sought, deterministic=True)


def rows_holding(connection: sqlite3.Connection, sought: Sought) -> dict[str, int]:
    """How many rows hold any of it, by `table.column`; those that do."""
    found: dict[str, int] = {}
    can_find(connection, sought)
    for table, column in columns_of(connection) if sought else ():
        (count,) = connection.execute(
            f'SELECT count(*) FROM "{table}" WHERE is_sought("{column}")'
        ).fetchone()
        if count:
            found[f"{table}.{column}"] = count
    return found


def file_holds(path: Path, sought: Sought) -> bool:
    """Whether any of it stands in the bytes of a file, compressed or not.

    A file that is not there holds nothing. Of a damaged compressed file what can be
    unpacked is looked at. A database may be in use meanwhile.
    """
    if path.name.endswith(_ONLY_NUMBERS):
        return False
    if not sought:
        return False
    before = b""
    for piece in _pieces(path):
        data = before + piece
        if sought.holds(data):
            return True
        before = data[-sought.reach :]
    return False


def _pieces(path: Path) -> Iterator[bytes]:
    """The bytes of a file, unpacked where they are compressed; of a damaged one, what can be."""
    try:
        with looking_into(path) as file:
            if path.suffix != ".gz":
                yield from iter(lambda: file.read(_PIECE), b"")
                return
            unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
            while data := file.read(_PIECE):
                yield unpacker.decompress(data)
    except (FileNotFoundError, zlib.error):
        return
