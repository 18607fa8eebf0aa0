"""Who changed what, when and from what; and every version that a file has had.

A change is two lines of `audit.jsonl`. The *intent* is on the disk, and both versions
of the file are kept, before the file is touched; the *outcome* (`done` or `aborted`)
follows with the same id. An intent without an outcome is a change that was cut off:
whether it took place can be told by comparing the file with the revisions `before`
and `after`. So the intent is fsynced and the outcome need not be. What was changed
without the store is one line, written when it is noticed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Protocol

import orjson

from familiar_memory.errors import NotFoundError, UsageError
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.journal.batch_signs import BatchSigns
from familiar_memory.store.journal.entry import (
    BaselineMark,
    ChangeState,
    JournalEntry,
    JournalLine,
    MissingMark,
    Operation,
    Outcome,
    decode_line,
    encode_line,
    new_entry_id,
)
from familiar_memory.store.journal.fold import VERSION
from familiar_memory.store.journal.images import ImageStore, Pruned
from familiar_memory.store.journal.lines import AuditLog, Position
from familiar_memory.store.journal.outside import outside_change
from familiar_memory.store.journal.past import Past
from familiar_memory.store.journal.settings import JournalSettings
from familiar_memory.store.journal.tables import DamagedLine, Head, JournalIndex

__all__ = [
    "DERIVED_NAME",
    "AuditJournal",
    "ChangeState",
    "Journal",
    "JournalEntry",
    "Operation",
    "TidyReport",
    "new_entry_id",
]

_IMAGES_NAME: Final = "images.sqlite"
DERIVED_NAME: Final = f"derived-{VERSION}.sqlite"
_MIN_ID_CHARS = 4
_BEGINNING_BYTES = 4_096


class TidyReport(NamedTuple):
    """What tidying did: whether a part was closed, how many were compressed, what was dropped."""

    rotated: bool
    compressed: int
    pruned: Pruned


class Journal(Protocol):
    """Where a store reports its changes. Failures are `StorageError`."""

    def intend(self, entries: Sequence[JournalEntry], versions: Collection[bytes]) -> None:
        """Keep the versions before and after, and note changes that are about to be made.

        If this fails, they are not made.
        """

    def settle(self, entries: Sequence[JournalEntry], state: ChangeState) -> None:
        """Note how they ended."""

    def note(self, entries: Collection[JournalEntry], versions: Iterable[bytes]) -> None:
        """Note changes that were made without the store, and keep what they led to."""

    def heads(self, paths: Iterable[str]) -> dict[str, Head]:
        """What is last known of these files; one that was never seen is left out."""

    def standing_as(self, revisions: Iterable[str]) -> dict[str, list[str]]:
        """The files that stood there with these bytes when they were last noted, by revision."""

    def present_paths(self) -> frozenset[str]:
        """Every file that is there, as far as the journal knows."""

    def version(self, revision: str) -> bytes:
        """The bytes of a version; `NotFoundError` when they are not kept (any more)."""

    def has_baseline(self) -> bool:
        """Whether the first sight of the tree was completed."""

    def cut_off(self, paths: Collection[str] | None = None) -> tuple[JournalEntry, ...]:
        """Changes without an outcome (of these files), oldest first."""

    def keep(self, version: bytes, seen: datetime) -> None:
        """Keep a version that belongs to no change."""


class AuditJournal:
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
        self._log = AuditLog(
            fs or FileSystem(), directory, self._settings.rotate_bytes, is_read_only=is_read_only
        )
        self._images = ImageStore(directory / _IMAGES_NAME, is_read_only=is_read_only)
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        derived = directory
        if is_read_only:
            self._scratch = tempfile.TemporaryDirectory(prefix="familiar-journal-")
            derived = Path(self._scratch.name)
        self._index = JournalIndex(derived / DERIVED_NAME, self._log)

    @property
    def path(self) -> Path:
        """The file of lines; it may not exist yet."""
        return self._log.path

    @property
    def settings(self) -> JournalSettings:
        """How much of the past is kept."""
        return self._settings

    @property
    def images(self) -> ImageStore:
        """The versions of files."""
        return self._images

    @property
    def signs(self) -> BatchSigns:
        """What is under way, or was cut off, of large batches."""
        return BatchSigns(self._log.path.parent)

    # --- writing ----------------------------------------------------------------------

    def intend(self, entries: Sequence[JournalEntry], versions: Collection[bytes]) -> None:
        """Keep the versions, append the intents and wait until all is on the disk.

        What has happened to the files without anyone noting it is noted first.
        """
        unnoted = self._unnoted(entries)
        if versions:
            self._images.put_many(versions, entries[0].time)
        self._append([*unnoted, *entries], durable=True)

    def settle(self, entries: Sequence[JournalEntry], state: ChangeState) -> None:
        """Append the outcome of intents."""
        self._append([Outcome(entry.id, state) for entry in entries], durable=False)

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

    def rebuild(self) -> None:
        """Derive again from the lines what is derived from them."""
        self._index.rebuild()

    def close(self) -> None:
        """Let go of every file; the next use opens them again."""
        self._index.close()
        self._images.close()
        if self._scratch is not None:
            self._scratch.cleanup()

    def __enter__(self) -> AuditJournal:
        """Use it as a context manager to have it closed."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    # --- reading ----------------------------------------------------------------------

    def entries(
        self,
        path: str | None = None,
        *,
        source: str | None = None,
        refs: Collection[str] | None = None,
        batch: str | None = None,
        newest_first: bool = False,
        follow: bool = False,
    ) -> Iterator[JournalEntry]:
        """Changes in the order in which they were begun, each with its outcome.

        Of a file, or of all below a folder (a move belongs to both of its paths); of a
        source (`import` is also every `import:…`); made from one of these turns; of a
        batch. `follow` adds what a file was before it was moved there, under other names.
        """
        names = self._index.former_names(path) if follow and path else []
        where, parameters = _conditions(path, source, batch, names)
        wanted = None if refs is None else frozenset(refs)
        for entry in self._index.entries(where, parameters, newest_first=newest_first):
            if wanted is None or not wanted.isdisjoint(entry.refs):
                yield entry

    def entries_of(self, paths: Iterable[str]) -> Iterator[JournalEntry]:
        """Every change that was made of these files, oldest first.

        Also those under names that a file had before it was moved to one of these, or has
        got since.
        """
        names = orjson.dumps(self._index.all_names(paths)).decode()
        yield from self._index.entries(
            "path IN (SELECT value FROM json_each(?)) AND state = 'done'", (names,)
        )

    def find(self, target: str) -> tuple[JournalEntry, ...]:
        """The entry of this id, or those of this batch, oldest first.

        The first characters of an id are enough if no other begins so.

        Raises:
            NotFoundError: there is neither.
            UsageError: several ids begin so.
        """
        found = tuple(self._index.entries("id = ?1 OR batch = ?1", (target,)))
        if not found and len(target) >= _MIN_ID_CHARS:
            beginning = (target, f"{target}\U0010ffff")
            by_id = tuple(self._index.entries("id >= ? AND id < ?", beginning))
            by_batch = tuple(self._index.entries("batch >= ? AND batch < ?", beginning))
            number = len(by_id) + len({entry.batch for entry in by_batch})
            if number > 1:
                raise UsageError(
                    f"{target!r}: {number} changes or batches have an id that begins so",
                    "Give more of its characters.",
                )
            found = by_id or by_batch
        if not found:
            raise NotFoundError(
                f"{target!r}: there is no such change or batch",
                f"Take an id from the log, or its first characters, {_MIN_ID_CHARS} at least.",
            )
        return found

    def past(self, path: str, moment: datetime) -> Past | None:
        """What a file was at a moment, and since when; None when nothing was known of it."""
        return self._index.past(path, moment)

    def name_at(self, path: str, moment: datetime) -> str:
        """What a file was called at a moment, before it was moved to where it is now."""
        return self._index.name_at(path, moment)

    def moved_since(self, moment: datetime) -> dict[str, str]:
        """Where each file that was moved after a moment is now, by what it was called then."""
        return self._index.moved_since(moment)

    def all_past(self, moment: datetime) -> dict[str, str | None]:
        """The revision of every file at a moment (None: it was gone), as far as known by then."""
        return self._index.all_past(moment)

    def version(self, revision: str) -> bytes:
        """The bytes of a version; `NotFoundError` when they are not kept (any more)."""
        data = self._images.get(revision)
        if data is None:
            raise NotFoundError(
                f"version {revision} is not kept any more",
                "Versions are kept as long as the journal's settings say.",
            )
        return data

    def heads(self, paths: Iterable[str]) -> dict[str, Head]:
        """What is last known of these files; one that was never seen is left out."""
        return self._index.heads(paths)

    def present_paths(self) -> frozenset[str]:
        """Every file that is there, as far as the journal knows."""
        return frozenset(self._index.standing())

    def standing_as(self, revisions: Iterable[str]) -> dict[str, list[str]]:
        """The files that stood there with these bytes when they were last noted, by revision."""
        return self._index.standing_as(revisions)

    def missing(self) -> dict[str, datetime]:
        """Files that have vanished without anybody saying that they were deleted, since when."""
        return self._index.missing()

    def has_baseline(self) -> bool:
        """Whether the first sight of the tree was completed."""
        return self._index.has_baseline()

    def cut_off(self, paths: Collection[str] | None = None) -> tuple[JournalEntry, ...]:
        """Changes without an outcome (of these files), oldest first.

        They were cut off, unless their writer still holds the lock of the file.
        """
        found = self._index.entries("state = 'intent'")
        return tuple(
            entry
            for entry in found
            if paths is None or not frozenset(paths).isdisjoint(entry.paths)
        )

    def damaged_lines(self) -> tuple[DamagedLine, ...]:
        """Every line that could not be read, in order."""
        return self._index.damaged_lines()

    def part_name(self, number: int) -> str:
        """The file of a part of the log, for a person who looks for a damaged line."""
        return self._log.part_name(number)

    def missing_versions(self) -> tuple[str, ...]:
        """Files whose newest version is not kept, by path: their next change has no way back."""
        standing = self._index.standing()
        missing = self._images.missing(standing.values())
        return tuple(path for path, revision in standing.items() if revision in missing)

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


def _conditions(
    path: str | None,
    source: str | None,
    batch: str | None,
    former_names: Sequence[tuple[str, int]] = (),
) -> tuple[str, tuple[object, ...]]:
    conditions = ["1"]
    parameters: list[object] = []
    if path:
        one = "({0} = ? OR ({0} >= ? AND {0} < ?))"
        any_of = [one.format("path"), one.format("moved_to")]
        # What is below a folder sorts between "folder/" and "folder0".
        parameters += [path, f"{path}/", f"{path}0"] * 2
        if former_names:
            # As one value, since there may be more names than a statement has room for.
            any_of.append(
                "EXISTS (SELECT 1 FROM json_each(?) AS former"
                " WHERE entries.number <= json_extract(former.value, '$[1]')"
                " AND json_extract(former.value, '$[0]') IN (entries.path, entries.moved_to))"
            )
            parameters.append(orjson.dumps(former_names).decode())
        conditions.append(f"({' OR '.join(any_of)})")
    if source is not None:
        conditions.append("(source = ? OR substr(source, 1, ?) = ?)")
        parameters += [source, len(source) + 1, f"{source}:"]
    if batch is not None:
        conditions.append("batch = ?")
        parameters.append(batch)
    return " AND ".join(conditions), tuple(parameters)


def _time_of(line: bytes) -> datetime | None:
    try:
        said = decode_line(line)
    except (ValueError, KeyError, TypeError):
        return None
    return None if isinstance(said, Outcome) else said.time
