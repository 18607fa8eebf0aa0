"""Taking a change back, or a batch of them, without losing what came after."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from familiar_memory.errors import ConflictError, FamiliarError, UsageError
from familiar_memory.store.base import ABSENT, Cause, NoteStore, WriteResult
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import (
    BASELINE_SOURCE,
    ChangeState,
    JournalEntry,
    new_entry_id,
)
from familiar_memory.store.revision import revision_of
from familiar_memory.store.undo.sketch import PlannedFile, Sketch, UndoConflict, UndoWay

__all__ = ["PlannedFile", "UndoConflict", "UndoPlan", "UndoReport", "UndoWay", "plan_undo", "undo"]

_STAYING = (UndoWay.UNTOUCHED, UndoWay.KEPT)


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
    journal: JournalReader,
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
    store: NoteStore, journal: JournalReader, target: str, *, whole: bool = False
) -> UndoPlan:
    """Say what `undo` would do; nothing is written. Errors as for `undo`, but for conflicts."""
    entries = _undoable(journal.find(target), target)
    sketch = Sketch(store, journal, whole)
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
        return tuple(file for file in self.files if file.way not in _STAYING)

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
        cause = Cause(f"{source}:{self.target}", batch=new_entry_id())
        done: list[PlannedFile] = []
        results: list[WriteResult] = []
        try:
            for file in self.changes:
                results.append(_write(self.store, file, cause))
                done.append(file)
        except FamiliarError:
            for file in reversed(done):
                # What somebody has saved meanwhile is newer than both, and stays.
                with contextlib.suppress(FamiliarError):
                    _write(self.store, _reversed(file), cause)
            raise
        return UndoReport(self.entries, cause.batch or "", tuple(results))


def _write(store: NoteStore, file: PlannedFile, cause: Cause) -> WriteResult:
    if file.moved_from is not None:
        return store.move(file.moved_from, file.path, cause=cause, expected=_expected(file.then))
    return store.restore(file.path, file.then, cause=cause, expected=_expected(file.now))


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
        raise ConflictError(f"{target!r} never took effect: there is nothing to undo")
    return done


def _expected(data: bytes | None) -> str:
    return ABSENT if data is None else revision_of(data)
