"""Make a segment of rows, block by block: a passage that comes in goes in as its windows."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import orjson
from numpy.typing import NDArray

from familiar_memory.domain.tree import entity_of, is_entity_note
from familiar_memory.index.array_types import I32, I64
from familiar_memory.index.arrays.blocks import (
    DocumentName,
    PassageBlock,
    SegmentRows,
    Stated,
    StatedCalling,
)
from familiar_memory.index.arrays.callings import callings_of
from familiar_memory.index.arrays.edges import edges_of
from familiar_memory.index.arrays.own_memory import in_own_memory
from familiar_memory.index.arrays.quantised import QuantisedVectors
from familiar_memory.index.arrays.segment import (
    Facet,
    LongPassages,
    Postings,
    Registers,
    Segment,
)
from familiar_memory.index.words.terms import TermRows, decode_terms

__all__ = ["load_segment"]

_Value = TypeVar("_Value", bound=Hashable)
_TYPES: dict[str, type[np.generic]] = {
    "passage": np.int64,
    "document": np.int32,
    "audience": np.int32,
    "author": np.int32,
    "speaker": np.int32,
    "window": np.int32,
    "length": np.float32,
    "chars": np.int32,
    "of_self": np.bool_,
    "day": np.int32,
    "asks": np.bool_,
    "standing": np.int8,
    "retired": np.bool_,
    "cites": np.bool_,
    "of_bot": np.bool_,
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
_NEVER = 9e15
"""Seconds, beyond any date."""


def load_segment(rows: SegmentRows, registers: Registers) -> Segment:
    """Make a segment of rows, numbering what `registers` do not know yet."""
    columns = _Columns(registers)
    for block in rows.passages:
        columns.take(block)
    vectors, vector_chunk = _vectors(rows, columns.chunk_numbers)
    stated, callings = list(rows.stated), list(rows.callings)
    return in_own_memory(columns.segment(vectors, vector_chunk, stated, callings))


class _Columns:
    """Rows of passages as they become arrays, block by block.

    All of them at once, as Python values, would take more memory than the arrays do.
    """

    def __init__(self, registers: Registers) -> None:
        self._registers = registers
        self._of_type: dict[str, list[NDArray[Any]]] = {name: [] for name in _TYPES}
        self._terms: list[TermRows] = []
        self.chunk_numbers: dict[int, int] = {}

    def take(self, block: PassageBlock) -> None:
        """Add a block of rows."""
        number = self._registers
        author = _numbers(block.author, number.authors.number)
        speakers = list(zip(author, block.author_name, strict=True))
        filed = list(zip(block.record_type, block.topic, block.tags, strict=True))
        values: dict[str, Sequence[Any]] = {
            "passage": block.passage,
            "document": _numbers(block.document, number.documents.number),
            "audience": _numbers(block.audience, number.audiences.number),
            "author": author,
            "speaker": _numbers(speakers, number.speakers.number),
            "day": block.day,
            "asks": block.asks,
            "standing": block.standing,
            "retired": block.retired,
            "cites": block.cites,
            "of_bot": block.of_bot,
            "expires": [_NEVER if at is None else at for at in block.expires],
            "learned": [math.nan if at is None else at for at in block.learned],
            "since": [-math.inf if at is None else at for at in block.since],
            "until": [math.inf if at is None else at for at in block.until],
            "importance": block.importance,
            "facet": _numbers(filed, self._facet),
            "entity": _numbers(block.document, self._entity),
            "position": block.ordinal,
            "chunk": [self._chunk(c) for c in block.chunk],
        }
        windows = decode_terms(block.terms)
        for name, column in values.items():
            self._of_type[name].append(np.array(column, _TYPES[name])[windows.row])
        of_window: dict[str, NDArray[Any]] = {
            "window": _since_change(windows.row),
            "length": windows.length,
            "chars": windows.chars,
            "of_self": windows.of_self,
            "terms": windows.sizes,
        }
        for name, numbers in of_window.items():
            self._of_type[name].append(numbers.astype(_TYPES[name], copy=False))
        self._terms.append(windows.terms)

    def segment(
        self,
        vectors: QuantisedVectors,
        vector_chunk: I32,
        stated: Sequence[Stated],
        callings: Sequence[StatedCalling],
    ) -> Segment:
        """All rows so far, with the vectors of their chunks; empties what was gathered."""
        of = {
            name: np.concatenate(self._of_type.pop(name) or [np.zeros(0, kind)])
            for name, kind in _TYPES.items()
        }
        per_row, terms = of.pop("terms"), self._terms
        self._terms = []
        order = self._order(of)
        of = {name: column[order] for name, column in of.items()}
        group = _groups(of["document"], of["audience"])
        return Segment(
            **of,
            group=group,
            begin=_begins(group, of["chars"]),
            long=LongPassages.among(of["window"]),
            postings=_postings(per_row, terms, order),
            vectors=vectors,
            vector_chunk=vector_chunk,
            chunk_count=len(self.chunk_numbers),
            edges=edges_of(stated, of["passage"], self._registers.entities),
            callings=callings_of(callings, of["passage"], group, of["position"], of["author"]),
        )

    def _order(self, of: Mapping[str, NDArray[Any]]) -> I64:
        """The rows by source, key, audience and position: the same in every index."""
        documents = [(source, key) for _, source, key in self._registers.documents.values]
        by_document = _ranks(documents)[of["document"]]
        by_audience = _ranks(self._registers.audiences.values)[of["audience"]]
        return np.lexsort((of["window"], of["position"], by_audience, by_document))

    def _facet(self, named: tuple[str | None, str | None, str]) -> int:
        kind, topic, tags = named
        filed = frozenset(map(str.casefold, orjson.loads(tags))) if tags != "[]" else _NO_TAGS
        return self._registers.facets.number(Facet(kind, topic, filed))

    def _entity(self, document: DocumentName) -> int:
        _, _, key = document
        return self._registers.entities.number(entity_of(key)) if is_entity_note(key) else -1

    def _chunk(self, row: int | None) -> int:
        return -1 if row is None else self.chunk_numbers.setdefault(row, len(self.chunk_numbers))


def _numbers(values: Sequence[_Value], number: Callable[[_Value], int]) -> list[int]:
    """The number of each: few are distinct, and each of those is asked for once, in order."""
    known = {value: number(value) for value in dict.fromkeys(values)}
    return [known[value] for value in values]


def _vectors(rows: SegmentRows, chunk_numbers: dict[int, int]) -> tuple[QuantisedVectors, I32]:
    """The vectors, and the chunk of each; rounded block by block.

    Raises:
        ValueError: a vector holds something that is not a number.
    """
    numbers: list[I32] = []

    def blocks() -> Iterator[QuantisedVectors]:
        for chunks, packed in rows.vectors:
            block = np.frombuffer(packed, "<f4").reshape(len(chunks), rows.dimension)
            if not np.isfinite(block).all():
                raise ValueError("a vector holds something that is not a number")
            number = np.array([chunk_numbers.get(chunk, -1) for chunk in chunks], np.int32)
            numbers.append(number[number >= 0])
            yield QuantisedVectors.of(block[number >= 0])

    vectors = QuantisedVectors.joined(blocks(), rows.dimension)
    return vectors, np.concatenate(numbers) if numbers else np.zeros(0, np.int32)


def _groups(document: I32, audience: I32) -> I32:
    """Number the runs of rows that share document and audience."""
    if not len(document):
        return np.zeros(0, np.int32)
    starts = np.ones(len(document), bool)
    starts[1:] = (document[1:] != document[:-1]) | (audience[1:] != audience[:-1])
    return np.cumsum(starts, dtype=np.int32)


def _begins(group: I32, chars: I32) -> I32:
    """Where each row begins among those of its group, in characters."""
    if not len(group):
        return np.zeros(0, np.int32)
    begins = np.cumsum(chars, dtype=np.int64) - chars
    first = np.flatnonzero(np.diff(group, prepend=group[0] - 1))
    sizes = np.diff(np.append(first, len(group)))
    return (begins - np.repeat(begins[first], sizes)).astype(np.int32)


def _since_change(numbers: I64) -> I64:
    """For each item, how many equal ones stand directly before it."""
    first = np.flatnonzero(np.diff(numbers, prepend=-1))
    sizes = np.diff(np.append(first, len(numbers)))
    found: I64 = np.arange(len(numbers)) - np.repeat(first, sizes)
    return found


def _ranks(values: Sequence[Any]) -> I32:
    """Where each value stands once they are sorted."""
    ranks = np.empty(len(values), np.int32)
    ranks[sorted(range(len(values)), key=values.__getitem__)] = np.arange(len(values))
    return ranks


def _postings(per_row: I64, blocks: list[TermRows], row_order: I64) -> Postings:
    """Turn rows of terms into terms of rows; `row_order` says where which row has gone."""
    # `flat` has an item for each term of each row, row after row as they were read;
    # `row_of[i]` is the row, as it stands in the segment, that item `i` is of.
    flat = np.concatenate(blocks) if blocks else decode_terms(()).terms
    place = np.empty(len(row_order), np.int32)
    place[row_order] = np.arange(len(row_order), dtype=np.int32)
    row_of = np.repeat(place, per_row)
    order = np.lexsort((row_of, flat["term"]))
    terms, first = np.unique(flat["term"][order], return_index=True)
    return Postings.of(
        terms=terms,
        starts=np.append(first, len(flat)).astype(np.int64),
        rows=row_of[order],
        weights=np.ascontiguousarray(flat["weight"][order]),
    )
