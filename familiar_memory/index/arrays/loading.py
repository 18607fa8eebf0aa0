"""Read rows of the index into a segment, block by block."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.tree import entity_of, is_entity_note
from familiar_memory.index.array_types import F32, I32, I64
from familiar_memory.index.arrays.segment import (
    Edges,
    Facet,
    Interner,
    Postings,
    Registers,
    Segment,
)
from familiar_memory.index.rows.checksums import DOCUMENTS, FACTS, LINKS, PASSAGES, VECTORS, WINDOWS
from familiar_memory.index.rows.documents import is_unembedded
from familiar_memory.index.words.terms import Postings as TermRows
from familiar_memory.index.words.terms import decode_terms

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
SELECT {guarded}, p.id, d.id, d.source, d.key, p.audience, p.author, p.author_name, p.length,
       coalesce(CAST(julianday(substr(p.learned, 1, 10)) - 1721424.5 AS INTEGER), 0),
       p.asks, p.retired, coalesce(CAST(strftime('%s', p.expires) AS INTEGER), 9e15),
       CAST(strftime('%s', p.learned) AS INTEGER), p.valid_since, p.valid_until, p.importance,
       p.record_type, p.topic, p.tags, p.ordinal, p.chunk,
       p.kind != 'turn' AND p.refs != '[]', p.terms
FROM {passages} CROSS JOIN documents d ON d.id = p.document
"""
# The table itself, not by an index of SQLite: that has copies of some values, and
# what is damaged in the table would not be seen.
_ALL = "passages p NOT INDEXED"
_WANTED = "wanted CROSS JOIN passages p ON p.document = wanted.id"
_WINDOWS = """
SELECT {windows}, {vectors}, w.chunk, v.vector
FROM chunk_windows w
LEFT JOIN vectors v ON v.embedder = w.embedder AND v.text_hash = w.text_hash
WHERE w.embedder = :space AND {which}
ORDER BY w.chunk, w.window
"""


_FACTS = """
SELECT {guarded}, p.id, f.subject, f.object_target, 1
FROM {documents} d JOIN facts f ON f.document = d.id
JOIN passages p ON p.document = f.document AND p.ordinal = f.passage
"""
_LINKS = """
SELECT {guarded}, p.id, d.key, l.target, 0
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
    table, passages = "documents", _ALL
    if documents is not None:
        connection.execute("CREATE TEMP TABLE IF NOT EXISTS wanted(id INTEGER PRIMARY KEY)")
        connection.execute("DELETE FROM wanted")
        connection.executemany("INSERT INTO wanted VALUES (?)", [(d,) for d in documents])
        table = "(SELECT * FROM documents WHERE id IN (SELECT id FROM wanted))"
        passages = _WANTED
    columns = _Columns(registers)
    rows = connection.execute(_ROWS.format(passages=passages, guarded=PASSAGES.select("p")))
    while block := rows.fetchmany(_BLOCK):
        columns.take([row[PASSAGES.width :] for row in PASSAGES.checked(block)])
    windows = _windows(connection, documents is not None, space if dimension else None)
    may_lack = is_unembedded(connection)
    vectors, vector_chunk = _vectors(windows, columns.chunk_numbers, dimension, may_lack)
    _check_documents(connection, table, columns.rows_of)
    return columns.segment(vectors, vector_chunk, _stated(connection, table))


def _check_documents(
    connection: sqlite3.Connection, table: str, passages: Mapping[int, int]
) -> None:
    """Make sure that no passage has got lost with the way to it."""
    rows = connection.execute(f"SELECT {DOCUMENTS.select('d')}, d.id FROM {table} d")
    for row in DOCUMENTS.checked(rows):
        if passages.get(row[-1], 0) != row[-2]:
            raise PASSAGES.damage()


def _stated(connection: sqlite3.Connection, table: str) -> list[_Stated]:
    """What facts and links state, in the same order in every index."""
    stated: list[_Stated] = []
    for guarded, query, alias in ((FACTS, _FACTS, "f"), (LINKS, _LINKS, "l")):
        rows = connection.execute(query.format(documents=table, guarded=guarded.select(alias)))
        stated += (row[guarded.width :] for row in guarded.checked(rows))
    return sorted(stated, key=lambda one: (one[0], one[1], one[2] or "", one[3]))


def _windows(connection: sqlite3.Connection, is_part: bool, space: int | None) -> sqlite3.Cursor:
    """The windows of the wanted documents, or of all; the texts of chunks are not read."""
    which = "TRUE"
    if is_part:
        which = "w.chunk IN (SELECT p.chunk FROM wanted JOIN passages p ON p.document = wanted.id)"
    # No space has the number 0.
    query = _WINDOWS.format(which=which, windows=WINDOWS.select("w"), vectors=VECTORS.select("v"))
    return connection.execute(query, {"space": space or 0})


class _Columns:
    """Rows of passages as they become arrays, block by block.

    All of them at once, as Python values, would take more memory than the arrays do.
    """

    def __init__(self, registers: Registers) -> None:
        self._registers = registers
        self._of_type: dict[str, list[NDArray[Any]]] = {name: [] for name in _TYPES}
        self._terms: list[TermRows] = []
        self.chunk_numbers: dict[int, int] = {}
        self.rows_of: Counter[int] = Counter()
        """How many rows each document has."""

    def take(self, rows: list[tuple[Any, ...]]) -> None:
        """Add a block of rows, in order."""
        passages, ids, sources, keys, audiences, authors, author_names, *rest = zip(
            *rows, strict=True
        )
        lengths, days, asks, retired, expires, learned, since, until, importance, *rest = rest
        types, topics, tags, ordinals, chunks, cites, terms = rest
        self.rows_of.update(ids)
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
        order = self._order(of)
        of = {name: column[order] for name, column in of.items()}
        return Segment(
            **of,
            group=_groups(of["document"], of["audience"]),
            postings=_postings(per_row, terms, order),
            vectors=vectors,
            vector_chunk=vector_chunk,
            chunk_count=len(self.chunk_numbers),
            edges=_edges(stated, of["passage"], self._registers.entities),
        )

    def _order(self, of: Mapping[str, NDArray[Any]]) -> I64:
        """The rows by source, key, audience and position: the same in every index."""
        documents = [(source, key) for _, source, key in self._registers.documents.values]
        by_document = _ranks(documents)[of["document"]]
        by_audience = _ranks(self._registers.audiences.values)[of["audience"]]
        return np.lexsort((of["position"], by_audience, by_document))

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
    windows: sqlite3.Cursor, chunk_numbers: dict[int, int], dimension: int, may_lack: bool
) -> tuple[F32, I32]:
    """The vectors as one matrix, and the chunk of each row; grown block by block.

    A window without a vector is damage, unless it is noted that some are still to be made.
    """
    blocks: list[F32] = []
    numbers: list[int] = []
    while block := windows.fetchmany(_BLOCK):
        named = WINDOWS.checked(block)
        if may_lack:
            named = (row for row in named if row[-1] is not None)
        sound = VECTORS.checked(named, WINDOWS.width)
        wanted = [(chunk_numbers[c], v) for *_, c, v in sound if c in chunk_numbers]
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


def _ranks(values: Sequence[Any]) -> I32:
    """Where each value stands once they are sorted."""
    ranks = np.empty(len(values), np.int32)
    ranks[sorted(range(len(values)), key=values.__getitem__)] = np.arange(len(values))
    return ranks


def _postings(per_row: I64, blocks: list[TermRows], row_order: I64) -> Postings:
    """Turn rows of terms into terms of rows; `row_order` says where which row has gone."""
    flat = np.concatenate(blocks) if blocks else decode_terms(b"")
    place = np.empty(len(row_order), np.int32)
    place[row_order] = np.arange(len(row_order), dtype=np.int32)
    row_of = np.repeat(place, per_row)
    order = np.lexsort((row_of, flat["term"]))
    terms, first = np.unique(flat["term"][order], return_index=True)
    return Postings(
        terms=terms,
        starts=np.append(first, len(flat)).astype(np.int64),
        rows=row_of[order],
        weights=np.ascontiguousarray(flat["weight"][order]),
    )
