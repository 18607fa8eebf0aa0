"""Memory as it was at a moment: the index of today, with the notes that have changed put back.

A line that carries a date was known from that date on, and turns from when they were said.
For everything else there is the journal: a note that has changed since the moment, or is gone,
is read in the version that stood then, and indexed in a small index beside the live one,
for those who may know it today (`recall.past.told_now`). A turn that has been deleted since stays
deleted, and so does a version that was forgotten.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.memory.source import DocumentSource, KnownDocument, Origin
from familiar_memory.domain.sought import Sought
from familiar_memory.domain.tree import is_indexed
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.index.base import Index
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.past.keyed_journal import PastVersions
from familiar_memory.recall.past.notes_then import NotesThen, VersionsThen
from familiar_memory.recall.past.past_view import FIRST_PAST_ID, PastView
from familiar_memory.recall.past.then import Became, Then, then_of
from familiar_memory.store.sqlite.scrubbing import file_holds

__all__ = ["Build", "PastIndex"]

Build = Callable[[Index, Sequence[DocumentSource], Embedder], object]
"""Makes an index say what these sources hold, as sync does."""


class PastIndex:
    """Makes the view of a moment; the small index of the last one asked for is kept.

    One view is made at a time, and any number are read: moments of the past are asked for
    seldom, and by people.
    """

    def __init__(
        self,
        live: Index,
        notes: DocumentSource,
        journal: PastVersions,
        reader: NoteParser,
        embedders: Embedders,
        build: Build,
    ) -> None:
        self._build = build
        self._live = live
        self._notes = notes
        self._journal = journal
        self._reader = reader
        self._embedders = embedders
        self._lock = threading.Lock()
        self._is_closed = False
        self._kept: _Kept | None = None
        self._standing: list[_Kept] = []
        """Those whose files are there: the one that is kept, and those that are still read."""

    def notes(self, moment: datetime) -> NotesThen:
        """The notes as they stood at a moment."""
        became = Became(
            self._journal.moved_since(moment),
            lambda path: bool(self._live.known_some(self._notes.name, (path,))),
            lambda revision: next(iter(self._live.keys_of(self._notes.name, revision)), None),
        )
        return NotesThen(self._notes, self._journal, self._reader, moment, became)

    @contextmanager
    def at(self, moment: datetime) -> Iterator[PastView]:
        """The index of a moment, for as long as the block runs.

        Raises:
            IndexUnavailableError: the live index cannot be read, or no other be made.
            StorageError: the journal cannot be read.
        """
        with self._lock:
            then = self._then(moment)
            kept = self._past(moment, then) if then.superseded else None
            if kept is not None:
                kept.readers += 1
        try:
            # Without the lock: a question may take long to embed, and others ask meanwhile.
            yield PastView(self._live, None if kept is None else kept.index, then)
        finally:
            if kept is not None:
                self._let_go(kept)

    def close(self) -> None:
        """Let go of the kept index, and of the versions in it.

        Who still asks gets an answer, of which nothing is kept.
        """
        with self._lock:
            self._is_closed = True
            self._drop()

    name = "past"

    def erase(self, what: Erasure) -> int:
        """Let go of the kept index, whatever it holds: the next is made of what is left then."""
        with self._lock:
            count = len(self._standing)
            self._drop()
            return count - len(self._standing)

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Whether an index of an earlier moment still holds it; one may be read just now."""
        sought = Sought.of(what)
        with self._lock:
            files = [file for one in self._standing for file in one.index.files()]
            held = sum(file_holds(file, sought) for file in files)
        return (f"{held} files of an index of an earlier moment hold it",) if held else ()

    def _then(self, moment: datetime) -> Then:
        known = self._live.known(self._notes.name)
        stood = {p: r for p, r in self._journal.all_past(moment).items() if is_indexed(p)}
        old = {r for p, r in stood.items() if r is not None and not _is_known_as(known.get(p), r)}
        lost = self._journal.lost(old)
        moved = self._journal.moved_since(moment)
        return then_of(moment, self._notes.name, known, stood, lost, moved)

    def _past(self, moment: datetime, then: Then) -> _Kept:
        """The small index of what stood instead: the one that is kept, or a new one."""
        today = {path: _state(origin) for path, origin in then.became.items()}
        asked = self._live.spaces.asked()
        identity = replace(self._live.identity, embedder=asked.key, dimension=asked.dimension)
        name = (identity, then.superseded, today)
        if self._kept is not None and self._kept.name == name:
            return self._kept
        self._drop()
        versions = VersionsThen(
            self._notes,
            self._journal,
            self._reader,
            moment,
            lambda path, _: then.became[path].key,
            [path for path, _ in then.superseded],
        )
        with ExitStack() as undone:
            index = self._live.another(identity)
            undone.callback(index.close)
            index.start_ids_at(FIRST_PAST_ID)
            self._build(index, (versions,), self._embedders.of(asked.key) or NoEmbedder())
            undone.pop_all()
        # A note that is newer than the index is not met as what the index knows of it.
        name = (identity, then.superseded, versions.compared)
        self._kept = _Kept(name, index)
        self._standing.append(self._kept)
        return self._kept

    def _let_go(self, kept: _Kept) -> None:
        with self._lock:
            kept.readers -= 1
            if self._is_closed and kept is self._kept:
                self._drop()
            elif kept is not self._kept and not kept.readers:
                self._close(kept)

    def _drop(self) -> None:
        """Keep nothing; what somebody still reads goes with the last of them."""
        kept, self._kept = self._kept, None
        if kept is not None and not kept.readers:
            self._close(kept)

    def _close(self, kept: _Kept) -> None:
        kept.index.close()
        self._standing.remove(kept)


@dataclass(slots=True)
class _Kept:
    """The small index of a moment, what it was made of, and how many read it now."""

    name: object
    index: Index
    readers: int = 0


def _state(origin: Origin) -> tuple[str, str] | None:
    """Where a note of today is, which says for whom it is as well, and what it holds."""
    return None if origin.known is None else (origin.key, origin.known.digest)


def _is_known_as(known: KnownDocument | None, revision: str) -> bool:
    return known is not None and known.digest == revision
