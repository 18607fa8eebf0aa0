"""Notes in which nothing is left to merge or to bring back, so that a night can pass them by.

What a night finds in a note follows from its bytes, the notes that its lines went into, the marks
of what stays apart, what has begun, ended or expired by then, and the settings; a note is passed
by while all of that is as it was. The file has no words of notes, but the paths of some.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple

from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.reconcile.markers import RULE
from familiar_memory.knowledge.validity import is_expired
from familiar_memory.knowledge.words import STOP_WORDS
from familiar_memory.maintenance.consolidation.marks import MergeMarks
from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.maintenance.consolidation.standing import StandingNote
from familiar_memory.maintenance.sleep.step import Night
from familiar_memory.notes.chunk import CHUNKER_VERSION
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import NoteReader
from familiar_memory.store.kept_of_notes import KeptOfNotes, note_print

__all__ = ["SettledNotes", "by_what"]

_VERSION = 2
"""Another number whenever memories are compared, or merged, in another way."""


class _Settled(NamedTuple):
    """How a note was when nothing was left to do: see the fields of the same names below."""

    print: str
    at: str
    has_model: bool
    moments: list[str]
    into: dict[str, str | None]
    marks: list[str]


class SettledNotes:
    """The notes of one night that were settled in an earlier one."""

    def __init__(
        self, kept: KeptOfNotes, notes: Mapping[str, StandingNote], register: TreeRegister
    ) -> None:
        """By the `notes` of a tree that can be read."""
        self._kept = kept
        self._notes = notes
        self._register = register
        self._prints = {key: note_print(key, one.text) for key, one in notes.items()}

    def restless(self, marks: MergeMarks, night: Night) -> Iterator[str]:
        """The keys of the notes that have to be looked into; the others are as they were."""
        for key, note in self._notes.items():
            one = self._of(note)
            if one is None or not self._is_as_it_was(key, one, night) or not marks.has(one.marks):
                yield key
            else:
                self._kept.put(note.state, list(one))

    def note(
        self,
        key: str,
        notes: Mapping[str, Iterable[NotedRecord]],
        marks: Iterable[str],
        night: Night,
    ) -> None:
        """Note that nothing was left to do in one of the notes, by some of the marks.

        The others are those that its lines may have gone into: until when these hold matters, too.
        """
        records = tuple(notes[key])
        ways = {into_path(one) for one in records} - {""}
        others = (notes.get(self._register.key_of(way), ()) for way in ways)
        settled = _Settled(
            self._prints[key],
            night.at.isoformat(),
            night.has_model,
            sorted(set(_moments(chain(records, *others)))),
            {way: self._print_at(way) for way in sorted(ways)},
            sorted(marks),
        )
        self._kept.put(self._notes[key].state, list(settled))

    def write(self, store: NoteReader) -> None:
        """Keep them for the next night, but for notes that were changed since they were read."""
        self._kept.write(store)

    def _of(self, note: StandingNote) -> _Settled | None:
        try:
            return _Settled(*self._kept.of(note.state.path))
        except TypeError:
            return None

    def _is_as_it_was(self, key: str, one: _Settled, night: Night) -> bool:
        then, at = datetime.fromisoformat(one.at), night.at
        return (
            one.print == self._prints[key]
            and then <= at
            and (one.has_model or not night.has_model)
            and all(is_expired(end, then) == is_expired(end, at) for end in one.moments)
            and all(self._print_at(way) == told for way, told in one.into.items())
        )

    def _print_at(self, path: str) -> str | None:
        return self._prints.get(self._register.key_of(path))


def _moments(records: Iterable[NotedRecord]) -> Iterator[str]:
    """When something begins or ends to hold, as it is written."""
    for one in records:
        fields = one.record.fields
        expires = None if fields.expires is None else fields.expires.isoformat()
        yield from (moment for moment in (fields.since, fields.until, expires) if moment)


def into_path(one: NotedRecord) -> str:
    """The note into which a line went, as it is written there; "" for its own and for none."""
    return (one.record.fields.into or "").rpartition("#^")[0]


def by_what(rules: NoteRules, settings: ConsolidationSettings, compared_by: str) -> str:
    """By what memories are read and compared: another makes every note one to look into."""
    predicates = list(rules.vocabulary.predicates.values())
    words = blake2b(
        repr((language_tables(RULE), sorted(STOP_WORDS))).encode(), digest_size=16
    ).hexdigest()
    return repr(
        (
            *(_VERSION, CHUNKER_VERSION, rules.default_audience, predicates, words),
            *(settings.similarity_threshold, settings.max_cluster_size, compared_by),
        )
    )
