"""The passages of a document as rows: those that say the same keep their numbers.

A number is what a reader's snapshot knows a passage by. So a row is told apart by all that
it says and by nothing of where it stands: what has only moved is moved, and what stands
where it stood is not touched.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from familiar_memory.domain.memory.document import ParsedDocument, Passage
from familiar_memory.index.passage_row import identity_of, passage_row
from familiar_memory.index.rows.checksums import PASSAGES
from familiar_memory.index.rows.writing.callings import insert_callings

__all__ = ["append_passages", "write_passages"]

_AT_ONCE = 500
"""SQLite took 999 variables in a statement before version 3.32."""


class _Position(NamedTuple):
    """Where a passage stands; the columns of the same names."""

    ordinal: int
    chunk: int | None
    line: int
    char_start: int
    char_end: int


_COLUMNS_OF_POSITION = tuple(PASSAGES.columns.index(name) for name in _Position._fields)
_MOVE = (
    f"UPDATE passages SET checksum = ?, {', '.join(f'{name} = ?' for name in _Position._fields)}"
    " WHERE id = ?"
)


def write_passages(
    connection: sqlite3.Connection,
    row: int,
    document: ParsedDocument,
    chunk_of: Mapping[int, int],
) -> tuple[list[int], list[int]]:
    """Make the rows of a document those of its passages.

    `chunk_of` gives the chunk of a passage by its position.

    Returns:
        The numbers of the passages in order, and those of rows that are to be deleted.
    """
    standing = _standing(connection, row)
    identities = [identity_of(document, passage) for passage in document.passages]
    numbers: list[int | None] = []
    moved: dict[int, _Position] = {}
    for ordinal, passage in enumerate(document.passages):
        same = standing.get(identities[ordinal])
        if not same:
            numbers.append(None)
            continue
        number, position = same.popleft()
        numbers.append(number)
        if position != (here := _position(passage, ordinal, chunk_of)):
            moved[number] = here
    _move(connection, moved)
    new = [ordinal for ordinal, number in enumerate(numbers) if number is None]
    made = dict(
        zip(new, _insert(connection, row, document, new, 0, chunk_of, identities), strict=True)
    )
    gone = [number for same in standing.values() for number, _ in same]
    return [made[at] if number is None else number for at, number in enumerate(numbers)], gone


def append_passages(
    connection: sqlite3.Connection,
    row: int,
    piece: ParsedDocument,
    first: int,
    chunk_of: Mapping[int, int],
) -> None:
    """Put the passages of a piece behind the `first` ones that a document has."""
    identities = [identity_of(piece, passage) for passage in piece.passages]
    _insert(connection, row, piece, range(len(identities)), first, chunk_of, identities)


def _standing(
    connection: sqlite3.Connection, row: int
) -> defaultdict[bytes, deque[tuple[int, _Position]]]:
    """Number and position of the rows of a document, by what they say, as they stand."""
    found: defaultdict[bytes, deque[tuple[int, _Position]]] = defaultdict(deque)
    for identity, number, *position in connection.execute(
        f"SELECT identity, id, {', '.join(_Position._fields)} FROM passages WHERE document = ?"
        " ORDER BY ordinal",
        (row,),
    ):
        found[identity].append((number, _Position(*position)))
    return found


def _position(passage: Passage, ordinal: int, chunk_of: Mapping[int, int]) -> _Position:
    chunk = chunk_of.get(ordinal)
    return _Position(ordinal, chunk, passage.line, passage.char_start, passage.char_end)


def _move(connection: sqlite3.Connection, moved: Mapping[int, _Position]) -> None:
    """Give rows another place; what they say is compared with their checksums on the way.

    Raises:
        sqlite3.DatabaseError: a row is not what was written.
    """
    numbers = list(moved)
    changes = []
    for start in range(0, len(numbers), _AT_ONCE):
        batch = numbers[start : start + _AT_ONCE]
        rows = connection.execute(
            f"SELECT {PASSAGES.select('p')} FROM passages p"
            f" WHERE id IN ({','.join('?' * len(batch))})",
            batch,
        )
        for _, *values in PASSAGES.checked(rows):
            to = moved[values[0]]
            for column, value in zip(_COLUMNS_OF_POSITION, to, strict=True):
                values[column] = value
            changes.append((PASSAGES.row(*values)[0], *to, values[0]))
    connection.executemany(_MOVE, changes)


def _insert(
    connection: sqlite3.Connection,
    row: int,
    document: ParsedDocument,
    which: Sequence[int],
    before: int,
    chunk_of: Mapping[int, int],
    identities: Sequence[bytes],
) -> Iterable[int]:
    """Insert some passages, behind so many others; their numbers, none of them used before."""
    first = _newest(connection) + 1
    numbers = range(first, first + len(which))
    rows = []
    for number, at in zip(numbers, which, strict=True):
        passage = document.passages[at]
        here = _position(passage, at, chunk_of)._replace(ordinal=before + at)
        said = passage_row(document, passage)
        # In the order of `checksums.PASSAGES`: where it stands is put among what it says.
        told = PASSAGES.row(number, row, *here[:2], *said[:3], *here[2:], *said[3:])
        rows.append((identities[at], *told))
    connection.executemany(PASSAGES.insert("identity"), rows)
    passages = (document.passages[at] for at in which)
    insert_callings(connection, row, zip(numbers, passages, strict=True))
    return numbers


def _newest(connection: sqlite3.Connection) -> int:
    """The highest number that a passage ever had here."""
    sql = "SELECT seq FROM sqlite_sequence WHERE name = 'passages'"
    found = connection.execute(sql).fetchone()
    return 0 if found is None else int(found[0])
