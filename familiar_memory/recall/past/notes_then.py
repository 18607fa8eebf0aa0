"""Notes as they stood at a moment, by what the journal has kept of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from familiar_memory.domain.memory.document import ParsedDocument, Passage
from familiar_memory.domain.memory.source import DocumentSource, KnownDocument, ScanResult, Stamp
from familiar_memory.errors import FamiliarError, NotFoundError, NotTextError
from familiar_memory.knowledge.validity import stood
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.past.keyed_journal import PastVersions
from familiar_memory.recall.past.told_now import told_now

__all__ = ["NotesThen", "VersionsThen", "WhereNow", "as_known"]

WhereNow = Callable[[str, str], str | None]
"""(path, revision) → where the note is today that stood so; None = where it was, or nowhere."""


@dataclass
class NotesThen:
    """Notes as they stood at a moment, read whole (a `DocumentSource`).

    A note of which nothing was noted by then counts as it is now, for its dated lines.
    """

    notes: DocumentSource
    journal: PastVersions
    reader: NoteParser
    moment: datetime
    became: WhereNow
    keys: Sequence[str] = ()
    """What `scan` lists."""

    @property
    def name(self) -> str:
        """That of the source of today's notes."""
        return self.notes.name

    def scan(self) -> ScanResult:
        """The keys given."""
        return ScanResult(tuple(Stamp(key, 0, 0) for key in sorted(self.keys)))

    def stamp(self, key: str) -> Stamp | None:
        """Stamp a note; None when it did not stand there then."""
        past = self.journal.past(key, self.moment)
        if past is None:
            return self.notes.stamp(key)
        return None if past.revision is None else Stamp(key, 0, 0)

    def digest(self, key: str) -> str:
        """The revision that stood then."""
        past = self.journal.past(key, self.moment)
        return self.notes.digest(key) if past is None else past.revision or ""

    def load(self, key: str) -> ParsedDocument:
        """Read a note as it was known then: what was not, or did not hold, is retired.

        Each line is for those who may know it today (`told_now`).

        Raises:
            NotFoundError: it did not stand there, or that version is no longer kept.
            NotTextError: what stood there was no text.
            FamiliarError: today's note, where only that is known, cannot be read.
        """
        past = self.journal.past(key, self.moment)
        if past is None:
            return as_known(self.notes.load(key), self.moment, is_attested=False)
        document = self.version(key, past.revision)
        told = self.told(document, self.today(key, document.digest))
        return as_known(told, self.moment, is_attested=True)

    def growth(self, key: str, known: KnownDocument) -> ParsedDocument | None:
        """None: a version is read whole."""
        return None

    def told(self, document: ParsedDocument, today: ParsedDocument | None) -> ParsedDocument:
        """A version for those who may know it today, who find it by what it is called today."""
        return self.reader.with_names(told_now(document, today))

    def today(self, key: str, revision: str) -> ParsedDocument | None:
        """What a note has become that stood in this version; None when it is gone, or unread."""
        try:
            return self.notes.load(self.became(key, revision) or key)
        except FamiliarError:
            return None

    def version(self, key: str, revision: str | None) -> ParsedDocument:
        """Parse one version of a note as it is written."""
        if revision is None:
            raise NotFoundError(f"{key} did not stand there then", "a later moment")
        data = self.journal.version(revision)
        try:
            return self.reader.read(key, data.decode("utf-8"), revision)
        except UnicodeDecodeError as problem:
            raise NotTextError(
                f"{key} was not UTF-8 text: byte {problem.start}", "a version that was"
            ) from None


@dataclass
class VersionsThen(NotesThen):
    """The superseded versions as written: what held of them is for the mask to say."""

    compared: dict[str, tuple[str, str] | None] = field(default_factory=dict, init=False)
    """Path and digest of the note of today that each was compared with, by path."""

    def load(self, key: str) -> ParsedDocument:
        """Read one version, each line for those who may know it today; see `NotesThen`."""
        document = self.version(key, self.digest(key))
        today = self.today(key, document.digest)
        self.compared[key] = None if today is None else (today.key, today.digest)
        return self.told(document, today)


def as_known(document: ParsedDocument, moment: datetime, *, is_attested: bool) -> ParsedDocument:
    """A document in which exactly what was known and held at a moment is not retired."""

    def then(passage: Passage) -> Passage:
        is_so = stood(
            passage.learned,
            passage.valid_since,
            passage.valid_until,
            passage.retired,
            moment,
            is_attested=is_attested,
            merged_at=passage.merged_at,
        )
        if passage.retired is not is_so and passage.valid_since is passage.valid_until is None:
            return passage
        # When it was to end is what came to be known later.
        return replace(passage, retired=not is_so, valid_since=None, valid_until=None)

    return replace(document, passages=tuple(map(then, document.passages)))
