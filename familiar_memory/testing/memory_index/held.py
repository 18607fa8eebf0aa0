"""What an index in memory holds, and how it stands at one moment."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from familiar_memory.domain.memory.changed import Changed
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.arrays.blocks import (
    ChangedDocuments,
    DocumentName,
    SegmentRows,
    VectorBlock,
)
from familiar_memory.index.over_rows import IndexOverRows
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces.base import Space
from familiar_memory.index.values import (
    AliasRow,
    FoundPassage,
)
from familiar_memory.testing.memory_index.rows import MemoryDocument, Numbers
from familiar_memory.testing.memory_index.spaces import MemorySpaces

__all__ = ["Held"]

_EVERYTHING: DocumentName = (0, "", "")


class Held(IndexOverRows):
    """Every document, what has changed, and what sync has noted."""

    def __init__(self, identity: IndexIdentity) -> None:
        super().__init__()
        self._identity = identity
        self._lock = threading.RLock()
        self._is_closed = False
        self._documents: dict[tuple[str, str], MemoryDocument] = {}
        self._document_numbers, self._passage_numbers = Numbers(), Numbers()
        self._chunk_numbers = Numbers()
        self._changes: list[DocumentName] = []
        self._told: list[Changed] = []
        self._born = uuid.uuid4().hex
        self._former: dict[tuple[str, str], frozenset[str]] = {}
        self._marks: dict[str, str] = {}
        self._alias_rows: tuple[AliasRow, ...] | None = None
        self._file = object()
        own = Space(identity.embedder, identity.dimension)
        self.spaces = MemorySpaces(own, self._texts, self._change_everything)

    @property
    def identity(self) -> IndexIdentity:
        """What it is built with."""
        return self._identity

    @contextmanager
    def now(self) -> Iterator[_Now]:
        """All rows as they are at one moment."""
        with self._lock:
            self._refuse_closed()
            yield _Now(self)

    def _change_everything(self) -> None:
        self._changes.append(_EVERYTHING)

    def _refuse_closed(self) -> None:
        if self._is_closed:
            raise IndexUnavailableError("the index is closed", "open another")

    def _all(self) -> list[MemoryDocument]:
        """Every document, by source and key."""
        with self._lock:
            self._refuse_closed()
            return [one for _, one in sorted(self._documents.items(), key=lambda item: item[0])]

    def _of(self, source: str) -> list[MemoryDocument]:
        return [one for one in self._all() if one.source == source]

    def _found(self) -> Iterator[FoundPassage]:
        for one in self._all():
            yield from one.found()

    def _texts(self) -> list[tuple[int, str, tuple[str, str]]]:
        return [
            (number, chunk.embedding_text, (one.source, one.key))
            for one in self._all()
            for number, chunk in zip(one.chunks, one.parsed.chunks, strict=True)
        ]


class _Now:
    """The `RowsNow` of an index in memory."""

    def __init__(self, index: Held) -> None:
        self._index = index
        self.file: object = index._file
        self.newest = len(index._changes)
        self.asked = index.spaces.asked()

    def changes(self, after: int) -> ChangedDocuments:
        """Which documents have come, changed or gone since a change."""
        recent = frozenset(self._index._changes[after:])
        standing = {one.number for one in self._index._all()}
        here = frozenset(name for name in recent if name[0] in standing)
        return ChangedDocuments(here, recent - here, _EVERYTHING in recent)

    def segment(self, space: Space, documents: Sequence[int] | None = None) -> SegmentRows:
        """The rows of some documents, or of all, with vectors of a space."""
        every = self._index._all()
        wanted = every if documents is None else [d for d in every if d.number in set(documents)]
        vectors = [
            VectorBlock([number], vector.astype("<f4").tobytes())
            for one in wanted
            for number, chunk in zip(one.chunks, one.parsed.chunks, strict=True)
            for _, vector in self._index.spaces.of_text(space.key, chunk.embedding_text)
        ]
        return SegmentRows(
            [one.block() for one in wanted],
            space.dimension,
            vectors if space.dimension else (),
            [stated for one in wanted for stated in one.stated()],
            [called for one in wanted for called in one.callings()],
        )
