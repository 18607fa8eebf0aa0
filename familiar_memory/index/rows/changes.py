"""Read what was written into the index since somebody looked, whichever process wrote it."""

from __future__ import annotations

import sqlite3

from familiar_memory.domain.memory.changed import ChangeCursor, Changed, News, happened
from familiar_memory.index.schema import BORN

__all__ = ["changes_since", "change_cursor"]

# One statement sees one state: nothing is dropped or written between its parts.
_BOUNDS = f"""
SELECT coalesce((SELECT value FROM meta WHERE key = '{BORN}'), '') AS born,
    coalesce((SELECT min(seq) FROM changes), 0) AS oldest,
    coalesce((SELECT max(seq) FROM changes), 0) AS newest
"""
_SINCE = f"""
SELECT b.born, b.oldest, b.newest, c.source, c.key, c.before, c.after, c.seq
FROM ({_BOUNDS}) AS b LEFT JOIN (
    SELECT * FROM changes WHERE seq > :after AND (before IS NOT NULL OR after IS NOT NULL)
    ORDER BY seq LIMIT :most
) AS c ORDER BY c.seq
"""


def change_cursor(connection: sqlite3.Connection) -> ChangeCursor:
    """Where the index stands."""
    born, _, newest = connection.execute(_BOUNDS).fetchone()
    return ChangeCursor(born, newest)


def changes_since(connection: sqlite3.Connection, cursor: ChangeCursor | None, most: int) -> News:
    """What was written after a cursor, the oldest of it where there is more than `most`.

    Without a cursor anything may have changed.
    """
    after = -1 if cursor is None else cursor.sequence
    rows = connection.execute(_SINCE, {"after": after, "most": most}).fetchall()
    born, oldest, newest, *_ = rows[0]
    end = ChangeCursor(born, newest)
    is_same = cursor is not None and cursor.index == born
    if not is_same or newest < after or oldest > after + 1:
        return News(end, is_everything=True)
    told = tuple(
        Changed(source, key, happened(before, after), sequence, before, after)
        for *_, source, key, before, after, sequence in rows
        if sequence is not None
    )
    if len(told) == most:
        end = ChangeCursor(born, told[-1].sequence)
    return News(end, told)
