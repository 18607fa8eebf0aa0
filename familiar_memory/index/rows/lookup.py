"""Find passages by what they are, not by how well they answer: for a person who asks why."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from familiar_memory.index.rows.passages import load_passages
from familiar_memory.index.values import FoundPassage

__all__ = ["FoundPassage", "passages_holding", "passages_in"]


_Row = tuple[int, int, str | None, int]
"""(id, retired, expires, char_end)"""


def passages_in(connection: sqlite3.Connection, source: str, key: str) -> list[FoundPassage]:
    """The passages of one document, in order."""
    rows = connection.execute(
        "SELECT p.id, p.retired, p.expires, p.char_end FROM passages p JOIN documents d"
        " ON d.id = p.document WHERE d.source = ? AND d.key = ? ORDER BY p.ordinal",
        (source, key),
    ).fetchall()
    return _found(connection, rows)


def passages_holding(connection: sqlite3.Connection, text: str, limit: int) -> list[FoundPassage]:
    """Passages that hold a text, whatever its case and spacing; reads all of them."""
    wanted = _plain(text)
    rows = connection.execute(
        "SELECT p.id, p.retired, p.expires, p.char_end, p.text FROM documents d JOIN passages p"
        " ON p.document = d.id ORDER BY d.source, d.key, p.ordinal"
    )
    return _found(connection, list(_holding(rows, wanted, limit)) if wanted else [])


def _holding(rows: sqlite3.Cursor, wanted: str, limit: int) -> Iterator[_Row]:
    found = 0
    for *row, text in rows:
        if wanted in _plain(text):
            yield row[0], row[1], row[2], row[3]
            found += 1
            if found == limit:
                return


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _found(connection: sqlite3.Connection, rows: Sequence[_Row]) -> list[FoundPassage]:
    stored = load_passages(connection, [row[0] for row in rows])
    return [
        FoundPassage(stored[number], bool(retired), expires, end)
        for number, retired, expires, end in rows
        if number in stored
    ]
