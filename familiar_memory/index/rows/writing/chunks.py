"""The chunks of a document as rows, with their windows; those of the same text stay."""

from __future__ import annotations

import sqlite3
from collections import defaultdict, deque
from collections.abc import Iterable

from familiar_memory.domain.memory.document import Chunk, ParsedDocument
from familiar_memory.index.rows.checksums import WINDOWS
from familiar_memory.index.rows.documents import EmbeddedDocument

__all__ = ["append_chunks", "chunk_of_each", "write_chunks"]

_INSERT = (
    "INSERT INTO chunks(document, ordinal, heading_path, char_start, char_end, token_count, text,"
    " audience) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_MOVE = "UPDATE chunks SET ordinal = ?, char_start = ?, char_end = ? WHERE id = ?"
_WITH_WINDOWS = (
    "SELECT DISTINCT w.chunk FROM chunks c CROSS JOIN chunk_windows w"
    " ON w.chunk = c.id AND w.embedder = ? WHERE c.document = ?"
)
_Place = tuple[int, int, int]
"""(ordinal, char_start, char_end)"""


def write_chunks(
    connection: sqlite3.Connection, row: int, embedded: EmbeddedDocument, space: int | None
) -> tuple[list[int], list[int]]:
    """Make the chunks of a document those given, with windows of the space of this number.

    Returns:
        Their numbers in order, and those of rows that are to be deleted.
    """
    standing = _standing(connection, row)
    complete = {chunk for (chunk,) in connection.execute(_WITH_WINDOWS, (space, row))}
    numbers: list[int] = []
    moved: list[tuple[int, int, int, int]] = []
    pairs = zip(embedded.document.chunks, embedded.windows, strict=True)
    for ordinal, (chunk, windows) in enumerate(pairs):
        if same := standing.get(_said(chunk)):
            number, place = same.popleft()
            if place != (here := (ordinal, chunk.char_start, chunk.char_end)):
                moved.append((*here, number))
        else:
            number = _insert(connection, row, ordinal, chunk)
        numbers.append(number)
        if number not in complete:
            _insert_windows(connection, number, space, windows)
    connection.executemany(_MOVE, moved)
    return numbers, [number for same in standing.values() for number, _ in same]


def append_chunks(
    connection: sqlite3.Connection, row: int, embedded: EmbeddedDocument, space: int | None
) -> list[int]:
    """Put the chunks of a piece behind those that a document has; their numbers in order."""
    (first,) = connection.execute(
        "SELECT 1 + coalesce(max(ordinal), -1) FROM chunks WHERE document = ?", (row,)
    ).fetchone()
    numbers: list[int] = []
    for chunk, windows in zip(embedded.document.chunks, embedded.windows, strict=True):
        numbers.append(_insert(connection, row, first + len(numbers), chunk))
        _insert_windows(connection, numbers[-1], space, windows)
    return numbers


def chunk_of_each(document: ParsedDocument, numbers: Iterable[int]) -> dict[int, int]:
    """The chunk of each passage by its position; one that is in none is absent."""
    found: dict[int, int] = {}
    for chunk, number in zip(document.chunks, numbers, strict=True):
        for position in range(max(chunk.first, 0), chunk.last + 1):
            if document.passages[position].audience == chunk.audience:
                found.setdefault(position, number)
    return found


def _standing(
    connection: sqlite3.Connection, row: int
) -> defaultdict[tuple[object, ...], deque[tuple[int, _Place]]]:
    found: defaultdict[tuple[object, ...], deque[tuple[int, _Place]]] = defaultdict(deque)
    for number, ordinal, start, end, *said in connection.execute(
        "SELECT id, ordinal, char_start, char_end, heading_path, token_count, text, audience"
        " FROM chunks WHERE document = ? ORDER BY ordinal",
        (row,),
    ):
        found[tuple(said)].append((number, (ordinal, start, end)))
    return found


def _said(chunk: Chunk) -> tuple[object, ...]:
    return chunk.heading_path, chunk.token_count, chunk.embedding_text, chunk.audience


def _insert(connection: sqlite3.Connection, row: int, ordinal: int, chunk: Chunk) -> int:
    heading, tokens, text, audience = _said(chunk)
    cursor = connection.execute(
        _INSERT, (row, ordinal, heading, chunk.char_start, chunk.char_end, tokens, text, audience)
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _insert_windows(
    connection: sqlite3.Connection, chunk: int, space: int | None, windows: tuple[bytes, ...]
) -> None:
    if not windows:
        return
    connection.executemany(
        WINDOWS.insert(),
        [WINDOWS.row(chunk, space, number, name) for number, name in enumerate(windows)],
    )
