"""An index in the memory of one process: nothing is written anywhere, and it goes with it."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from familiar_memory.domain.memory.changed import ChangeCursor, Changed, News, happened
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.domain.stop import Stop
from familiar_memory.embeddings.base import EmbedderId
from familiar_memory.index.array_types import F32
from familiar_memory.index.base import Index
from familiar_memory.index.rows.marks import NAMES_VERSION, scan_mark
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces.base import Space
from familiar_memory.index.values import (
    EmbeddedDocument,
    IndexDigest,
    IndexStats,
)
from familiar_memory.testing.memory_index.document_rows import MemoryDocumentRows
from familiar_memory.testing.memory_index.passage_rows import MemoryPassageRows
from familiar_memory.testing.memory_index.rows import MemoryDocument, combined, counts_by_source

__all__ = ["MemoryIndex"]


class MemoryIndex(MemoryDocumentRows, MemoryPassageRows):
    """An `Index` without a file, for tests, and for what is asked once and thrown away."""

    damage: str | None = None

    def another(self, identity: IndexIdentity) -> Index:
        """An empty one."""
        other = MemoryIndex(identity)
        other.follow(self.links)
        return other

    def files(self) -> tuple[Path, ...]:
        """None."""
        return ()

    def write(
        self,
        source: str,
        *,
        replaced: Iterable[EmbeddedDocument] = (),
        vectors: dict[bytes, F32] | None = None,
        touched: Iterable[tuple[Stamp, int]] = (),
        removed: Iterable[str] = (),
        lacks_vectors: bool = False,
        embedder: EmbedderId | None = None,
    ) -> tuple[str, ...]:
        """Apply one batch: all of it is seen, or nothing; see `Index.write`."""
        used = self.spaces.own if embedder is None else Space(embedder.key, embedder.dimension)
        with self._lock:
            self._refuse_closed()
            self._marks.pop(scan_mark(source), None)
            for key in removed:
                self._remove(source, key)
            refused = [one for one in replaced if not self._put(source, one, used)]
            if vectors:
                self.spaces.put(used, (), vectors)
            for stamp, indexed_ns in touched:
                self._touch(source, stamp, indexed_ns)
        return tuple(one.document.key for one in refused)

    def _put(self, source: str, given: EmbeddedDocument, space: Space) -> bool:
        name = (source, given.document.key)
        before = self._documents.get(name)
        pairs = zip(given.document.chunks, given.windows, strict=True)
        windows = [(0, chunk.embedding_text, names) for chunk, names in pairs if names]
        if follows := given.document.follows:
            if before is None or before.parsed.digest != follows:
                return False
            given = combined(before.embedded, given)
        if windows:
            self.spaces.put(space, windows, {})
        former = {} if given.document.passages else self.last_audiences_of(source, name[1:])
        self._former.pop(name, None)
        self._former |= {(source, key): one for key, one in former.items()}
        number = self._document_numbers.next() if before is None else before.number
        chunks = tuple(self._chunk_numbers.next() for _ in given.document.chunks)
        document = MemoryDocument(number, source, given, chunks)
        document.fill(before, self._passage_numbers)
        self._documents[name] = document
        self._changes.append((number, *name))
        had = None if before is None else before.parsed.digest
        self._tell(*name, had, document.parsed.digest)
        if given.document.aliases != (before.parsed.aliases if before is not None else ()):
            self._names_changed()
        return True

    def _remove(self, source: str, key: str) -> None:
        before = self._documents.pop((source, key), None)
        if before is None:
            return
        self._former.pop((source, key), None)
        self._changes.append((before.number, source, key))
        self._tell(source, key, before.parsed.digest, None)
        if before.parsed.aliases:
            self._names_changed()

    def _tell(self, source: str, key: str, before: str | None, after: str | None) -> None:
        sequence = len(self._changes)
        what = happened(before, after)
        self._told.append(Changed(source, key, what, sequence, before, after))

    def _touch(self, source: str, stamp: Stamp, indexed_ns: int) -> None:
        if (known := self._documents.get((source, stamp.key))) is not None:
            known.embedded = EmbeddedDocument(
                known.parsed, stamp, indexed_ns, known.embedded.windows
            )

    def _names_changed(self) -> None:
        self._alias_rows = None
        self._marks[NAMES_VERSION] = str(len(self._changes))

    # --- the whole of it --------------------------------------------------------------

    def sequence(self) -> int:
        """The number of the newest change."""
        self._refuse_closed()
        return len(self._changes)

    def change_cursor(self) -> ChangeCursor:
        """Where the index stands."""
        return ChangeCursor(self._born, self.sequence())

    def changes_since(self, cursor: ChangeCursor | None, most: int = 1_000) -> News:
        """What was written after a cursor, the oldest of it where there is more than `most`."""
        with self._lock:
            here = self.change_cursor()
            if cursor is None or cursor.index != here.index or cursor.sequence > here.sequence:
                return News(here, is_everything=True)
            told = tuple(one for one in self._told if one.sequence > cursor.sequence)[:most]
            if len(told) == most:
                here = ChangeCursor(self._born, told[-1].sequence)
            return News(here, told)

    def mark(self, name: str) -> str | None:
        """What sync has noted under a name."""
        return self._marks.get(name)

    def set_mark(self, name: str, value: str, *, if_at: int | None = None) -> None:
        """Note something under a name; with `if_at` only while `sequence` is still that."""
        with self._lock:
            if if_at is None or self.sequence() == if_at:
                self._marks[name] = value

    def start_ids_at(self, first: int) -> None:
        """Number what comes from here on, so that it can stand beside what another index holds."""
        self._document_numbers.last = self._passage_numbers.last = first

    def stoppable(self, stop: Stop) -> AbstractContextManager[None]:
        """Nothing takes long enough to be stopped."""
        return nullcontext()

    def stats(self) -> IndexStats:
        """Count what is in the index."""
        every = self._all()
        documents, passages = counts_by_source(every)
        sizes = {one.key: one.vectors for one in self.spaces.sizes()}
        return IndexStats(
            documents=documents,
            passages=passages,
            chunks=sum(len(one.chunks) for one in every),
            vectors=sizes.get(self.spaces.standing().told, 0),
            facts=sum(len(one.parsed.facts) for one in every),
            links=sum(len(one.parsed.links) for one in every),
            aliases=sum(len(one.parsed.aliases) for one in every),
            size_bytes=0,
        )

    def check(self) -> None:
        """Nothing flips here."""
        self._refuse_closed()

    def digest(self, space: str = "") -> IndexDigest:
        """Digest every table, for comparing with another in memory; with vectors of a space."""
        tables = (
            "documents",
            "chunks",
            "passages",
            "facts",
            "links",
            "prints",
            "relations",
            "entities",
            "aliases",
            "callings",
        )
        hashers = {table: hashlib.blake2b(digest_size=16) for table in tables}
        sizes = dict.fromkeys(tables, 0)
        vectors: dict[bytes, F32] = {}
        for one in self._all():
            for table, row in one.digest_rows():
                hashers[table].update(repr(row).encode("utf-8", "surrogatepass"))
                sizes[table] += 1
            for chunk in one.parsed.chunks:
                vectors.update(self.spaces.of_text(space, chunk.embedding_text))
        return IndexDigest({t: (hashers[t].hexdigest(), sizes[t]) for t in tables}, vectors)

    def tidy(self, *, after_changes: int = 1) -> None:
        """Drop the vectors of texts that stand here no more."""
        self.spaces.keep(frozenset(text for _, text, _ in self._texts()))

    def reset(self, reason: str) -> None:
        """Begin anew with nothing in it."""
        with self._lock:
            self._documents.clear()
            self._former.clear()
            self._marks.clear()
            self._alias_rows = None
            self._file = object()
            self._born = uuid.uuid4().hex
            self._told.clear()
            self._change_everything()
            self.spaces.clear()
        self._forget()

    def close(self) -> None:
        """Let go of it; doing it again does nothing."""
        self._is_closed = True
        self._forget()
