"""A run of documents as arrays: what a query is scored against.

Rows are the windows of passages, ordered by (source, key, audience, position), so that the
neighbours of a window that its reader may also see are the rows beside it. Most passages are
one window; what is known of a passage stands in each of its rows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from familiar_memory.index.array_types import F32, F64, I8, I32, I64, U8, U16, U64, Mask
from familiar_memory.index.arrays.quantised import QuantisedVectors
from familiar_memory.index.arrays.reach import shares_of
from familiar_memory.knowledge.words import content_words

__all__ = [
    "Edges",
    "Facet",
    "Interner",
    "LongPassages",
    "Postings",
    "Registers",
    "Segment",
]

_Value = TypeVar("_Value", bound=Hashable)
_U8_MOST, _U16_MOST = np.iinfo(np.uint8).max, np.iinfo(np.uint16).max
_HALF = np.float32(0.5)


class Facet(NamedTuple):
    """What a passage is filed under: few combinations for many passages."""

    type: str | None
    topic: str | None
    tags: frozenset[str]


class Interner(Generic[_Value]):
    """Give each distinct value a small number, the same in every segment."""

    def __init__(self, values: Iterable[_Value] = ()) -> None:
        """Number these, in order."""
        self.values: list[_Value] = list(values)
        self._numbers: dict[_Value, int] = {v: n for n, v in enumerate(self.values)}

    def known(self, value: _Value) -> int | None:
        """The number of a value that has one."""
        return self._numbers.get(value)

    def number(self, value: _Value) -> int:
        """The number of a value; a new one is given the next."""
        found = self._numbers.get(value)
        if found is None:
            found = self._numbers[value] = len(self.values)
            self.values.append(value)
        return found


@dataclass(frozen=True, slots=True)
class Registers:
    """Numbers shared by the segments of one snapshot."""

    audiences: Interner[str]
    authors: Interner[str | None]
    speakers: Interner[tuple[int, str | None]]
    """(author's number, display name): a person is known by what they were called *there*"""
    documents: Interner[tuple[int, str, str]]
    """(row id, source, key)"""
    facets: Interner[Facet]
    entities: Interner[str]

    @classmethod
    def empty(cls) -> Registers:
        """Registers of nothing yet."""
        return cls(Interner(), Interner(), Interner(), Interner(), Interner(), Interner())

    @property
    def size(self) -> int:
        """How many values are numbered."""
        return (
            len(self.audiences.values)
            + len(self.authors.values)
            + len(self.speakers.values)
            + len(self.documents.values)
            + len(self.facets.values)
            + len(self.entities.values)
        )

    def copy(self) -> Registers:
        """The same numbers, to which more may be added without touching these."""
        return Registers(
            Interner(self.audiences.values),
            Interner(self.authors.values),
            Interner(self.speakers.values),
            Interner(self.documents.values),
            Interner(self.facets.values),
            Interner(self.entities.values),
        )

    def words_of(self, speakers: Iterable[int]) -> dict[str, set[int]]:
        """Words of the display names of some speakers, with the numbers of their authors."""
        found: dict[str, set[int]] = {}
        for number in speakers:
            author, name = self.speakers.values[number]
            for word in _name_words(name or ""):
                found.setdefault(word, set()).add(author)
        return found


@lru_cache(maxsize=16_384)
def _name_words(name: str) -> tuple[str, ...]:
    return tuple(content_words(name))


@dataclass(frozen=True, slots=True)
class Postings:
    """Terms to rows: `rows[starts[i]:starts[i + 1]]` hold `terms[i]`, with `weights`.

    Where there are few rows, both are kept in the smallest type that holds them to the bit.
    Weights are counts of words, and halves of them for what stands above a passage.
    """

    terms: U64
    starts: I32 | I64
    rows: U16 | I32
    weights: U8 | F32
    """in halves where they are whole numbers of 8 bits"""

    @classmethod
    def of(cls, terms: U64, starts: I64, rows: I32, weights: F32) -> Postings:
        """Keep these; `rows` are ascending within a term."""
        if rows.max(initial=0) > _U16_MOST:
            # Of many, to widen them takes longer than the memory is worth.
            return cls(terms, starts, rows, weights)
        halves = weights * 2
        in_halves = halves.astype(np.uint8) if halves.max(initial=0) <= _U8_MOST else None
        return cls(
            terms,
            starts.astype(np.int32) if len(rows) <= np.iinfo(np.int32).max else starts,
            rows.astype(np.uint16),
            weights if in_halves is None or (in_halves != halves).any() else in_halves,
        )

    def find(self, term: int) -> tuple[I32, F32]:
        """The rows that hold a term, ascending, and its weight in each."""
        at = int(np.searchsorted(self.terms, np.uint64(term)))
        if at == len(self.terms) or int(self.terms[at]) != term:
            here = slice(0)
        else:
            here = slice(int(self.starts[at]), int(self.starts[at + 1]))
        weights = self.weights[here].astype(np.float32, copy=False)
        if self.weights.dtype == np.uint8:
            weights *= _HALF
        return self.rows[here].astype(np.int32, copy=False), weights


@dataclass(frozen=True, slots=True)
class Edges:
    """Facts and links, one row each: the passage that states it, and which entities it joins.

    `object` is -1 for a fact about no other note. `joins` = it makes the two neighbours: a
    fact, or a link in the subject's own note; any other link only mentions its object.
    """

    row: I32
    subject: I32
    object: I32
    joins: Mask


@dataclass(frozen=True, slots=True)
class LongPassages:
    """The passages of several windows: an item a passage; but `rows` has all their rows.

    `first` says where in `rows` those of a passage begin, `size` how many they are.
    """

    rows: I32
    first: I32
    size: I32

    @classmethod
    def among(cls, window: I32) -> LongPassages:
        """Those of rows of which these are the numbers of the windows."""
        begins = np.flatnonzero(window == 0)
        sizes = np.diff(np.append(begins, len(window)))
        long = sizes > 1
        size = sizes[long]
        first = np.cumsum(size) - size
        rows = np.arange(size.sum()) + np.repeat(begins[long] - first, size)
        return cls(rows.astype(np.int32), first.astype(np.int32), size.astype(np.int32))


@dataclass(frozen=True, slots=True)
class Segment:
    """Columns of equal length, one row a window of a passage.

    `vectors` has a row a piece of a chunk: see `index.spaces`.
    """

    passage: I64
    window: I32
    """which of its passage's, from 0"""
    document: I32
    group: I32
    audience: I32
    author: I32
    speaker: I32
    length: F32
    """in terms"""
    begin: I32
    """where it begins among the texts of its group, in characters"""
    chars: I32
    of_self: Mask
    """whether somebody speaks of themselves in it, or it is not known whether"""
    day: I32
    """When it was said or learned, as `date.toordinal` counts; 0 when unknown."""
    asks: Mask
    """whether its passage is a bare question"""
    standing: I8
    """the kinds of standing instruction or preference that a turn holds, as bits"""
    retired: Mask
    cites: Mask
    """whether it is a note of a turn: then it is no occurrence of its own in statistics"""
    of_bot: Mask
    """whether it is a turn of the familiar's own"""
    expires: F64
    """seconds since the epoch; beyond any date when never"""
    learned: F64
    """seconds since the epoch; NaN when unknown, so that no comparison holds"""
    since: F64
    until: F64
    """when it holds, in seconds; minus infinity and infinity when the line does not say"""
    importance: I8
    facet: I32
    entity: I32
    """the entity whose own note it stands in; -1 for none"""
    position: I32
    chunk: I32
    """number of the passage's chunk in this segment, -1 when it has none"""
    postings: Postings
    vectors: QuantisedVectors
    vector_chunk: I32
    chunk_count: int
    edges: Edges
    long: LongPassages
    _shares: dict[float, tuple[F32, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def __len__(self) -> int:
        """How many rows it has."""
        return len(self.passage)

    def shares(self, reach: float) -> tuple[F32, ...]:
        """What rows have of the words of others near them: see `reach.shares_of`; remembered."""
        found = self._shares.get(reach)
        if found is None:
            # One reach is used by all but a benchmark that tries others.
            self._shares.clear()
            found = shares_of(self.begin, self.chars, self.group, reach)
            self._shares[reach] = found
        return found
