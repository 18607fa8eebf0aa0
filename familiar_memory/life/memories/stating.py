"""What somebody asks to be kept, as a record that they state in a note."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import PEOPLE, is_below, subject_of
from familiar_memory.errors import InputError, UsageError
from familiar_memory.knowledge.predicate_words import near_predicates
from familiar_memory.knowledge.predicates import is_predicate_name
from familiar_memory.life.records.filing import Filing
from familiar_memory.markdown.record.line import fact_text, stated_fact
from familiar_memory.operations.named.field_values import checked_fields
from familiar_memory.operations.named.proposals import StateRecord

if TYPE_CHECKING:
    from familiar_memory.knowledge.predicates import Vocabulary
    from familiar_memory.life.memories.requests import NewFact, NewMemory
    from familiar_memory.life.records.desk import Desk
    from familiar_memory.life.records.filing import FilingNote

__all__ = ["stated_memory", "stated_new_fact"]

_FACTS = "Facts"
_NOTES = "Notes"
_MOST_NAMED = 8
"""Predicates that a refusal names, where none is like what was given."""
_OWNER_SAYS = "user-stated"


def stated_memory(desk: Desk, memory: NewMemory) -> StateRecord:
    """A text; a fact in words, where the owner writes one."""
    filing = Filing(desk)
    place = filing.place(memory.place)
    destination = filing.destination(memory.about, place)
    said = stated_fact(memory.text) if desk.viewer.is_owner else None
    is_fact = said is not None and said[0] in desk.parts.setup.vocabulary
    record = Record(
        memory.text,
        _tail(desk, memory.fields, place, destination),
        predicate=said[0] if said is not None else None,
        object=said[1] if said is not None else None,
    )
    return _state(desk, destination, _FACTS if is_fact else _NOTES, record)


def stated_new_fact(desk: Desk, fact: NewFact) -> StateRecord:
    """A fact.

    Raises:
        InputError: the predicate is in no vocabulary.
        UsageError: it would be about nobody and nothing.
    """
    predicate = _checked_predicate(fact.predicate.strip(), desk.parts.setup.vocabulary)
    given = dict(fact.fields)
    given |= {key: day for key, day in (("since", fact.since), ("until", fact.until)) if day}
    filing = Filing(desk)
    place = filing.place(fact.place)
    destination = filing.destination(fact.subject, place)
    tail = _tail(desk, given, place, destination)
    if subject_of(destination.key) is None and tail.subject is None:
        raise UsageError(
            f"{fact.subject!r} is a note about nobody and nothing in particular",
            "a person, a topic, or their note",
        )
    text = fact_text(predicate, fact.object)
    # The dates of a task at its end are no part of what is said.
    _, object_ = stated_fact(text) or (predicate, fact.object)
    record = Record(text, tail, predicate=predicate, object=object_)
    return _state(desk, destination, _FACTS, record)


def _checked_predicate(predicate: str, vocabulary: Vocabulary) -> str:
    if is_predicate_name(predicate) and predicate in vocabulary:
        return predicate
    near = near_predicates(vocabulary, predicate)
    accepted = ", ".join(near or list(vocabulary)[:_MOST_NAMED])
    raise InputError(
        f"{predicate!r} is not a known predicate",
        f"{accepted}, …; your own go under [predicates] in character.toml",
    )


def _state(desk: Desk, destination: FilingNote, section: str, record: Record) -> StateRecord:
    is_owner = desk.viewer.is_owner
    title = "" if is_below(destination.key, PEOPLE) or not is_owner else destination.title
    return StateRecord(destination.key, title, section, record, for_owner=is_owner)


def _tail(
    desk: Desk, given: Mapping[str, Any], place: str | None, destination: FilingNote
) -> RecordFields:
    """What a new record says of itself; who said it is known of a caller alone."""
    said: dict[str, Any] = {"learned": desk.today, "source": _OWNER_SAYS}
    if destination.subject is not None:
        said["subject"] = destination.subject
    fields = checked_fields(given, desk.now)
    said |= {name: value for name, value in fields.items() if value is not None}
    said["place"] = place
    if desk.caller.slug is not None:
        said["by"] = desk.caller.slug
    return RecordFields(**said)
