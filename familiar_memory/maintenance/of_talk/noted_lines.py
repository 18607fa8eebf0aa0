"""The lines of notes as they stand, and what stood there before somebody changed them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from familiar_memory.errors import NotFoundError, StoreError
from familiar_memory.maintenance.of_talk.programs import is_a_program
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.text.kept_ids import is_kept_up
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import ChangeState, JournalEntry

__all__ = ["NotePast", "NotedLines"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NOW_US = sys.maxsize
"""When that was done which the journal has not noted yet."""

ToldLines: TypeAlias = frozenset[tuple[str, str, str]]
"""Place, ref and words of each line of a version, by each of its messages."""


@dataclass(frozen=True, slots=True)
class NotePast:
    """`lines` stood in a note before somebody changed it, whether or not they still do.

    `gone_us` is when somebody took the whole note away, with lines in it, and did not put it back:
    who has written a new one in its place since does not matter. None where nobody did. `times`:
    how often it was.
    """

    lines: ToldLines = frozenset()
    gone_us: int | None = None
    times: int = 0


@dataclass(frozen=True, slots=True)
class _ByHand:
    """What somebody made of a note; None where there was, or is, none."""

    at_us: int
    before: ToldLines | None
    after: ToldLines | None


class NotedLines:
    """Reads each note once, and again after a new look where it has changed.

    What programs have changed nobody did. Without a `journal`, what is gone leaves no trace.
    """

    def __init__(self, store: NoteReader, rules: NoteRules, journal: JournalReader | None) -> None:
        """Nothing is read yet."""
        self._store = store
        self._rules = rules
        self._journal = journal
        self._looked_at: set[str] = set()
        self._texts: dict[str, str] = {}
        self._standing: dict[str, tuple[StandingLine, ...]] = {}
        self._past: dict[str, NotePast] = {}

    def look_again(self) -> None:
        """A model was asked, say, and people edit meanwhile: what was read may stand no more."""
        self._looked_at.clear()

    def standing(self, path: str) -> tuple[StandingLine, ...]:
        """What was said, as it stands there, and no line that a writer keeps up to date.

        Raises:
            StoreError: the note cannot be read.
        """
        if path not in self._looked_at:
            self._look(path)
        return self._standing[path]

    def past(self, path: str) -> NotePast:
        """What the note was.

        Raises:
            StoreError: it cannot be read.
        """
        self.standing(path)
        if self._journal is None:
            return NotePast()
        if path not in self._past:
            changes = tuple(self._by_hand(self._journal, path))
            lines = frozenset(line for one in changes for line in one.before or ())
            self._past[path] = NotePast(lines, *_gone(changes))
        return self._past[path]

    def _look(self, path: str) -> None:
        text = ""
        with suppress(NotFoundError):
            text = self._store.read_file(path)
        if self._texts.get(path) != text:
            self._standing[path] = tuple(self._parsed(path, text))
            self._past.pop(path, None)
        self._texts[path] = text
        self._looked_at.add(path)

    def _parsed(self, path: str, text: str) -> Iterator[StandingLine]:
        note = parse_note(text, self._rules.vocabulary, path)
        lines = standing_lines(path, note, self._rules.default_audience)
        return (line for line in lines if not is_kept_up(line.record))

    def _by_hand(self, journal: JournalReader, path: str) -> Iterator[_ByHand]:
        """Each change that was no program's, and what was done since the journal was last told.

        An editor's save is noted when the store next meets it.
        """
        left: str | None = None
        with suppress(StoreError):
            for entry in journal.entries(path):
                if entry.state is ChangeState.ABORTED:
                    continue
                before, left = _revisions(entry, path)
                if not is_a_program(entry.source):
                    at_us = (entry.time - _EPOCH) // timedelta(microseconds=1)
                    was, is_now = (self._kept(journal, path, one) for one in (before, left))
                    yield _ByHand(at_us, was, is_now)
            now = self._told(path, self._texts[path])
            yield _ByHand(_NOW_US, self._kept(journal, path, left), now)

    def _kept(self, journal: JournalReader, path: str, revision: str | None) -> ToldLines | None:
        if revision is None:
            return None
        version = journal.kept(revision)
        # Of a version that is not kept any more, nobody knows what stood there.
        return (
            frozenset() if version is None else self._told(path, version.decode(errors="replace"))
        )

    def _told(self, path: str, text: str) -> ToldLines | None:
        if not text.strip():
            return None
        stands = text == self._texts[path]
        lines = self._standing[path] if stands else self._parsed(path, text)
        return frozenset(
            (line.audience, ref, line.record.text)
            for line in lines
            for ref in line.record.fields.refs
        )


def _revisions(entry: JournalEntry, path: str) -> tuple[str | None, str | None]:
    """What stood at this path before a change and after it: a move leads from one to another."""
    if entry.moved_to is None:
        return entry.before, entry.after
    return (entry.before, None) if entry.path == path else (None, entry.after)


def _gone(changes: Iterable[_ByHand]) -> tuple[int | None, int]:
    gone: int | None = None
    times = 0
    for one in changes:
        if one.before and one.after is None:
            gone, times = one.at_us, times + 1
        elif one.before is None and one.after:
            gone = None
    return gone, times
