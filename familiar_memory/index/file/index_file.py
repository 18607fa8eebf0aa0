"""The file of an index: connected to, recognised, made empty, named.

It can be made anew from the truth, so whatever cannot be used is replaced; what is kept of
a file of another version is put into the new one.
"""

from __future__ import annotations

import contextlib
import sqlite3
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.schema import BORN, DDL, IndexIdentity
from familiar_memory.store.disk.ownership import make_file
from familiar_memory.store.sqlite.connection import connect
from familiar_memory.store.sqlite.damage import FAILURES, is_cut, is_damage
from familiar_memory.store.sqlite.files import not_a_file, remove_files
from familiar_memory.store.sqlite.page_cache import hold_little

__all__ = [
    "ANOTHER",
    "NEW",
    "PutBack",
    "connected",
    "make_empty",
    "name_anew",
    "put_nothing",
    "reason_to_replace",
    "stamp",
    "unusable",
]

NEW: Final = "new"
"""The reason to make a file where there is none."""
ANOTHER: Final = "it was built with another "
"""How the reason to replace a sound file begins."""
_BUSY_TIMEOUT_S = 10.0
"""Longer than a batch of documents takes to write; who waits longer has met a process that
hangs."""

PutBack: TypeAlias = Callable[[sqlite3.Connection], None]
"""Puts what was kept of an index that went into the one that comes."""


def put_nothing(new: sqlite3.Connection) -> None:
    """What is put where nothing is carried over."""


def unusable(path: Path, problem: Exception) -> IndexUnavailableError:
    """What to raise for an error of a read or a write."""
    return IndexUnavailableError(
        f"the index {path.name} cannot be read or written: {problem}",
        "it is disposable: `familiar index rebuild` builds it again",
    )


def connected(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made where there is none.

    Raises:
        IndexUnavailableError: it cannot be opened; its cause is `sqlite3.Error`.
        sqlite3.Error, UnicodeDecodeError: it was opened, and cannot be read.
    """
    try:
        connection = connect(path, busy_timeout_s=_BUSY_TIMEOUT_S)
    except sqlite3.Error as problem:
        raise IndexUnavailableError(
            f"the index {path.name} cannot be opened: {problem}",
            "a writable folder `.index` inside the memory tree",
        ) from problem
    try:
        connection.execute("PRAGMA foreign_keys=ON")
        # The index can be rebuilt, so a power cut may cost its last transaction.
        connection.execute("PRAGMA synchronous=NORMAL")
        hold_little(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def reason_to_replace(path: Path, identity: IndexIdentity) -> str | None:
    """Why the file cannot be the index of this identity; None when it can.

    Raises:
        IndexUnavailableError: it cannot be read just now, which says nothing of the file.
    """
    if not path.exists():
        return NEW
    if odd := not_a_file(path):
        # Opening a pipe would wait for ever for whoever writes into it.
        return f"{odd} is not a file"
    if is_cut(path):
        return "it is damaged (its end is missing)"
    try:
        connection = connected(path)
    except IndexUnavailableError as problem:
        return f"it is damaged ({problem.problem})"
    except FAILURES as problem:
        return f"it is damaged ({unusable(path, problem).problem})"
    try:
        found = dict(connection.execute("SELECT key, value FROM meta").fetchall())
        connection.execute("SELECT 1 FROM documents LIMIT 1").fetchone()
    except (sqlite3.Error, ValueError) as problem:
        if not is_damage(problem):
            raise unusable(path, problem) from problem
        return f"it is damaged ({problem})"
    finally:
        connection.close()
    wanted = identity.as_meta()
    changed = [key for key in wanted if found.get(key) != wanted[key]]
    return f"{ANOTHER}{', '.join(changed)}" if changed else None


def make_empty(path: Path, identity: IndexIdentity, put_back: PutBack = put_nothing) -> None:
    """Put an empty index in the place of whatever stands there, and what was kept into it.

    Raises:
        IndexUnavailableError: it cannot be opened; its cause is `sqlite3.Error`.
        sqlite3.Error, UnicodeDecodeError: it cannot be written.
    """
    remove_files(path)
    make_file(path)
    with contextlib.closing(connected(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(f"BEGIN IMMEDIATE;{DDL}")
        stamp(connection, identity)
        put_back(connection)
        connection.execute("COMMIT")


def stamp(connection: sqlite3.Connection, identity: IndexIdentity) -> None:
    """Write down what the index is made with, and name it anew."""
    connection.executemany(
        "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", identity.as_meta().items()
    )
    name_anew(connection)


def name_anew(connection: sqlite3.Connection) -> None:
    """Whoever followed another index must not take this one for it."""
    connection.execute(
        "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (BORN, uuid.uuid4().hex)
    )
