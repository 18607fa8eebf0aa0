"""Read rows of the index into a segment, block by block."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from familiar_memory.domain.entity import entity_of, is_entity_note
from familiar_memory.domain.partial_date import instant_of
from familiar_memory.index.segment import (
    F32,
    I32,
    I64,
    Edges,
    Facet,
    Interner,
    Postings,
    Registers,
    Segment,
)
from familiar_memory.index.terms import Postings as TermRows
from familiar_memory.index.terms import decode_terms

__all__ = ["load_segment"]

_TYPES: dict[str, type[np.generic]] = {
    "passage": np.int64,
    "document": np.int32,
    "audience": np.int32,
    "author": np.int32,
    "speaker": np.int32,
    "length": np.float32,
    "day": np.int32,
    "asks": np.bool_,
    "retired": np.bool_,
    "cites": np.bool_,
    "expires": np.float64,
    "learned": np.float64,
    "since": np.float64,
    "until": np.float64,
    "importance": np.int8,
    "facet": np.int32,
    "entity": np.int32,
    "position": np.int32,
    "chunk": np.int32,
    "terms": np.int64,
}
_NO_TAGS: frozenset[str] = frozenset()
_Stated = tuple[int, str, str | None, int]
"""(passage, subject's slug or note, object's note, whether it is a fact)"""
_BLOCK = 4_096
"""Rows that are held as Python values at a time."""
_ROWS = """
SELECT p.id, d.id, d.source, d.key, p.audience, p.author, p.author_name, p.length,
       coalesce(CAST(julianday(substr(p.learned, 1, 10)) - 1721424.5 AS INTEGER), 0),
       p.asks, p.retired, coalesce(CAST(strftime('%s', p.expires) AS INTEGER), 9e15),
       CAST(strftime('%s', p.learned) AS INTEGER), p.valid_since, p.valid_until, p.importance,
       p.record_type, p.topic, p.tags, p.ordinal, p.chunk,
       p.kind != 'turn' AND p.refs != '[]', p.terms
FROM {documents} d JOIN passages p ON p.document = d.id
ORDER BY d.source, d.key, p.audience, p.ordinal
"""
_WINDOWS = """
SELECT w.chunk, v.vector
FROM {documents} d JOIN chunks c ON c.document = d.id
JOIN chunk_windows w ON w.chunk = c.id AND w.embedder = :space
JOIN vectors v ON v.embedder = w.embedder AND v.text_hash = w.text_hash
ORDER BY w.chunk, w.window
"""


_FACTS = """
SELECT p.id, f.subject, f.object_target, 1
FROM {documents} d JOIN facts f ON f.document = d.id
JOIN passages p ON p.document = f.document AND p.ordinal = f.passage
"""
_LINKS = """
SELECT p.id, d.key, l.target, 0
FROM {documents} d JOIN links l ON l.document = d.id
JOIN passages p ON p.document = l.document AND p.ordinal = l.passage
"""


def load_segment(
    connection: sqlite3.Connection,
    registers: Registers,
    *,
    dimension: int,
    space: int | None,
    documents: Sequence[int] | None = None,
) -> Segment:
    """Read the given documents (all when None) into a segment.

    `space` numbers the vector space to read, of this dimension; None = no vectors.
    """
    dimension = 0 if space is None else dimension
    table = "documents"
    if documents is not None:
        connection.execute("CREATE TEMP TABLE IF NOT EXISTS wanted(id INTEGER PRIMARY KEY)")
        connection.execute("DELETE FROM wanted")
        connection.executemany("INSERT INTO wanted VALUES (?)", [(d,) for d in documents])
        table = "(SELECT * FROM documents WHERE id IN (SELECT id FROM wanted))"
    columns = _Columns(registers)
    rows = connection.execute(_ROWS.format(documents=table))
    while block := rows.fetchmany(_BLOCK):
        columns.take(block)
    windows = _windows(connection, table, space if dimension else None)
    vectors, vector_chunk = _vectors(windows, columns.chunk_numbers, dimension)
    stated = connection.execute(
        f"{_FACTS} UNION ALL {_LINKS} ORDER BY 1, 2, 3".format(documents=table)
    )
    return columns.segment(vectors, vector_chunk, stated.fetchall())


def _windows(connection: sqlite3.Connection, table: str, space: int | None) -> sqlite3.Cursor:
    # No space has the number 0.
    return connection.execute(_WINDOWS.format(documents=table), {"space": space or 0})


class _Columns:
    """Rows of passages as they become arrays, block by block.

    All of them at once, as Python values, would take more memory than the arrays do.
    """

    def __init__(self, registers: Registers) -> None:
        self._registers = registers
        self._of_type: dict[str, list[NDArray[Any]]] = {name: [] for name in _TYPES}
        self._terms: list[TermRows] = []
        self.chunk_numbers: dict[int, int] = {}

    def take(self, rows: list[tuple[Any, ...]]) -> None:
        """Add a block of rows, in order."""
        passages, ids, sources, keys, audiences, authors, author_names, *rest = zip(
            *rows, strict=True
        )
        lengths, days, asks, retired, expires, learned, since, until, importance, *rest = rest
        types, topics, tags, ordinals, chunks, cites, terms = rest
        number = self._registers
        author = [number.authors.number(a) for a in authors]
        values: dict[str, Sequence[Any]] = {
            "passage": passages,
            "document": [number.documents.number(d) for d in zip(ids, sources, keys, strict=True)],
            "audience": [number.audiences.number(a) for a in audiences],
            "author": author,
            "speaker": [number.speakers.number(s) for s in zip(author, author_names, strict=True)],
            "length": lengths,
            "day": days,
            "asks": asks,
            "retired": retired,
            "cites": cites,
            "expires": expires,
            "learned": [math.nan if at is None else at for at in learned],
            "since": [_seconds(at, -math.inf) for at in since],
            "until": [_seconds(at, math.inf) for at in until],
            "importance": importance,
            "facet": [self._facet(*filed) for filed in zip(types, topics, tags, strict=True)],
            "entity": [self._entity(key) for key in keys],
            "position": ordinals,
            "chunk": [self._chunk(c) for c in chunks],
        }
        for name, column in values.items():
            self._of_type[name].append(np.array(column, _TYPES[name]))
        self._terms.append(decode_terms(b"".join(terms)))
        self._of_type["terms"].append(
            np.fromiter(map(len, terms), np.int64, len(terms)) // self._terms[-1].itemsize
        )

    def segment(self, vectors: F32, vector_chunk: I32, stated: Sequence[_Stated]) -> Segment:
        """All rows so far, with the vectors of their chunks; empties what was gathered."""
        of = {
            name: np.concatenate(self._of_type.pop(name) or [np.zeros(0, kind)])
            for name, kind in _TYPES.items()
        }
        per_row, terms = of.pop("terms"), self._terms
        self._terms = []
        return Segment(
            **of,
            group=_groups(of["document"], of["audience"]),
            postings=_postings(per_row, terms),
            vectors=vectors,
            vector_chunk=vector_chunk,
            chunk_count=len(self.chunk_numbers),
            edges=_edges(stated, of["passage"], self._registers.entities),
        )

    def _facet(self, kind: str | None, topic: str | None, tags: str) -> int:
        filed = frozenset(orjson.loads(tags)) if tags != "[]" else _NO_TAGS
        return self._registers.facets.number(Facet(kind, topic, filed))

    def _entity(self, key: str) -> int:
        return self._registers.entities.number(entity_of(key)) if is_entity_note(key) else -1

    def _chunk(self, row: int | None) -> int:
        return -1 if row is None else self.chunk_numbers.setdefault(row, len(self.chunk_numbers))


def _seconds(written: str | None, otherwise: float) -> float:
    moment = None if written is None else instant_of(written)
    return otherwise if moment is None else moment.timestamp()


def _edges(stated: Sequence[_Stated], passages: I64, entities: Interner[str]) -> Edges:
    """What is stated, with the rows of the passages that state it."""
    order = np.argsort(passages, kind="stable")
    ids = np.array([passage for passage, *_ in stated], np.int64)
    rows = order[np.searchsorted(passages, ids, sorter=order)] if len(ids) else ids
    return Edges(
        row=rows.astype(np.int32),
        subject=np.array([entities.number(_subject(s, f)) for _, s, _, f in stated], np.int32),
        object=np.array(
            [-1 if o is None else entities.number(entity_of(o)) for _, _, o, _ in stated],
            np.int32,
        ),
        joins=np.array([bool(f) or is_entity_note(s) for _, s, _, f in stated], bool),
    )


def _subject(named: str, is_fact: int) -> str:
    """A fact names its subject by slug, or by path where a person linked it; a link has a key."""
    return named if is_fact and not named.endswith(".md") else entity_of(named)


def _vectors(
    windows: sqlite3.Cursor, chunk_numbers: dict[int, int], dimension: int
) -> tuple[F32, I32]:
    """The vectors as one matrix, and the chunk of each row; grown block by block."""
    blocks: list[F32] = []
    numbers: list[int] = []
    while block := windows.fetchmany(_BLOCK):
        wanted = [(chunk_numbers[c], v) for c, v in block if c in chunk_numbers]
        numbers += (number for number, _ in wanted)
        joined = np.frombuffer(b"".join(vector for _, vector in wanted), "<f4")
        if not np.isfinite(joined).all():
            raise ValueError("a vector holds what is no number")
        if dimension:
            blocks.append(joined.reshape(-1, dimension))
    matrix = np.empty((len(numbers), dimension), np.float32)
    filled = 0
    blocks.reverse()
    while blocks:  # let go of each as it is copied: never two of the whole at a time
        rows = blocks.pop()
        matrix[filled : filled + len(rows)] = rows
        filled += len(rows)
    return matrix, np.array(numbers, np.int32)


def _groups(document: I32, audience: I32) -> I32:
    """Number the runs of rows that share document and audience."""
    if not len(document):
        return np.zeros(0, np.int32)
    starts = np.ones(len(document), bool)
    starts[1:] = (document[1:] != document[:-1]) | (audience[1:] != audience[:-1])
    return np.cumsum(starts, dtype=np.int32)


def _postings(per_row: I64, blocks: list[TermRows]) -> Postings:
    """Turn rows of terms into terms of rows."""
    flat = np.concatenate(blocks) if blocks else decode_terms(b"")
    row_of = np.repeat(np.arange(len(per_row), dtype=np.int32), per_row)
    order = np.argsort(flat["term"], kind="stable")
    terms, first = np.unique(flat["term"][order], return_index=True)
    return Postings(
        terms=terms,
        starts=np.append(first, len(flat)).astype(np.int64),
        rows=row_of[order],
        weights=np.ascontiguousarray(flat["weight"][order]),
    )
