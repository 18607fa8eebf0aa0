"""What files would be if a change, or several, had not been made; nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import regex

from familiar_memory.errors import NotFoundError
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import (
    BASELINE_SOURCE,
    HUMAN_SOURCE,
    SETTLING_SOURCES,
    ChangeState,
    JournalEntry,
)
from familiar_memory.store.names import REVIEW_PATH
from familiar_memory.store.undo.merge import OverlapError, take_out
from familiar_memory.store.undo.stale import takes_back

__all__ = ["PlannedFile", "Sketch", "UndoConflict", "UndoWay"]

_SHOWN_LINES = 3
"""Of a text that stands in the way, in a message."""
_SHOWN_ENTRIES = 3
"""Later changes that a conflict names."""
_SHOWN_CHARS = 80
_STALE_STEPS = 50
"""Changes looked back over for one whose text still stands; each is read from the journal."""
_PROPOSAL = regex.compile(rb"^[ \t]*[-*+] .*\^p[0-9a-f]{10}[ \t]*\r?$", regex.MULTILINE)
_ERASED = "what this change held was erased for good, and cannot be restored"


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
    KEPT = "kept"
    """It stays as it is: the list of proposals, where one of the change was decided since."""


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


@dataclass(slots=True)
class Sketch:
    """The files as they would be after the changes that were taken back so far."""

    store: NoteReader
    journal: JournalReader
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
        try:
            before, after = self._version(entry.before), self._version(entry.after)
        except NotFoundError:
            if not entry.erased:
                raise
            self._refuse(entry, _ERASED)
            return
        if entry.erased and before == after:
            self._refuse(entry, _ERASED)
            return
        if now == before or self._ways.get(entry.path) is UndoWay.KEPT:
            return
        if (base := self._stale_base(entry, before, after)) is not None:
            # Both grew out of `base`: what stood there, and what was typed instead.
            if now is not None and before is not None and takes_back(before, base, now):
                return
            self._take_out(entry, before, base, now, UndoWay.REJOINED)
        elif now == after:
            self._plan(entry.path, before, UndoWay.RESTORED)
        elif _is_proposing(entry) and _is_decided(before, after, self._found[entry.path]):
            self._keep(entry.path)
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
                is_kept = self._ways.get(path) is UndoWay.KEPT
                yield PlannedFile(path, data, data, UndoWay.KEPT if is_kept else UndoWay.UNTOUCHED)

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
            self._refuse(entry, "the file has gone since")
        elif after is None:
            self._refuse(entry, "the file has been created again since")
        else:
            try:
                text = take_out(before or b"", after, now)
            except OverlapError as error:
                self._refuse(entry, f"these lines were changed since:{_shown(error.lines)}")
                return
            self._plan(entry.path, None if before is None and not text else text, way)

    def _keep(self, path: str) -> None:
        """Leave a file as it was found, whatever else of it would have been taken back."""
        self._planned[path] = self._found[path]
        self._ways[path] = UndoWay.KEPT

    def _stale_base(
        self, entry: JournalEntry, before: bytes | None, after: bytes | None
    ) -> bytes | None:
        """The older version that a person's save was typed into; None when it is no such save."""
        if self.whole or entry.source != HUMAN_SOURCE or before is None or after is None:
            return None
        found = None
        for older in self._machine_versions(entry):
            base = self.journal.kept(older)
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
            self._refuse(entry, f"{moved_to} has gone since")
        elif self._now(entry.path) is not None:
            self._refuse(entry, "the file has been created again since")
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


def _is_proposing(entry: JournalEntry) -> bool:
    """Whether a program has put proposals into the list; what was decided of them stays decided."""
    settling = {HUMAN_SOURCE, *SETTLING_SOURCES}
    is_decision = entry.source in settling or entry.source.startswith("undo")
    return entry.path == REVIEW_PATH and not is_decision


def _is_decided(before: bytes | None, after: bytes | None, now: bytes | None) -> bool:
    """Whether a proposal that came with a change does not wait any more as it came."""
    came = _proposals(after) - _proposals(before)
    return not came <= _proposals(now)


def _proposals(text: bytes | None) -> frozenset[bytes]:
    """The first lines of the proposals in a list: they end in an id."""
    return frozenset(one.strip() for one in _PROPOSAL.findall(text or b""))


def _shown(lines: Sequence[bytes]) -> str:
    texts = [line.decode("utf-8", "replace").rstrip()[:_SHOWN_CHARS] for line in lines]
    more = ["…"] if len(texts) > _SHOWN_LINES else []
    return "".join(f"\n  {text}" for text in [*texts[:_SHOWN_LINES], *more])
