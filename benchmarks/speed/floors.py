"""The least that anybody could do for the same result: what we are measured against."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "bare_dot_product",
    "bare_full_text",
    "bare_log",
    "bare_sweep",
    "or_query",
    "read_and_insert",
    "read_and_look",
]

_FTS = "CREATE VIRTUAL TABLE passages USING fts5(text)"


def bare_sweep(root: Path) -> list[tuple[str, int, int]]:
    """Path, size and time of every file: scandir and stat, nothing else."""
    found: list[tuple[str, int, int]] = []
    pending = [str(root)]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name[0] != ".":
                        pending.append(entry.path)
                    continue
                state = entry.stat(follow_symlinks=False)
                found.append((entry.path, state.st_size, state.st_mtime_ns))
    return found


def read_and_insert(root: Path, database: Path) -> int:
    """Read every file, and put the texts into one full-text table in one transaction."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(_FTS)
    connection.execute("BEGIN")
    texts = ((Path(path).read_text(encoding="utf-8"),) for path, _, _ in bare_sweep(root))
    count = connection.executemany("INSERT INTO passages VALUES (?)", texts).rowcount
    connection.execute("COMMIT")
    connection.close()
    return count


def read_and_look(root: Path, needle: bytes) -> int:
    """How many files hold some bytes, whatever the case."""
    return sum(needle in Path(path).read_bytes().lower() for path, _, _ in bare_sweep(root))


def bare_full_text(texts: Iterable[str]) -> sqlite3.Connection:
    """A full-text table in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute(_FTS)
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO passages VALUES (?)", ((text,) for text in texts))
    connection.execute("COMMIT")
    return connection


def or_query(connection: sqlite3.Connection, terms: Sequence[str], limit: int) -> list[int]:
    """The best rows by FTS5's own bm25 for any of the terms."""
    match = " OR ".join(f'"{term}"' for term in terms)
    rows = connection.execute(
        "SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT ?", (match, limit)
    )
    return [row for (row,) in rows]


def bare_dot_product(
    rows: NDArray[np.float32], query: NDArray[np.float32], limit: int
) -> list[int]:
    """The nearest rows by brute force."""
    scores = rows @ query
    return [int(row) for row in np.argpartition(-scores, limit)[:limit]]


@contextlib.contextmanager
def bare_log(database: Path) -> Iterator[sqlite3.Connection]:
    """A table in WAL mode that is flushed to the disk at every commit."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE turns(id INTEGER PRIMARY KEY, place TEXT, ref TEXT, author TEXT, text TEXT,"
        " said REAL)"
    )
    try:
        yield connection
    finally:
        connection.close()
