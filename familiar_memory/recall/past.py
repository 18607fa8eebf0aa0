"""Memory as it was at a moment: the index of today, with the notes that have changed put back.

A line that carries a date was known from that date on, and turns from when they were said.
For everything else the journal tells: a note that has changed since the moment, or is gone,
is read in the version that stood then, and indexed in a small index beside the live one,
for those who may know it today (`recall.told_now`). A turn that has been deleted since stays
deleted, and so does a version that was forgotten.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from familiar_memory.domain.document import ParsedDocument, Passage
from familiar_memory.domain.partial_date import instant_of
from familiar_memory.domain.source import DocumentSource, Origin, ScanResult, Stamp
from familiar_memory.embeddings.base import Embedder
from familiar_memory.errors import FamiliarError, NotFoundError, NotTextError
from familiar_memory.index.index import EmbeddingIndex, MayKnow
from familiar_memory.index.passages import FactState, StoredPassage, TurnName
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.snapshot import Snapshot, without
from familiar_memory.index.spaces import VectorSpaces
from familiar_memory.recall.told_now import told_now
from familiar_memory.store.journal import AuditJournal
from familiar_memory.sync.file_source import MEMORY
from familiar_memory.sync.note_document import NoteReader
from familiar_memory.sync.places import is_indexed
from familiar_memory.sync.update import build_if_stale

__all__ = ["IndexView", "NotesThen", "PastIndex", "PastView", "as_known"]

Became = Callable[[str, str], str | None]
"""(path, revision) → where the note is today that stood so; None = where it was, or nowhere."""

_FIRST_PAST_ID = 1 << 40
"""Row ids from here on are of versions that stand no more."""


class IndexView(Protocol):
    """What a question is put to: the live index, or the one of a moment."""

    @property
    def identity(self) -> IndexIdentity:
        """What it is built with."""

    @property
    def spaces(self) -> VectorSpaces:
        """Its vector spaces."""

    def snapshot(self) -> Snapshot:
        """The newest consistent view, for scoring."""

    def passages(self, ids: Sequence[int]) -> dict[int, StoredPassage]:
        """Passages by id; those gone by now are absent."""

    def citing(self, names: Iterable[TurnName]) -> dict[TurnName, list[StoredPassage]]:
        """Turns, and the notes that cite just one of them."""

    def facts_of(self, names: Iterable[TurnName]) -> dict[TurnName, list[FactState]]:
        """What has become of the facts that cite just one of these turns."""

    def aliases(self, may_know: MayKnow | None = None) -> dict[str, tuple[str, ...]]:
        """Names with the slugs of those who bear them."""

    def first_names(self, may_know: MayKnow | None = None) -> dict[str, str]:
        """What to call each person, by slug."""


@dataclass(frozen=True, slots=True)
class _Then:
    """What each note was at a moment, against the index of today.

    `attested`: a version of it stood then. `gone`: notes of the live index that stood
    otherwise then, or not at all. `superseded`: (path, revision) of what stood instead.
    `became`: what each of those is today, by path.
    """

    moment: datetime
    attested: frozenset[str]
    gone: frozenset[str]
    superseded: tuple[tuple[str, str], ...]
    became: Mapping[str, Origin]


class NotesThen:
    """Notes as they stood at a moment, read whole (a `DocumentSource`).

    A note of which nothing was noted by then counts as it is now, for its dated lines.
    """

    def __init__(
        self,
        notes: DocumentSource,
        journal: AuditJournal,
        reader: NoteReader,
        moment: datetime,
        became: Became,
        keys: Sequence[str] = (),
    ) -> None:
        """`keys` are what `scan` lists; `became` finds a note that was moved."""
        self._notes = notes
        self._journal = journal
        self._reader = reader
        self._moment = moment
        self._became = became
        self._keys = keys

    @property
    def name(self) -> str:
        """That of the source of today's notes."""
        return self._notes.name

    def scan(self) -> ScanResult:
        """The keys given."""
        return ScanResult(tuple(Stamp(key, 0, 0) for key in sorted(self._keys)))

    def stamp(self, key: str) -> Stamp | None:
        """Stamp a note; None when it did not stand there then."""
        past = self._journal.past(key, self._moment)
        if past is None:
            return self._notes.stamp(key)
        return None if past.revision is None else Stamp(key, 0, 0)

    def digest(self, key: str) -> str:
        """The revision that stood then."""
        past = self._journal.past(key, self._moment)
        return self._notes.digest(key) if past is None else past.revision or ""

    def load(self, key: str) -> ParsedDocument:
        """Read a note as it was known then: what was not, or did not hold, is retired.

        Each line is for those who may know it today (`told_now`).

        Raises:
            NotFoundError: it did not stand there, or that version is no longer kept.
            NotTextError: what stood there was no text.
            FamiliarError: today's note, where only that is known, cannot be read.
        """
        past = self._journal.past(key, self._moment)
        if past is None:
            return as_known(self._notes.load(key), self._moment, is_attested=False)
        document = self.version(key, past.revision)
        told = told_now(document, self.today(key, document.digest), self._reader.count_tokens)
        return as_known(told, self._moment, is_attested=True)

    def today(self, key: str, revision: str) -> ParsedDocument | None:
        """What a note has become that stood in this version; None when it is gone, or unread."""
        try:
            return self._notes.load(self._became(key, revision) or key)
        except FamiliarError:
            return None

    def version(self, key: str, revision: str | None) -> ParsedDocument:
        """Parse one version of a note as it is written."""
        if revision is None:
            raise NotFoundError(f"{key} did not stand there then", "a later moment")
        data = self._journal.version(revision)
        try:
            return self._reader.read(key, data.decode("utf-8"), revision)
        except UnicodeDecodeError as problem:
            raise NotTextError(
                f"{key} was not UTF-8 text: byte {problem.start}", "a version that was"
            ) from None


class _Versions(NotesThen):
    """The superseded versions as written: what held of them is for the mask to say.

    `met` are the digests of the notes of today that they were compared with.
    """

    met: dict[str, str | None]

    def load(self, key: str) -> ParsedDocument:
        document = self.version(key, self.digest(key))
        today = self.today(key, document.digest)
        self.met[key] = None if today is None else today.digest
        return told_now(document, today, self._reader.count_tokens)


def as_known(document: ParsedDocument, moment: datetime, *, is_attested: bool) -> ParsedDocument:
    """A document in which exactly what was known and held at a moment is not retired.

    The same rule as that of `recall.visible`, a passage at a time.
    """

    def judged(passage: Passage) -> Passage:
        known = passage.learned <= moment if passage.learned is not None else is_attested
        since = instant_of(passage.valid_since) if passage.valid_since else None
        until = instant_of(passage.valid_until) if passage.valid_until else None
        held = (since is None or since <= moment) and (until is None or moment < until)
        was_right = not passage.retired or until is not None
        # When it was to end is what came to be known later.
        judged = not (known and held and was_right)
        return replace(passage, retired=judged, valid_since=None, valid_until=None)

    return replace(document, passages=tuple(map(judged, document.passages)))


class PastIndex:
    """Makes the view of a moment; the small index of the last one asked for is kept.

    Views are used one at a time: moments of the past are asked for seldom, and by people.
    """

    def __init__(
        self,
        live: EmbeddingIndex,
        notes: DocumentSource,
        journal: AuditJournal,
        reader: NoteReader,
        embedder: Embedder,
    ) -> None:
        self._live = live
        self._notes = notes
        self._journal = journal
        self._reader = reader
        self._embedder = embedder
        self._lock = threading.Lock()
        self._held: tuple[object, EmbeddingIndex, tempfile.TemporaryDirectory[str]] | None = None

    def notes(self, moment: datetime, keys: Sequence[str] = ()) -> NotesThen:
        """The notes as they stood at a moment."""
        return NotesThen(self._notes, self._journal, self._reader, moment, self._moved_to, keys)

    @contextmanager
    def at(self, moment: datetime) -> Iterator[PastView]:
        """The index of a moment, for as long as the block runs.

        Raises:
            IndexUnavailableError: the live index cannot be read, or no other be made.
            StorageError: the journal cannot be read.
        """
        with self._lock:
            then = self._then(moment)
            past = self._past(moment, then) if then.superseded else None
            yield PastView(self._live, past, then)

    def close(self) -> None:
        """Let go of the kept index, and of the versions in it."""
        with self._lock:
            self._drop()

    def _then(self, moment: datetime) -> _Then:
        known_now = self._live.known(self._notes.name)
        indexed = {k: known.digest for k, known in known_now.items()}
        stood = {p: r for p, r in self._journal.all_past(moment).items() if is_indexed(p)}
        other = {path: r for path, r in stood.items() if indexed.get(path) != r}
        lost = self._journal.images.missing(r for r in other.values() if r is not None)
        # A version that is no longer kept leaves the dated lines of today.
        known = {path: r for path, r in stood.items() if path not in other or r not in lost}
        superseded = {p: r for p, r in sorted(known.items()) if p in other and r is not None}
        today = {p: self._moved_to(p, r) or p for p, r in superseded.items()}
        moved = {new for old, new in today.items() if new != old}
        return _Then(
            moment,
            frozenset(path for path, revision in known.items() if revision is not None),
            frozenset(other.keys() & known.keys()) | moved,
            tuple(superseded.items()),
            {p: Origin(self._notes.name, new, known_now.get(new)) for p, new in today.items()},
        )

    def _moved_to(self, path: str, revision: str) -> str | None:
        """Where a note is that stood in this version under another name; None for no other."""
        if self._live.known_some(self._notes.name, (path,)):
            return None
        return next(iter(self._live.keys_of(self._notes.name, revision)), None)

    def _past(self, moment: datetime, then: _Then) -> EmbeddingIndex:
        today = {p: origin.known and origin.known.digest for p, origin in then.became.items()}
        name = (self._live.identity, then.superseded, today)
        if self._held is not None and self._held[0] == name:
            return self._held[1]
        self._drop()
        folder = tempfile.TemporaryDirectory(prefix="familiar-past-")
        try:
            index = EmbeddingIndex(Path(folder.name) / "past.sqlite", self._live.identity)
            index.start_ids_at(_FIRST_PAST_ID)
            keys = [path for path, _ in then.superseded]
            source = _Versions(
                self._notes, self._journal, self._reader, moment, self._moved_to, keys
            )
            source.met = {}
            build_if_stale(index, (source,), self._embedder)
        except BaseException:
            folder.cleanup()
            raise
        # A note that is newer than the index is not met as what the index knows of it.
        self._held = ((self._live.identity, then.superseded, source.met), index, folder)
        return index

    def _drop(self) -> None:
        if self._held is not None:
            _, index, folder = self._held
            self._held = None
            index.close()
            folder.cleanup()


class PastView:
    """The live index without what stood otherwise then, and with what stood instead."""

    def __init__(self, live: EmbeddingIndex, past: EmbeddingIndex | None, then: _Then) -> None:
        self._live = live
        self._past = past
        self._then = then

    @property
    def identity(self) -> IndexIdentity:
        """That of the live index."""
        return self._live.identity

    @property
    def spaces(self) -> VectorSpaces:
        """Those of the live index."""
        return self._live.spaces

    def attested(self, key: str) -> bool:
        """Whether a version of this note is known to have stood then."""
        return key in self._then.attested

    def standing_for(self, passage: StoredPassage) -> StoredPassage | None:
        """What stood then of a passage of today: itself, or the same words in its note."""
        if not self._is_gone(passage.source, passage.key):
            return passage
        then = self._past.passages_in(passage.source, passage.key) if self._past else []
        words = passage.text.split()
        same = (one.passage for one in then if one.passage.text.split() == words)
        found = next(same, None)
        return None if found is None else self._as_past(found)

    def snapshot(self) -> Snapshot:
        """The newest consistent view of the live index, as of then."""
        base = self._live.snapshot()
        if self._past is not None:
            return self._past.joined_to(base, self._is_gone)
        return without(base, self._is_gone) if self._then.gone else base

    def passages(self, ids: Sequence[int]) -> dict[int, StoredPassage]:
        """Passages by id, of today's notes and of what stood instead."""
        found = self._live.passages([i for i in ids if i < _FIRST_PAST_ID])
        if self._past is not None:
            old = self._past.passages([i for i in ids if i >= _FIRST_PAST_ID])
            found |= {i: self._as_past(p) for i, p in old.items()}
        return found

    def _as_past(self, passage: StoredPassage) -> StoredPassage:
        """A passage of then, which may be told as long as its note is what it is today."""
        return replace(passage, is_past=True, origin=self._then.became[passage.key])

    def citing(self, names: Iterable[TurnName]) -> dict[TurnName, list[StoredPassage]]:
        """Turns, and the notes that cited just one of them then."""
        wanted = list(names)
        found = {
            name: [p for p in passages if self._was_there(p.source, p.key, p.learned)]
            for name, passages in self._live.citing(wanted).items()
        }
        for name, passages in (self._past.citing(wanted) if self._past else {}).items():
            found.setdefault(name, []).extend(map(self._as_past, passages))
        return found

    def facts_of(self, names: Iterable[TurnName]) -> dict[TurnName, list[FactState]]:
        """What had become of the facts that cite just one of these turns."""
        wanted = list(names)
        found = {
            name: [s for s in states if self._was_there(s.source, s.key, s.learned)]
            for name, states in self._live.facts_of(wanted).items()
        }
        for name, states in (self._past.facts_of(wanted) if self._past else {}).items():
            found.setdefault(name, []).extend(states)
        return found

    def aliases(self, may_know: MayKnow | None = None) -> dict[str, tuple[str, ...]]:
        """The names of today: people keep theirs."""
        return self._live.aliases(may_know)

    def first_names(self, may_know: MayKnow | None = None) -> dict[str, str]:
        """What people are called today, by slug."""
        return self._live.first_names(may_know)

    def _was_there(self, source: str, key: str, learned: str | None) -> bool:
        at = None if learned is None else instant_of(learned)
        return not self._is_gone(source, key) and (at is None or at <= self._then.moment)

    def _is_gone(self, source: str, key: str) -> bool:
        return source == MEMORY and key in self._then.gone
