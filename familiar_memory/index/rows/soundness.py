"""Whether every row of an index is as it was written: all of them, read once.

A look that no answer needs: whoever reads a row for an answer compares it anyway. Names, times
and the texts of chunks have no checksum; what SQLite itself can tell of them is asked too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from familiar_memory.index.rows.checksums import GUARDED, Guarded

__all__ = ["check_rows"]

_TOLD = 3
"""Problems after which SQLite may stop looking: the first decides."""


def check_rows(connection: sqlite3.Connection) -> None:
    """Compare every row with its checksum, and let SQLite check its own structure.

    Raises:
        sqlite3.DatabaseError: it names the tables, and how many rows of each.
    """
    problems = [problem for guarded in GUARDED for problem in _of_table(connection, guarded)]
    problems += _of_counts(connection)
    problems += _of_structure(connection)
    if problems:
        raise sqlite3.DatabaseError("; ".join(problems))


def _of_table(connection: sqlite3.Connection, guarded: Guarded) -> Iterator[str]:
    query = f"SELECT {guarded.select('t')} FROM {guarded.table} AS t NOT INDEXED"
    bad = sum(not guarded.is_sound(row) for row in connection.execute(query))
    if bad:
        yield f"{bad} row{'s are' if bad > 1 else ' is'} not as written in {guarded.table}"


def _of_counts(connection: sqlite3.Connection) -> Iterator[str]:
    """Documents that have more or fewer passages than were written."""
    (bad,) = connection.execute(
        "SELECT count(*) FROM documents d WHERE d.passages !="
        " (SELECT count(*) FROM passages p WHERE p.document = d.id)"
    ).fetchone()
    if bad:
        yield f"{bad} of the documents {'have' if bad > 1 else 'has'} lost passages"


def _of_structure(connection: sqlite3.Connection) -> Iterator[str]:
    for (said,) in connection.execute(f"PRAGMA quick_check({_TOLD})"):
        if said != "ok":
            yield " ".join(str(said).split())
