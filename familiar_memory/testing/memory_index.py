"""An index in the memory of one process: nothing is written anywhere, and it goes with it."""

from __future__ import annotations

import hashlib
import threading
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import numpy as np

from familiar_memory.domain.memory.changed import ChangeCursor, Changed, News, happened
from familiar_memory.domain.memory.source import KnownDocument, Stamp
from familiar_memory.domain.stop import Stop
from familiar_memory.embeddings.base import EmbedderId
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.array_types import F32
from familiar_memory.index.arrays.blocks import Changes, DocumentName, SegmentRows, VectorBlock
from familiar_memory.index.base import Index
from familiar_memory.index.names import name_key
from familiar_memory.index.over_rows import IndexOverRows
from familiar_memory.index.rows.marks import NAMES_VERSION, scan_mark
from familiar_memory.index.rows.trigrams import PRINT_BYTES, ByteMatrix
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces.base import Space
from familiar_memory.index.values import (
    AliasRow,
    ChangeMark,
    EmbeddedDocument,
    FactState,
    FoundPassage,
    IndexDigest,
    IndexStats,
    StoredFact,
    StoredPassage,
    TurnName,
)
from familiar_memory.testing.memory_rows import MemoryDocument, Numbers, combined, counts
from familiar_memory.testing.memory_spaces import MemorySpaces

__all__ = ["MemoryIndex"]

_NOBODY: frozenset[str] = frozenset()
_EVERYTHING: DocumentName = (0, "", "")


class MemoryIndex(IndexOverRows):
    """An `Index` without a file, for tests, and for what is asked once and thrown away."""

    damage: str | None = None

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

    def another(self, identity: IndexIdentity) -> Index:
        """An empty one."""
        return MemoryIndex(identity)

    def files(self) -> tuple[Path, ...]:
        """None."""
        return ()

    # --- documents --------------------------------------------------------------------

    def known(self, source: str) -> dict[str, KnownDocument]:
        """Everything indexed from one source, by key."""
        return {one.key: one.known for one in self._of(source)}

    def known_some(self, source: str, keys: Sequence[str]) -> dict[str, KnownDocument]:
        """What is indexed of these keys of one source."""
        return {one.key: one.known for one in self._of(source) if one.key in set(keys)}

    def keys_of(self, source: str, digest: str) -> list[str]:
        """The documents of one source that have this digest, by key."""
        return [one.key for one in self._of(source) if one.parsed.digest == digest]

    def digests_below(self, source: str, folder: str) -> list[tuple[str, str]]:
        """(key, digest) of every document of one source below a folder, by key."""
        below = (one for one in self._of(source) if one.key.startswith(folder))
        return [(one.key, one.parsed.digest) for one in below]

    def changed_below(
        self, source: str, folder: str, since: ChangeMark | None
    ) -> tuple[ChangeMark, bool]:
        """How far the changes go, and whether one since then is below a folder (`lore/`)."""
        with self._lock:
            mark = ChangeMark(self._file, len(self._changes))
            if since is None or since.file is not self._file:
                return mark, True
            recent = self._changes[since.sequence :]
            return mark, any(s == source and key.startswith(folder) for _, s, key in recent)

    def audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """For whom the live lines of these documents are; one without such lines is absent."""
        found = ((one.key, one.audiences()) for one in self._of(source) if one.key in set(keys))
        return {key: audiences for key, audiences in found if audiences}

    def last_audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """The same; of one that has become empty or unreadable, for whom its lines were."""
        former = {key: self._former.get((source, key), _NOBODY) for key in keys}
        return {key: one for key, one in former.items() if one} | self.audiences_of(source, keys)

    def prints(self, source: str) -> tuple[tuple[str, ...], ByteMatrix]:
        """Keys of the documents of one source, and which trigrams their bytes hold, a row each."""
        found = [one for one in self._of(source) if one.parsed.byte_print]
        data = b"".join(one.parsed.byte_print for one in found)
        rows = np.frombuffer(data, np.uint8).reshape(len(found), PRINT_BYTES)
        return tuple(one.key for one in found), rows

    def problems(self) -> list[tuple[str, str, str]]:
        """What a person should mend: (source, key, problem), sorted."""
        return [(one.source, one.key, text) for one in self._all() for text in one.parsed.problems]

    def unembedded(self) -> tuple[tuple[str, str], ...]:
        """(source, key) of documents that were left without vectors of the process's space."""
        return self.spaces.unembedded()

    # --- writing ----------------------------------------------------------------------

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

    def _change_everything(self) -> None:
        self._changes.append(_EVERYTHING)

    # --- passages and facts -----------------------------------------------------------

    def passages(self, ids: Sequence[int]) -> dict[int, StoredPassage]:
        """Passages by id; those gone by now are absent."""
        wanted = {int(number) for number in ids}
        return {
            row.number: one.stored(ordinal)
            for one in self._all()
            for ordinal, row in enumerate(one.rows)
            if row.number in wanted
        }

    def citing(self, names: Iterable[TurnName]) -> dict[TurnName, list[StoredPassage]]:
        """The turns of these (place slug, ref), and the notes that cite just one of them."""
        found: dict[TurnName, list[StoredPassage]] = {name: [] for name in names}
        for one in self._found():
            stored = one.passage
            name = (stored.place or "", *stored.refs)
            if not one.retired and stored.place is not None and name in found:
                found[stored.place, stored.refs[0]].append(stored)
        for passages in found.values():
            passages.sort(key=lambda stored: (stored.source, stored.key, stored.char_start))
        return found

    def facts_of(self, names: Iterable[TurnName]) -> dict[TurnName, list[FactState]]:
        """What has become of the facts that cite just one of these turns, by (place slug, ref)."""
        wanted, found = set(names), defaultdict(list)
        for document in self._all():
            stating = {fact.passage for fact in document.parsed.facts}
            for one in sorted(document.found(), key=lambda one: one.passage.char_start):
                stored = one.passage
                name = (stored.place or "", stored.refs[0] if len(stored.refs) == 1 else "")
                if stored.ordinal in stating and stored.place is not None and name in wanted:
                    until, learned = stored.valid_until, stored.learned
                    where = (stored.source, stored.key, stored.audience)
                    found[name].append(FactState(*where, one.retired, until, learned))
        return dict(found)

    def facts(
        self, subjects: Iterable[str] = (), targets: Iterable[str] = ()
    ) -> tuple[StoredFact, ...]:
        """Facts about these subjects, and facts whose object links to these notes; none retired."""
        about, to = set(subjects), set(targets)
        every = (fact for one in self._all() for fact in one.facts())
        found = {f: None for f in every if f.subject in about or f.object_target in to}
        return tuple(sorted(found, key=lambda f: (f.key, f.line, f.subject, f.object)))

    def passages_in(self, source: str, key: str) -> list[FoundPassage]:
        """The passages of one document, in order."""
        document = self._documents.get((source, key))
        return [] if document is None else list(document.found())

    def passages_holding(self, text: str, limit: int) -> list[FoundPassage]:
        """Passages that hold a text, whatever its case and spacing; reads all of them."""
        wanted = _plain(text)
        found = [one for one in self._found() if wanted and wanted in _plain(one.passage.text)]
        return found[:limit]

    def alias_rows(self) -> tuple[AliasRow, ...]:
        """Every statement of a name, sorted; the same object while no name has changed."""
        with self._lock:
            if self._alias_rows is None:
                rows = {
                    AliasRow(name_key(a.name), a.slug, a.audience, one.key, ordinal, a.name)
                    for one in self._all()
                    for ordinal, a in enumerate(one.parsed.aliases)
                }
                self._alias_rows = tuple(sorted(rows))
            return self._alias_rows

    # --- the whole of it --------------------------------------------------------------

    @contextmanager
    def now(self) -> Iterator[_Now]:
        """All rows as they are at one moment."""
        with self._lock:
            self._refuse_closed()
            yield _Now(self)

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
        documents, passages = counts(every)
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
        tables = ("documents", "chunks", "passages", "facts", "links", "prints", "aliases")
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

    def __init__(self, index: MemoryIndex) -> None:
        self._index = index
        self.file: object = index._file
        self.newest = len(index._changes)
        self.asked = index.spaces.asked()

    def changes(self, after: int) -> Changes:
        """Which documents have come, changed or gone since a change."""
        recent = frozenset(self._index._changes[after:])
        standing = {one.number for one in self._index._all()}
        here = frozenset(name for name in recent if name[0] in standing)
        return Changes(here, recent - here, _EVERYTHING in recent)

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
        )


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
