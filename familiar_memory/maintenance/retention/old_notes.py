"""The dated notes that go: which are old enough, and which of those a person has a hand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Protocol

from familiar_memory.domain.tree import DAYS, SESSIONS
from familiar_memory.errors import ConflictError, NotFoundError, StoreError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.maintenance.of_talk.programs import RETENTION
from familiar_memory.maintenance.retention.authorship import is_by_programs
from familiar_memory.maintenance.retention.cut_offs import day_is_over
from familiar_memory.maintenance.retention.dated_notes import (
    DatedNote,
    TalkKind,
    dated_note,
    talk_in,
)
from familiar_memory.maintenance.retention.retention_days import CutOffs
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.store.journal.entry import JournalEntry
from familiar_memory.store.revision import revision_of

__all__ = ["CHANGED", "ChangesOfNotes", "OldNote", "OldNotes", "SortedNotes"]

CHANGED = "somebody has just changed it"


class ChangesOfNotes(Protocol):
    """Who has changed which notes: a journal."""

    def entries_of(self, paths: Iterable[str]) -> Iterator[JournalEntry]:
        """Every change that was made of these files, oldest first, under any name."""


@dataclass(frozen=True, slots=True)
class OldNote:
    """A note as it was read when it was decided that it goes."""

    path: str
    text: str
    revision: str


@dataclass(frozen=True, slots=True)
class SortedNotes:
    """What goes, and the paths of what is as old and stays, since people have a hand in it."""

    going: tuple[OldNote, ...] = ()
    kept: tuple[str, ...] = ()


class OldNotes:
    """Finds and takes them; `zone` is that in which the names of files are days."""

    def __init__(
        self, store: NoteStore, journal: ChangesOfNotes, vocabulary: Vocabulary, zone: tzinfo
    ) -> None:
        self._store = store
        self._journal = journal
        self._vocabulary = vocabulary
        self._zone = zone

    def select(self, cut_offs: CutOffs, sweep: TalkKind) -> SortedNotes:
        """The dated notes of a sweep that are older than they are kept, as they stand."""
        going, kept = [], []
        for dated in self._dated(cut_offs.of(frozenset({sweep}))):
            note = self._old(dated, cut_offs, sweep)
            if note is None:
                continue
            if is_by_programs(self._story(note.path), note.revision):
                going.append(note)
            else:
                kept.append(note.path)
        return SortedNotes(tuple(going), tuple(kept))

    def take(self, notes: Iterable[OldNote], batch: str) -> dict[str, str]:
        """Delete them; those that could not be, and why. One that is changed meanwhile stays."""
        left = {}
        cause = Cause(RETENTION, batch=batch)
        for note in notes:
            try:
                self._store.delete(note.path, cause=cause, expected=note.revision)
            except (ConflictError, NotFoundError):
                # Somebody has it open, or has deleted it.
                left[note.path] = CHANGED
            except StoreError as problem:
                left[note.path] = problem.problem
        return left

    def _dated(self, moment: datetime | None) -> Iterator[DatedNote]:
        """Those whose day ended before then."""
        if moment is None:
            return
        for folder in (DAYS, SESSIONS):
            for state in self._store.scan_files(folder).files:
                dated = dated_note(state.path)
                if dated is not None and self._is_before(dated, moment):
                    yield dated

    def _is_before(self, dated: DatedNote, moment: datetime) -> bool:
        try:
            return day_is_over(dated.day, self._zone) <= moment
        except OverflowError:
            return False

    def _old(self, dated: DatedNote, cut_offs: CutOffs, sweep: TalkKind) -> OldNote | None:
        """The note, if all that it tells of may go; what cannot be read stays."""
        try:
            text = self._store.read_file(dated.path)
        except StoreError:
            return None
        talks = talk_in(dated, text, self._vocabulary)
        moment = cut_offs.of(talks)
        if TalkKind.governing(talks) is not sweep:
            return None
        if moment is None or not self._is_before(dated, moment):
            return None
        # Of what was read: a file that is written meanwhile has another one, and stays.
        return OldNote(dated.path, text, revision_of(text.encode("utf-8")))

    def _story(self, path: str) -> Iterator[JournalEntry]:
        return self._journal.entries_of((path,))
