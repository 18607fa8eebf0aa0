"""One state of the rows, for whoever makes arrays of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from familiar_memory.index.arrays.blocks import ChangedDocuments, SegmentRows
from familiar_memory.index.file.database import EVERYTHING
from familiar_memory.index.segments.reading import segment_rows
from familiar_memory.index.spaces.base import Space
from familiar_memory.index.spaces.tables import find_number, is_whole

__all__ = ["SqliteNow", "at_one_moment", "newest_change"]


@contextmanager
def at_one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """What is read within is of one state, and nothing is written."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.rollback()


def newest_change(connection: sqlite3.Connection) -> int:
    """The number of the newest change; 0 when there was none."""
    return int(connection.execute("SELECT coalesce(max(seq), 0) FROM changes").fetchone()[0])


class SqliteNow:
    """The `RowsNow` of an index in SQLite."""

    def __init__(self, connection: sqlite3.Connection, file: object, asked: Space) -> None:
        """Read within a transaction of this connection to a file."""
        self._connection = connection
        self.file = file
        self.asked = asked

    @property
    def newest(self) -> int:
        """The number of the newest change."""
        return newest_change(self._connection)

    def changes(self, after: int) -> ChangedDocuments:
        """Which documents have come, changed or gone since a change."""
        (oldest,) = self._connection.execute("SELECT coalesce(min(seq), 0) FROM changes").fetchone()
        rows = self._connection.execute(
            "SELECT DISTINCT c.document, c.source, c.key, d.id IS NOT NULL FROM changes c"
            " LEFT JOIN documents d ON d.id = c.document WHERE c.seq > ?",
            (after,),
        ).fetchall()
        return ChangedDocuments(
            frozenset((row, source, key) for row, source, key, is_here in rows if is_here),
            frozenset((row, source, key) for row, source, key, is_here in rows if not is_here),
            oldest > after + 1 or any(row == EVERYTHING for row, *_ in rows),
        )

    def segment(self, space: Space, documents: Sequence[int] | None = None) -> SegmentRows:
        """The rows of some documents, or of all, with vectors of a space."""
        number = find_number(self._connection, space.key) if space.dimension else 0
        lacks = not is_whole(self._connection, number)
        found = (number, space.dimension)
        return segment_rows(self._connection, documents, found, may_lack=lacks)
