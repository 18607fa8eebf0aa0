"""Read the rows of a segment, block by block, each as it was written."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from familiar_memory.domain.talk.role import Role
from familiar_memory.index.arrays.blocks import (
    PassageBlock,
    SegmentRows,
    Stated,
    StatedCalling,
    VectorBlock,
)
from familiar_memory.index.rows.checksums import (
    CALLINGS,
    DOCUMENTS,
    FACTS,
    LINKS,
    PASSAGES,
    VECTORS,
    WINDOWS,
)

__all__ = ["segment_rows"]

_BLOCK = 512
"""Rows that are held as Python values at a time."""
_NAMES = ("checksum", *PASSAGES.columns, "source", "key")
_ROWS = f"""
SELECT {PASSAGES.select("p")}, d.source, d.key
FROM {{passages}} CROSS JOIN documents d ON d.id = p.document
"""
# The table itself, not by an index of SQLite: that has copies of some values, and
# what is damaged in the table would not be seen.
_ALL = "passages p NOT INDEXED"
_WANTED = "wanted CROSS JOIN passages p ON p.document = wanted.id"
_WANTED_DOCUMENTS = "(SELECT * FROM documents WHERE id IN (SELECT id FROM wanted))"
_WINDOWS = """
SELECT {windows}, {vectors}, w.chunk, v.vector
FROM chunk_windows w
LEFT JOIN vectors v ON v.embedder = w.embedder AND v.text_hash = w.text_hash
WHERE w.embedder = :space AND {which}
ORDER BY w.chunk, w.window
"""
_OF_WANTED = "w.chunk IN (SELECT p.chunk FROM wanted JOIN passages p ON p.document = wanted.id)"
_FACTS = """
SELECT {guarded}, p.id, f.subject, f.object_target, 1
FROM {documents} d JOIN facts f ON f.document = d.id
JOIN passages p ON p.id = f.passage AND p.document = f.document
"""
_LINKS = """
SELECT {guarded}, p.id, d.key, l.target, 0
FROM {documents} d JOIN links l ON l.document = d.id
JOIN passages p ON p.id = l.passage AND p.document = l.document
"""
# Asked for by nothing that a flipped bit could change: what is lost would not be seen.
_CALLINGS = "SELECT {guarded}, c.passage, c.name, c.kind FROM {callings}"
_ALL_CALLINGS = "callings c NOT INDEXED"
_WANTED_CALLINGS = "wanted CROSS JOIN callings c ON c.document = wanted.id"


def segment_rows(
    connection: sqlite3.Connection,
    documents: Sequence[int] | None,
    space: tuple[int, int],
    *,
    may_lack: bool,
) -> SegmentRows:
    """The rows of some documents, or of all; read as they are asked for, in one transaction.

    `space` is (number, dimension) of the vectors. A window without a vector is damage,
    unless some `may_lack` theirs.

    Raises:
        sqlite3.DatabaseError: a row is not what was written, or lost (when it is read).
    """
    if documents is not None:
        connection.execute("CREATE TEMP TABLE IF NOT EXISTS wanted(id INTEGER PRIMARY KEY)")
        connection.execute("DELETE FROM wanted")
        connection.executemany("INSERT INTO wanted VALUES (?)", [(d,) for d in documents])
    is_part = documents is not None
    number, dimension = space if all(space) else (0, 0)
    return SegmentRows(
        _passages(connection, is_part=is_part),
        dimension,
        _vectors(connection, number, is_part=is_part, may_lack=may_lack) if dimension else (),
        _stated(connection, is_part=is_part),
        _callings(connection, is_part=is_part),
    )


def _passages(connection: sqlite3.Connection, *, is_part: bool) -> Iterator[PassageBlock]:
    rows = connection.execute(_ROWS.format(passages=_WANTED if is_part else _ALL))
    count: Counter[int] = Counter()
    while block := rows.fetchmany(_BLOCK):
        # No column is asked for twice: what the checksum covers is what is given out.
        of = dict(zip(_NAMES, zip(*PASSAGES.checked(block), strict=True), strict=True))
        count.update(of["document"])
        yield _block(of)
    _check_documents(connection, count, is_part=is_part)


def _block(of: Mapping[str, Sequence[Any]]) -> PassageBlock:
    return PassageBlock(
        passage=of["id"],
        document=list(zip(of["document"], of["source"], of["key"], strict=True)),
        audience=of["audience"],
        author=of["author"],
        author_name=of["author_name"],
        day=of["day"],
        asks=of["asks"],
        standing=of["standing"],
        retired=of["retired"],
        expires=of["expires_s"],
        learned=of["learned_s"],
        since=of["since_s"],
        until=of["until_s"],
        importance=of["importance"],
        record_type=of["record_type"],
        topic=of["topic"],
        tags=of["tags"],
        ordinal=of["ordinal"],
        chunk=of["chunk"],
        cites=[
            kind != "turn" and refs != "[]"
            for kind, refs in zip(of["kind"], of["refs"], strict=True)
        ],
        of_bot=[role == Role.ASSISTANT for role in of["role"]],
        terms=of["terms"],
    )


def _check_documents(
    connection: sqlite3.Connection, passages: Counter[int], *, is_part: bool
) -> None:
    """Make sure that no passage has got lost with the way to it."""
    table = _WANTED_DOCUMENTS if is_part else "documents"
    rows = connection.execute(f"SELECT {DOCUMENTS.select('d')}, d.id FROM {table} d")
    for row in DOCUMENTS.checked(rows):
        if passages[row[-1]] != row[-2]:
            raise PASSAGES.damage()


def _vectors(
    connection: sqlite3.Connection, space: int, *, is_part: bool, may_lack: bool
) -> Iterator[VectorBlock]:
    """The vectors of the wanted documents, or of all; the texts of chunks are not read."""
    which = _OF_WANTED if is_part else "TRUE"
    query = _WINDOWS.format(which=which, windows=WINDOWS.select("w"), vectors=VECTORS.select("v"))
    rows = connection.execute(query, {"space": space})
    while block := rows.fetchmany(_BLOCK):
        named = WINDOWS.checked(block)
        if may_lack:
            named = (row for row in named if row[-1] is not None)
        sound = list(VECTORS.checked(named, WINDOWS.width))
        yield VectorBlock([row[-2] for row in sound], b"".join(row[-1] for row in sound))


def _stated(connection: sqlite3.Connection, *, is_part: bool) -> Iterator[Stated]:
    documents = _WANTED_DOCUMENTS if is_part else "documents"
    for guarded, query, alias in ((FACTS, _FACTS, "f"), (LINKS, _LINKS, "l")):
        rows = connection.execute(query.format(documents=documents, guarded=guarded.select(alias)))
        for row in guarded.checked(rows):
            passage, subject, target, is_fact = row[guarded.width :]
            yield Stated(passage, subject, target, bool(is_fact))


def _callings(connection: sqlite3.Connection, *, is_part: bool) -> Iterator[StatedCalling]:
    table = _WANTED_CALLINGS if is_part else _ALL_CALLINGS
    rows = connection.execute(_CALLINGS.format(callings=table, guarded=CALLINGS.select("c")))
    for row in CALLINGS.checked(rows):
        yield StatedCalling(*row[CALLINGS.width :])
