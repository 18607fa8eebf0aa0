"""Rows as they are read into arrays: columns, some thousand rows at a time.

What keeps the rows (a database, a process's memory) gives them out in this shape, and knows
nothing of arrays; the arrays know nothing of where the rows are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from familiar_memory.index.spaces.base import Space

__all__ = [
    "ChangedDocuments",
    "DocumentName",
    "PassageBlock",
    "RowsNow",
    "SegmentRows",
    "Stated",
    "VectorBlock",
]

DocumentName = tuple[int, str, str]
"""(number, source, key)"""


class PassageBlock(NamedTuple):
    """Some passages, a column each, in any order."""

    passage: Sequence[int]
    document: Sequence[DocumentName]
    audience: Sequence[str]
    author: Sequence[str | None]
    author_name: Sequence[str | None]
    day: Sequence[int]
    """as `date.toordinal` counts; 0 when unknown"""
    asks: Sequence[bool]
    standing: Sequence[int]
    """the kinds of `knowledge.standing` that it holds, as bits"""
    retired: Sequence[bool]
    expires: Sequence[float | None]
    """seconds since 1970, as the next three"""
    learned: Sequence[float | None]
    since: Sequence[float | None]
    until: Sequence[float | None]
    importance: Sequence[int]
    record_type: Sequence[str | None]
    topic: Sequence[str | None]
    tags: Sequence[str]
    """a JSON list of texts"""
    ordinal: Sequence[int]
    """position in the document"""
    chunk: Sequence[int | None]
    cites: Sequence[bool]
    """whether it is a note of turns"""
    of_bot: Sequence[bool]
    """whether it is a turn of the familiar's own"""
    terms: Sequence[bytes]
    """of the windows of each, as `words.terms.encode_terms` packs them"""


class VectorBlock(NamedTuple):
    """Vectors of some chunks; one with several windows comes several times."""

    chunk: Sequence[int]
    vectors: bytes
    """little-endian floats of 32 bits, one vector after another"""


class Stated(NamedTuple):
    """What a passage states: a fact, or a link from its note."""

    passage: int
    subject: str
    """of a fact, a slug or a note; of a link, the note that it stands in"""
    object: str | None
    """the note that it leads to"""
    is_fact: bool


class SegmentRows(NamedTuple):
    """All rows of a segment. They are read in this order, and once."""

    passages: Iterable[PassageBlock]
    dimension: int
    """of the vectors; 0 = there are none"""
    vectors: Iterable[VectorBlock]
    stated: Iterable[Stated]


class ChangedDocuments(NamedTuple):
    """What has become of documents since a change."""

    here: frozenset[DocumentName]
    """came, or changed"""
    gone: frozenset[DocumentName]
    is_all: bool
    """Everything is to be read anew: so much has changed that it is not known what."""


class RowsNow(Protocol):
    """One state of all rows of an index, for as long as it is open."""

    @property
    def file(self) -> object:
        """Another one means another index in the place of this: its numbers begin anew."""

    @property
    def newest(self) -> int:
        """The number of the newest change; it grows with every write."""

    @property
    def asked(self) -> Space:
        """The vector space that this process asks with."""

    def changes(self, after: int) -> ChangedDocuments:
        """Which documents have come, changed or gone since the change of a number."""

    def segment(self, space: Space, documents: Sequence[int] | None = None) -> SegmentRows:
        """The rows of the documents of these numbers, or of all, with vectors of a space."""
