"""What a watch reports: the index's news, as the changes in the journal that made them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from familiar_memory.domain.memory.changed import Happened
from familiar_memory.store.journal.entry import ChangeState

if TYPE_CHECKING:
    from collections.abc import Callable

    from familiar_memory.store.journal.base import JournalReader
    from familiar_memory.store.journal.entry import JournalEntry
    from familiar_memory.sync.changes.document_change import DocumentChange

__all__ = ["MOVED", "Story", "StoryLine"]

MOVED = "moved"
_LOOKED_AT = 50
"""Versions of a note in which the change that made a line is looked for, newest first."""


class StoryLine(NamedTuple):
    """One line of a watch: a document, what became of it, and the change that did it.

    `key` of what was moved is its new name. `entry` is None where the journal knows none.
    """

    source: str
    key: str
    what: str
    reason: str = ""
    entry: JournalEntry | None = None


class Story:
    """Tells each change in the journal once, however many documents it has touched."""

    def __init__(self, journal: JournalReader, notes: str, path_of: Callable[[str], str]) -> None:
        """`notes` is the source whose documents stand in the journal, each under its path."""
        self._journal = journal
        self._notes = notes
        self._path_of = path_of
        self._told: set[str] = set()
        self._has_begun = False

    def begin(self) -> None:
        """From now on all that happens to a note is news, also what came before its last change.

        Before, a note that is new to the index may be an old one, whose whole story is none.
        """
        self._has_begun = True

    def of(self, changes: Sequence[DocumentChange]) -> list[StoryLine]:
        """The lines for these changes: what was journalled, oldest first, then the rest."""
        lines: dict[str, tuple[datetime, StoryLine]] = {}
        others: list[StoryLine] = []
        for change in map(self._by_path, changes):
            if change.what is Happened.FAILED:
                others.append(StoryLine(change.source, change.key, change.what, change.reason))
                continue
            entries = self._entries(change)
            if entries is None:
                others.append(StoryLine(change.source, change.key, change.what))
                continue
            for entry in entries:
                if entry.id not in self._told and entry.id not in lines:
                    line = _line(change, entry, is_only=len(entries) == 1)
                    lines[entry.id] = entry.time, line
        # Not before: what tells of a move away does not end the story of what was there before.
        self._told.update(lines)
        return [*(line for _, line in sorted(lines.values(), key=itemgetter(0))), *others]

    def _by_path(self, change: DocumentChange) -> DocumentChange:
        is_note = change.source == self._notes
        return replace(change, key=self._path_of(change.key)) if is_note else change

    def _entries(self, change: DocumentChange) -> list[JournalEntry] | None:
        """What made the note of what was indexed before what is indexed now, oldest first.

        None when the journal does not know it (yet), and of a conversation, which has none.
        """
        if change.source != self._notes:
            return None
        found: list[JournalEntry] = []
        for entry in self._done(change.key):
            became = _became(entry, change.key)
            if not found:
                if became == change.after:
                    found.append(entry)
                continue
            if became == change.before or entry.id in self._told:
                return found[::-1]
            found.append(entry)
        if not found:
            return None
        is_whole = change.before is None and self._has_begun
        return found[::-1] if is_whole else found[:1]

    def _done(self, key: str) -> Iterator[JournalEntry]:
        for entry in islice(self._journal.entries(key, newest_first=True), _LOOKED_AT):
            if entry.state is ChangeState.DONE:
                yield entry


def _became(entry: JournalEntry, key: str) -> str | None:
    """The revision that a change gave a file; None: it went."""
    return None if entry.path == key and entry.moved_to is not None else entry.after


def _line(change: DocumentChange, entry: JournalEntry, *, is_only: bool) -> StoryLine:
    if entry.moved_to is not None:
        return StoryLine(change.source, entry.moved_to, MOVED, entry=entry)
    what = change.what
    if not is_only:
        what = (
            Happened.ADDED
            if entry.before is None
            else Happened.REMOVED
            if entry.after is None
            else Happened.CHANGED
        )
    return StoryLine(change.source, change.key, what, entry=entry)
