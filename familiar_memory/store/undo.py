"""Taking a change back, or a batch of them, without losing what came after."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from familiar_memory.errors import ConflictError, FamiliarError, NotFoundError, UsageError
from familiar_memory.store.base import ABSENT, NoteStore, WriteResult
from familiar_memory.store.journal import AuditJournal
from familiar_memory.store.journal_entry import (
    BASELINE_SOURCE,
    ChangeState,
    JournalEntry,
    new_entry_id,
)
from familiar_memory.store.merge import OverlapError, take_out
from familiar_memory.store.revision import revision_of

__all__ = ["UndoReport", "undo"]

_SHOWN_LINES = 3
_SHOWN_ENTRIES = 3
_SHOWN_CHARS = 80


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
    store: NoteStore, journal: AuditJournal, target: str, *, source: str = "undo"
) -> UndoReport:
    """Take back the change with this id, or all changes of this batch.

    A file that is as the change left it gets its old bytes. One that has changed since
    keeps the later edits, and only the lines of the change are taken out of it. All
    files are looked at before the first is written; if one cannot be written, those
    before it are put back. The journal says `source`, a colon and the target.

    Raises:
        NotFoundError: no such change, or a version that is needed is not kept any more.
        UsageError: the id is ambiguous, or of a baseline, which is no change.
        ConflictError: lines of the change were changed later, or the file went or
            came again; or the change was not made. Nothing was done.
        StorageError: the disk refused.
    """
    entries = _undoable(journal.find(target), target)
    plan = _Plan(store, journal)
    for entry in reversed(entries):
        plan.take_back(entry)
    if plan.problems:
        raise ConflictError(
            "\n".join(plan.problems), "Undo the later changes first, or edit the file by hand."
        )
    batch = new_entry_id()
    return UndoReport(entries, batch, plan.apply(f"{source}:{target}", batch))


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
class _Plan:
    """The files as they will be; nothing is written before `apply`."""

    store: NoteStore
    journal: AuditJournal
    problems: list[str] = field(default_factory=list)
    _found: dict[str, bytes | None] = field(default_factory=dict)
    _planned: dict[str, bytes | None] = field(default_factory=dict)

    def take_back(self, entry: JournalEntry) -> None:
        """Plan to take one change out of what is planned so far."""
        if entry.moved_to is not None:
            self._move_back(entry, entry.moved_to)
            return
        now = self._now(entry.path)
        before, after = self._version(entry.before), self._version(entry.after)
        if now == after:
            self._planned[entry.path] = before
        elif now != before:
            self._take_out(entry, before, after, now)

    def apply(self, source: str, batch: str) -> tuple[WriteResult, ...]:
        """Write what is planned: all of it, or nothing."""
        changes = {path: data for path, data in self._planned.items() if data != self._found[path]}
        done: list[tuple[str, str | None]] = []
        results: list[WriteResult] = []
        try:
            for path, moved_to in self._moves(changes):
                results.append(self._move(path, moved_to, source, batch))
                done.append((path, moved_to))
            for path, data in changes.items():
                results.append(self._put(path, data, self._found[path], source, batch))
                done.append((path, None))
        except FamiliarError:
            self._put_back(done, source, batch)
            raise
        return tuple(results)

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

    def _take_out(
        self, entry: JournalEntry, before: bytes | None, after: bytes | None, now: bytes | None
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
            self._planned[entry.path] = None if before is None and not text else text

    def _move_back(self, entry: JournalEntry, moved_to: str) -> None:
        now = self._now(moved_to)
        if now is None:
            self._refuse(entry, f"{moved_to} is gone since")
        elif self._now(entry.path) is not None:
            self._refuse(entry, f"{entry.path} was made anew since")
        else:
            self._planned[entry.path], self._planned[moved_to] = now, None

    def _refuse(self, entry: JournalEntry, why: str) -> None:
        later: list[str] = []
        for one in self.journal.entries(entry.moved_to or entry.path, newest_first=True):
            if one.id == entry.id or len(later) == _SHOWN_ENTRIES:
                break
            if one.state is ChangeState.DONE:
                later.append(f"{one.id} ({one.source}, {one.time:%Y-%m-%d %H:%M})")
        by = f"\n  by {', '.join(later)}" if later else ""
        self.problems.append(f"{entry.path}: {why}{by}")

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

    def _move(self, path: str, to: str, source: str, batch: str) -> WriteResult:
        expected = _expected(self._found[path])
        return self.store.move(path, to, source=source, expected=expected, batch=batch)

    def _put(
        self, path: str, data: bytes | None, expected: bytes | None, source: str, batch: str
    ) -> WriteResult:
        return self.store.restore(
            path, data, source=source, expected=_expected(expected), batch=batch
        )

    def _put_back(self, done: Sequence[tuple[str, str | None]], source: str, batch: str) -> None:
        for path, moved_to in reversed(done):
            # What somebody has saved meanwhile is newer than both, and stays.
            with contextlib.suppress(FamiliarError):
                if moved_to is not None:
                    expected = _expected(self._found[path])
                    self.store.move(moved_to, path, source=source, expected=expected, batch=batch)
                else:
                    self._put(path, self._found[path], self._planned[path], source, batch)


def _expected(data: bytes | None) -> str:
    return ABSENT if data is None else revision_of(data)


def _shown(lines: Sequence[bytes]) -> str:
    texts = [line.decode("utf-8", "replace").rstrip()[:_SHOWN_CHARS] for line in lines]
    more = ["…"] if len(texts) > _SHOWN_LINES else []
    return "".join(f"\n  {text}" for text in [*texts[:_SHOWN_LINES], *more])
