"""One request to keep or change something: for whom, by which rules, in which batch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from familiar_memory.domain.given import as_flag
from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.tree import PEOPLE, is_below, subject_of
from familiar_memory.errors import InputError, UsageError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.predicate_words import near_predicates
from familiar_memory.knowledge.predicates import is_predicate_name
from familiar_memory.life.memories.record_change import ChangeKind, RecordChange, change_of
from familiar_memory.life.memories.requests import Caller, NewFact, NewMemory
from familiar_memory.life.memories.whereabouts import FilingNote, KnownPeople, Whereabouts
from familiar_memory.markdown.record.line import fact_text, stated_fact
from familiar_memory.operations.caller_policy import CallerPolicy
from familiar_memory.operations.named.field_values import checked_fields
from familiar_memory.operations.named.proposals import StateRecord
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Outcome
from familiar_memory.operations.owner_policy import OwnerPolicy
from familiar_memory.operations.policy import Policy
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.review.holding import hold
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.recall.viewer import viewer_in
from familiar_memory.store.base import Cause
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.writers.notes.labels_in_use import labels_when_needed

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["MemoryAsked", "Desk"]

_FACTS = "Facts"
_NOTES = "Notes"
_MOST_NAMED = 8
"""Predicates that a refusal names, where none is like what was given."""
_OWNER_SAYS = "user-stated"


@dataclass(frozen=True, slots=True)
class MemoryAsked:
    """Who asks, whether nothing is to be written, and how the line read for them."""

    caller: Caller | None
    is_dry: bool
    was: str | None = None


class Desk:
    """One request: for whom it is worked on, by which rules, in which batch."""

    def __init__(self, parts: Parts, asked: MemoryAsked) -> None:
        settings = parts.setup.settings
        self._parts = parts
        self._asked = asked
        self._batch = new_entry_id()
        self._new_notes: set[str] = set()
        caller = asked.caller
        viewer = _viewer(parts, caller)
        self.now: datetime = parts.setup.clock.now().astimezone(settings.zone)
        self.where = Whereabouts(parts, viewer)
        policy: Policy = OwnerPolicy()
        if caller is not None:
            known = KnownPeople(parts, viewer, caller.author.slug)
            self.where = Whereabouts(parts, viewer, known)
            policy = CallerPolicy(caller.author.slug, viewer, known)
        self.notes = NotesAtOnce(
            parts.store,
            parts.files.register,
            policy,
            _rules(parts),
            Cause("cli" if caller is None else "tool", batch=self._batch),
            is_dry=as_flag(asked.is_dry, "dry_run"),
        )

    def fields(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Fields as a record holds them."""
        return checked_fields(given, self.now)

    def named(self, given: RecordName | str) -> tuple[RecordName, str | None]:
        """A record by the key of its note, and its text as it is meant to be."""
        name, line = self.where.record(given)
        was = self._asked.was
        return name, line.record.text if was is None and line is not None else was

    def statement(
        self, memory: NewMemory, destination: FilingNote, place: str | None
    ) -> StateRecord:
        """A text as a record that somebody states; a fact in words, where the owner writes one."""
        said = stated_fact(memory.text) if self.where.viewer.is_owner else None
        is_fact = said is not None and said[0] in self._parts.setup.vocabulary
        record = Record(
            memory.text,
            self._tail(memory.fields, place),
            predicate=said[0] if said is not None else None,
            object=said[1] if said is not None else None,
        )
        section = _FACTS if is_fact else _NOTES
        return self._state(destination, section, record)

    def fact(self, fact: NewFact) -> StateRecord:
        """A fact as a record that somebody states.

        Raises:
            InputError: the predicate is in no vocabulary.
        """
        predicate = fact.predicate.strip()
        vocabulary = self._parts.setup.vocabulary
        if not is_predicate_name(predicate) or predicate not in vocabulary:
            near = near_predicates(vocabulary, predicate)
            accepted = ", ".join(near or list(vocabulary)[:_MOST_NAMED])
            raise InputError(
                f"{predicate!r} is not a known predicate",
                f"{accepted}, …; your own go under [predicates] in character.toml",
            )
        given = dict(fact.fields)
        given |= {key: day for key, day in (("since", fact.since), ("until", fact.until)) if day}
        place = self.where.place(fact.place)
        destination = self.where.destination(fact.subject, place)
        if subject_of(destination.key) is None and "subject" not in given:
            raise UsageError(
                f"{fact.subject!r} is a note about nobody and nothing in particular",
                "a person, a topic, or their note",
            )
        record = Record(
            fact_text(predicate, fact.object),
            self._tail(given, place),
            predicate=predicate,
            object=fact.object,
        )
        return self._state(destination, _FACTS, record)

    def apply(self, proposals: Iterable[Proposal]) -> ApplyReport:
        """Write all of these, or none; what is held of a caller's waits for the owner."""
        report = self.notes.apply(proposals)
        if self._asked.caller is None or self.notes.is_dry:
            return report
        setup = self._parts.setup
        return hold(self._parts.store, report, setup.vocabulary, self.notes.cause)

    def told(self, report: ApplyReport, done: ChangeKind | None = None) -> RecordChange:
        """What became of the request, in names that whoever asks knows."""

        def named(outcome: Outcome) -> str:
            return self.where.shown(outcome.operation.path)

        batch = None if self.notes.is_dry else self._batch
        change = change_of(report, batch, named, done)
        is_new = any(one.operation.path in self._new_notes for one in report.outcomes)
        return replace(change, is_in_new_note=is_new and change.is_done)

    def _state(self, destination: FilingNote, section: str, record: Record) -> StateRecord:
        is_owner = self.where.viewer.is_owner
        if is_owner and self._parts.files.register.path_of(destination.key) is None:
            # A caller is not told: a note that is hidden from them would be there.
            self._new_notes.add(destination.key)
        title = "" if is_below(destination.key, PEOPLE) or not is_owner else destination.title
        return StateRecord(destination.key, title, section, record, for_owner=is_owner)

    def _tail(self, given: Mapping[str, Any], place: str | None) -> RecordFields:
        """What a new record says of itself; who said it is known of a caller alone."""
        fields = self.fields(given)
        caller = self._asked.caller
        said = {"learned": self.now.date(), "source": _OWNER_SAYS, **_given(fields)}
        said["place"] = place
        if caller is not None:
            said["by"] = caller.author.slug
        return RecordFields(**said)


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _viewer(parts: Parts, caller: Caller | None) -> Viewer:
    if caller is None:
        return Viewer()
    policy = parts.setup.settings.audience.policy
    return viewer_in(caller.place, caller.author, parts.files.history, policy)


def _rules(parts: Parts) -> NoteRules:
    """As notes are read here, and with the labels by which lines name places."""
    setup, files = parts.setup, parts.files
    labels = labels_when_needed(files.history, files.register)
    audience = setup.settings.audience
    return NoteRules(setup.vocabulary, audience.policy, audience.default, labels)
