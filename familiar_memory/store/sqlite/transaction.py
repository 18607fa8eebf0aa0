"""One write transaction: all of it, or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["all_or_nothing"]


@contextmanager
def all_or_nothing(connection: sqlite3.Connection) -> Iterator[None]:
    """What the block writes is committed at its end, and taken back where it fails.

    Other writers wait from the beginning, so that nothing that was read in it is old.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
