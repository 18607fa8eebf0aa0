"""Taking a change back, or a batch of them, without losing what came after."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from familiar_memory.errors import ConflictError, FamiliarError, NotFoundError, UsageError
from familiar_memory.store.base import ABSENT, NoteStore, WriteResult
from familiar_memory.store.journal.entry import (
    BASELINE_SOURCE,
    HUMAN_SOURCE,
    ChangeState,
    JournalEntry,
    new_entry_id,
)
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.revision import revision_of
from familiar_memory.store.undo.merge import OverlapError, take_out
from familiar_memory.store.undo.stale import takes_back

__all__ = ["PlannedFile", "UndoConflict", "UndoPlan", "UndoReport", "UndoWay", "plan_undo", "undo"]

_SHOWN_LINES = 3
_SHOWN_ENTRIES = 3
_SHOWN_CHARS = 80
_STALE_STEPS = 50


class UndoWay(StrEnum):
    """How a file is brought back."""

    RESTORED = "put back"
    """It becomes what it was, byte for byte."""
    MERGED = "merged"
    """The change is taken out of it, and what came later stays."""
    REJOINED = "rejoined"
    """What an old buffer wiped out comes back, and what was typed into it stays."""
    MOVED = "moved back"
    """It gets its old path."""
    UNTOUCHED = "as before"
    """It is as it was before the change already."""


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file: what it is, what it will be (None: no file), and in which way.

    `moved_from` is set when it comes from there: then the bytes stay the same.
    """

    path: str
    now: bytes | None
    then: bytes | None
    way: UndoWay
    moved_from: str | None = None


@dataclass(frozen=True, slots=True)
class UndoConflict:
    """Why a file cannot be brought back, and which later changes are in the way."""

    path: str
    why: str
    later: tuple[JournalEntry, ...] = ()

    def __str__(self) -> str:
        """The file, the reason, and the later changes on a line of their own."""
        told = ", ".join(f"{e.id} ({e.source}, {e.time:%Y-%m-%d %H:%M})" for e in self.later)
        return f"{self.path}: {self.why}" + (f"\n  by {told}" if told else "")


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What was taken back: the entries, the batch that did it, and each file changed by it.

    To take the undo back, undo its batch. `results` is empty, and `batch` names
    nothing, when all files were as before the change already.
    """

    entries: tuple[JournalEntry, ...]
    batch: str
    results: tuple[WriteResult, ...]


def undo(
    store: NoteStore,
    journal: AuditJournal,
    target: str,
    *,
    source: str = "undo",
    whole: bool = False,
) -> UndoReport:
    """Take back the change with this id, or all changes of this batch.

    A file that is as the change left it gets its old bytes. One that has changed since
    keeps the later edits, and only the lines of the change are taken out of it. Where a
    person's editor has saved an old buffer over newer lines, these come back and what was
    typed stays; with `whole`, that goes too. All files are looked at before the first is
    written; if one cannot be written, those before it are put back. The journal says
    `source`, a colon and the target.

    Raises:
        NotFoundError: no such change, or a version that is needed is not kept any more.
        UsageError: the id is ambiguous, or of a baseline, which is no change.
        ConflictError: lines of the change were changed later, or the file went or
            came again; or the change was not made. Nothing was done.
        StorageError: the disk refused.
    """
    return plan_undo(store, journal, target, whole=whole).apply(source)


def plan_undo(
    store: NoteStore, journal: AuditJournal, target: str, *, whole: bool = False
) -> UndoPlan:
    """Say what `undo` would do; nothing is written. Errors as for `undo`, but for conflicts."""
    entries = _undoable(journal.find(target), target)
    sketch = _Sketch(store, journal, whole)
    for entry in reversed(entries):
        sketch.take_back(entry)
    return UndoPlan(store, target, entries, tuple(sketch.files()), tuple(sketch.conflicts))


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """The files as they will be, in the order in which they will be written."""

    store: NoteStore
    target: str
    entries: tuple[JournalEntry, ...]
    files: tuple[PlannedFile, ...]
    conflicts: tuple[UndoConflict, ...]

    @property
    def changes(self) -> tuple[PlannedFile, ...]:
        """The files that will not stay as they are."""
        return tuple(file for file in self.files if file.way is not UndoWay.UNTOUCHED)

    def apply(self, source: str = "undo") -> UndoReport:
        """Write what is planned: all of it, or nothing.

        Raises:
            ConflictError: there are conflicts, or a file has changed since the plan.
            StorageError: the disk refused.
        """
        if self.conflicts:
            raise ConflictError(
                "\n".join(map(str, self.conflicts)),
                "Undo the later changes first, or edit the file by hand.",
            )
        batch, said = new_entry_id(), f"{source}:{self.target}"
        done: list[PlannedFile] = []
        results: list[WriteResult] = []
        try:
            for file in self.changes:
                results.append(_write(self.store, file, said, batch))
                done.append(file)
        except FamiliarError:
            for file in reversed(done):
                # What somebody has saved meanwhile is newer than both, and stays.
                with contextlib.suppress(FamiliarError):
                    _write(self.store, _reversed(file), said, batch)
            raise
        return UndoReport(self.entries, batch, tuple(results))


def _write(store: NoteStore, file: PlannedFile, source: str, batch: str) -> WriteResult:
    if file.moved_from is not None:
        expected = _expected(file.then)
        return store.move(file.moved_from, file.path, source=source, expected=expected, batch=batch)
    expected = _expected(file.now)
    return store.restore(file.path, file.then, source=source, expected=expected, batch=batch)


def _reversed(file: PlannedFile) -> PlannedFile:
    if file.moved_from is not None:
        return PlannedFile(file.moved_from, None, file.then, file.way, file.path)
    return PlannedFile(file.path, file.then, file.now, file.way)


def _undoable(entries: Sequence[JournalEntry], target: str) -> tuple[JournalEntry, ...]:
    if any(entry.source == BASELINE_SOURCE for entry in entries):
        raise UsageError(
            f"{target!r} is the first sight of a file, not a change of it",
            "Delete the file if it should go.",
        )
    done = tuple(entry for entry in entries if entry.state is ChangeState.DONE)
    if not done:
        raise ConflictError(f"{target!r} was not made: there is nothing to take back")
    return done


@dataclass(slots=True)
class _Sketch:
    """The files as they would be after the changes that were taken back so far."""

    store: NoteStore
    journal: AuditJournal
    whole: bool
    conflicts: list[UndoConflict] = field(default_factory=list)
    _found: dict[str, bytes | None] = field(default_factory=dict)
    _planned: dict[str, bytes | None] = field(default_factory=dict)
    _ways: dict[str, UndoWay] = field(default_factory=dict)

    def take_back(self, entry: JournalEntry) -> None:
        """Take one change out of what is planned so far."""
        if entry.moved_to is not None:
            self._move_back(entry, entry.moved_to)
            return
        now = self._now(entry.path)
        before, after = self._version(entry.before), self._version(entry.after)
        if now == before:
            return
        if (base := self._stale_base(entry, before, after)) is not None:
            # Both grew out of `base`: what stood there, and what was typed instead.
            if now is not None and before is not None and takes_back(before, base, now):
                return
            self._take_out(entry, before, base, now, UndoWay.REJOINED)
        elif now == after:
            self._plan(entry.path, before, UndoWay.RESTORED)
        else:
            self._take_out(entry, before, after, now, UndoWay.MERGED)

    def files(self) -> Iterator[PlannedFile]:
        """Moves first, then the others, each in the order in which they were met."""
        changes = {path: data for path, data in self._planned.items() if data != self._found[path]}
        for source, path in self._moves(changes):
            yield PlannedFile(path, None, self._found[source], UndoWay.MOVED, source)
        for path, data in changes.items():
            way = self._ways.get(path, UndoWay.RESTORED)
            yield PlannedFile(path, self._found[path], data, way)
        refused = {conflict.path for conflict in self.conflicts}
        for path, data in self._found.items():
            if data == self._planned[path] and path not in refused:
                yield PlannedFile(path, data, data, UndoWay.UNTOUCHED)

    def _now(self, path: str) -> bytes | None:
        if path not in self._planned:
            try:
                data = self.store.read_bytes(path)
            except NotFoundError:
                data = None
            self._found[path] = self._planned[path] = data
        return self._planned[path]

    def _version(self, revision: str | None) -> bytes | None:
        return None if revision is None else self.journal.version(revision)

    def _plan(self, path: str, data: bytes | None, way: UndoWay) -> None:
        self._planned[path] = data
        # Of several changes of one file the least simple way is told.
        if self._ways.get(path, UndoWay.RESTORED) is UndoWay.RESTORED:
            self._ways[path] = way

    def _take_out(
        self,
        entry: JournalEntry,
        before: bytes | None,
        after: bytes | None,
        now: bytes | None,
        way: UndoWay,
    ) -> None:
        if now is None:
            self._refuse(entry, "the file is gone since")
        elif after is None:
            self._refuse(entry, "the file was made anew since")
        else:
            try:
                text = take_out(before or b"", after, now)
            except OverlapError as error:
                self._refuse(entry, f"these lines were changed since:{_shown(error.lines)}")
                return
            self._plan(entry.path, None if before is None and not text else text, way)

    def _stale_base(
        self, entry: JournalEntry, before: bytes | None, after: bytes | None
    ) -> bytes | None:
        """The older version that a person's save was typed into; None when it is no such save."""
        if self.whole or entry.source != HUMAN_SOURCE or before is None or after is None:
            return None
        found = None
        for older in self._machine_versions(entry):
            base = self.journal.images.get(older)
            if base is None or not takes_back(base, before, after):
                break
            found = base
        return found

    def _machine_versions(self, entry: JournalEntry) -> Iterator[str]:
        """What the file was before each change that the engine made just before this one."""
        revision, steps = entry.before, 0
        is_earlier = False
        for one in self.journal.entries(entry.path, newest_first=True):
            if one.id == entry.id:
                is_earlier = True
                continue
            if not is_earlier or one.state is not ChangeState.DONE:
                continue
            is_next = one.path == entry.path and one.moved_to is None and one.after == revision
            by_person = one.source in (HUMAN_SOURCE, BASELINE_SOURCE)
            if not is_next or by_person or one.before is None or steps == _STALE_STEPS:
                return
            steps += 1
            revision = one.before
            yield one.before

    def _move_back(self, entry: JournalEntry, moved_to: str) -> None:
        now = self._now(moved_to)
        if now is None:
            self._refuse(entry, f"{moved_to} is gone since")
        elif self._now(entry.path) is not None:
            self._refuse(entry, "the file was made anew since")
        else:
            self._planned[entry.path], self._planned[moved_to] = now, None

    def _refuse(self, entry: JournalEntry, why: str) -> None:
        later: list[JournalEntry] = []
        for one in self.journal.entries(entry.moved_to or entry.path, newest_first=True):
            if one.id == entry.id or len(later) == _SHOWN_ENTRIES:
                break
            if one.state is ChangeState.DONE:
                later.append(one)
        self.conflicts.append(UndoConflict(entry.path, why, tuple(later)))

    def _moves(self, changes: dict[str, bytes | None]) -> list[tuple[str, str]]:
        """Take out of the changes those that only give whole files other paths."""
        moves = []
        for to in [path for path, data in changes.items() if data is not None]:
            if self._found[to] is not None:
                continue
            gone = (
                path
                for path, data in changes.items()
                if data is None and self._found[path] == changes[to]
            )
            path = next(gone, None)
            if path is not None:
                moves.append((path, to))
                del changes[path], changes[to]
        return moves


def _expected(data: bytes | None) -> str:
    return ABSENT if data is None else revision_of(data)


def _shown(lines: Sequence[bytes]) -> str:
    texts = [line.decode("utf-8", "replace").rstrip()[:_SHOWN_CHARS] for line in lines]
    more = ["…"] if len(texts) > _SHOWN_LINES else []
    return "".join(f"\n  {text}" for text in [*texts[:_SHOWN_LINES], *more])
