"""Who changed what, when and from what; and every version that a file has had.

A change is two lines of `audit.jsonl`. The *intent* is on the disk, and both versions
of the file are kept, before the file is touched; the *outcome* (`done` or `aborted`)
follows with the same id. An intent without an outcome is a change that was cut off:
whether it took place can be told by comparing the file with the revisions `before`
and `after`. So the intent is fsynced and the outcome need not be. What was changed
without the store is one line, written when it is noticed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from familiar_memory.domain.closing import ClosedAtEnd
from familiar_memory.domain.erasure import Redact, plain_redaction
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.scratch import Scratch, lend_elsewhere
from familiar_memory.store.journal.batch_signs import BatchSigns
from familiar_memory.store.journal.curation_log import CurationLog
from familiar_memory.store.journal.derived.schema import VERSION
from familiar_memory.store.journal.derived.tables import JournalIndex
from familiar_memory.store.journal.entry import (
    BaselineMark,
    BatchMark,
    ChangeOutcome,
    ChangeState,
    JournalEntry,
    JournalLine,
    MissingMark,
    decode_line,
    encode_line,
)
from familiar_memory.store.journal.erasing import JournalEraser
from familiar_memory.store.journal.images import ImageStore, Pruned
from familiar_memory.store.journal.log.lines import AuditLog
from familiar_memory.store.journal.log.parts import Position
from familiar_memory.store.journal.outside import outside_change
from familiar_memory.store.journal.reader import JournalFiles
from familiar_memory.store.journal.settings import JournalSettings

__all__ = ["DERIVED_NAME", "AuditJournal", "TidyReport"]

_IMAGES_NAME: Final = "images.sqlite"
DERIVED_NAME: Final = f"derived-{VERSION}.sqlite"
_BEGINNING_BYTES = 4_096
"""Bytes that hold the first lines of a log, of which the first that has a time is asked for."""


class TidyReport(NamedTuple):
    """What tidying did: whether a part was closed, how many were compressed, what was dropped."""

    rotated: bool
    compressed: int
    pruned: Pruned


class AuditJournal(JournalFiles, ClosedAtEnd):
    """`audit.jsonl` and `images.sqlite` in one folder, for any number of threads and processes.

    A line torn by a crash is ended by the next one, and skipped by readers.
    """

    def __init__(
        self,
        directory: Path,
        *,
        settings: JournalSettings | None = None,
        fs: FileSystem | None = None,
        is_read_only: bool = False,
    ) -> None:
        """Take the folder of a journal; nothing is opened yet.

        One that `is_read_only` refuses every change with `StorageError`, and what is derived
        from its lines is made in a folder that goes with this process.
        """
        self._settings = settings or JournalSettings()
        log = AuditLog(
            fs or FileSystem(), directory, self._settings.rotate_bytes, is_read_only=is_read_only
        )
        images = ImageStore(directory / _IMAGES_NAME, is_read_only=is_read_only)
        self._scratch: Scratch | None = None
        derived = directory
        if is_read_only:
            self._scratch = lend_elsewhere("journal", directory)
            derived = self._scratch.path
        super().__init__(log, images, JournalIndex(derived / DERIVED_NAME, log))

    @property
    def settings(self) -> JournalSettings:
        """How much of the past is kept."""
        return self._settings

    @property
    def signs(self) -> BatchSigns:
        """What is under way, or was cut off, of large batches."""
        return BatchSigns(self._log.path.parent)

    @property
    def eraser(self) -> JournalEraser:
        """What takes something out of the lines and versions for good."""
        return self.eraser_by(plain_redaction)

    def eraser_by(self, redact: Redact) -> JournalEraser:
        """The same, where `redact` says what a version loses."""
        return JournalEraser(self._log, self._images, self._index, redact)

    def curation_log(self, redact: Redact = plain_redaction) -> CurationLog:
        """What curation was asked to do, beside the log; `redact` as for `eraser_by`."""
        return CurationLog(self._log.path.parent, redact)

    def intend(
        self,
        entries: Sequence[JournalEntry],
        versions: Collection[bytes],
        *,
        is_atomic: bool = False,
    ) -> None:
        """Keep the versions, append the intents and wait until all is on the disk.

        What has happened to the files without anyone noting it is noted first. `is_atomic`:
        the changes are made in this order, all or none.
        """
        lines: list[JournalLine] = [*self._unnoted(entries)]
        if is_atomic:
            lines.append(BatchMark(entries[0].time, tuple(entry.id for entry in entries)))
        if versions:
            self._images.put_many(versions, entries[0].time)
        self._append([*lines, *entries], durable=True)

    def conclude(self, entries: Sequence[JournalEntry], state: ChangeState) -> None:
        """Append the outcome of intents."""
        self._append([ChangeOutcome(entry.id, state) for entry in entries], durable=False)

    def note(self, entries: Collection[JournalEntry], versions: Iterable[bytes]) -> None:
        """Append changes that are done, and keep what they led to; all is on the disk after."""
        if entries:
            self._images.put_many(versions, max(entry.time for entry in entries))
            self._append(entries, durable=True)

    def keep(self, version: bytes, seen: datetime) -> None:
        """Keep a version that belongs to no change."""
        self._images.put(version, seen)

    def complete_baseline(self, time: datetime) -> None:
        """Note that every file of the tree has been seen once; later calls do nothing.

        From here on a file that is not known is one that a person has made.
        """
        if not self.has_baseline():
            self._append([BaselineMark(time)], durable=True)

    def note_missing(self, paths: Collection[str], time: datetime) -> None:
        """Note that these files, and no others, have vanished, and that nobody has said why.

        They stand there no more from now on; those that were missing before, from then on.
        Nothing is written when this is what was noted last.
        """
        if frozenset(paths) != self.missing().keys():
            self._append([MissingMark(time, tuple(sorted(paths)))], durable=True)

    def tidy(self, now: datetime) -> TidyReport:
        """Rotate by age, compress closed parts, and drop versions, all by the settings."""
        settings = self._settings
        pruned = self._images.prune(
            now,
            max_age_days=settings.image_days,
            max_bytes=settings.image_bytes,
            keep=self._index.newest_revisions(),
        )
        rotated = self._is_old(now) and self._log.rotate()
        return TidyReport(rotated, self._log.compress(), pruned)

    def prunable(self, now: datetime) -> Pruned:
        """The versions that `tidy` would drop."""
        settings = self._settings
        return self._images.prunable(
            now,
            max_age_days=settings.image_days,
            max_bytes=settings.image_bytes,
            keep=self._index.newest_revisions(),
        )

    def drop(self, revisions: Collection[str]) -> int:
        """Drop these versions, and overwrite what they took; how many were there.

        The newest version of a file that stands there is never dropped.
        """
        gone = self._images.drop(set(revisions) - self.standing_as(revisions).keys())
        if gone:
            self._images.shrink()
        return gone

    def rebuild(self) -> None:
        """Derive again from the lines what is derived from them."""
        self._index.rebuild()

    def rest(self) -> None:
        """Let go of every connection; the next use opens it again.

        Each takes some 200 kB, and a familiar that answers and records needs none of them.
        """
        self._index.close()
        self._images.close()

    def close(self) -> None:
        """Let go of every file."""
        self.rest()
        if self._scratch is not None:
            self._scratch.close()

    def _append(self, lines: Iterable[JournalLine], *, durable: bool) -> None:
        self._log.append(b"".join(encode_line(line) for line in lines), durable=durable)

    def _unnoted(self, entries: Sequence[JournalEntry]) -> list[JournalEntry]:
        """The gap between what was last noted of the files and what these changes find."""
        found: dict[str, tuple[str | None, int]] = {}
        for entry in entries:
            found[entry.path] = (entry.before, entry.before_bytes)
            if entry.moved_to is not None:
                # A move goes to a place where nothing stands.
                found[entry.moved_to] = (None, 0)
        heads = self._index.heads(found)
        has_baseline = self._index.has_baseline()
        time = entries[0].time
        gaps = (
            outside_change(path, heads.get(path), revision, size, time, has_baseline)
            for path, (revision, size) in found.items()
        )
        return [gap for gap in gaps if gap is not None]

    def _is_old(self, now: datetime) -> bool:
        days = self._settings.rotate_days
        if not days:
            return False
        lines = self._log.read(Position(self._log.growing_part()), _BEGINNING_BYTES)
        first = next(filter(None, (_time_of(line.text) for line in lines)), None)
        return first is not None and first < now - timedelta(days=days)


def _time_of(line: bytes) -> datetime | None:
    try:
        said = decode_line(line)
    except (ValueError, KeyError, TypeError):
        return None
    return None if isinstance(said, ChangeOutcome) else said.time
