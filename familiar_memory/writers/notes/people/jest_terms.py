"""When something holds by what its speaker said in earnest, where a joke had said otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from familiar_memory.domain.memory.record import PartialDate, RecordFields
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.reconcile.timeline import sooner
from familiar_memory.writers.forms.finding import Statement, find_statements
from familiar_memory.writers.notes.people.stated_fields import stated_fields
from familiar_memory.writers.text.taken_back import joked_messages
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["end_ahead", "with_own_term"]


def with_own_term(
    fields: RecordFields, it: Statement, jest: Utterance, talk: Collection[Utterance]
) -> RecordFields:
    """The tail with what the jest alone says of since when and until when something holds."""
    told = stated_fields(it, jest) or jest.fields
    if told.since is None and told.until is None:
        return fields
    others = list(_told(it.predicate, it.object, jest, talk))
    since = None if any(one.since == told.since for one in others) else told.since
    until = None if any(one.until == told.until for one in others) else told.until
    return replace(fields, since=since, until=until)


def end_ahead(
    predicate: str, thing: str, jest: Utterance, talk: Collection[Utterance]
) -> PartialDate | None:
    """When something was to end by then, which lay ahead; None where nobody knows."""
    day, end = jest.slot.day.isoformat(), None
    for one in _told(predicate, thing, jest, talk):
        if one.until is not None and sooner(one.until, day) != one.until:
            end = sooner(end, one.until)
    return end


def _told(
    predicate: str, thing: str, jest: Utterance, talk: Collection[Utterance]
) -> Iterator[RecordFields]:
    """The tails of what its speaker states of it in other messages, which were no jokes."""
    jokes = joked_messages(talk)
    for one in talk:
        if one.author.slug != jest.author.slug or one.order in (jest.order, *jokes):
            continue
        for it in find_statements(one.words):
            if it.predicate == predicate and normalised(it.object) == normalised(thing):
                yield stated_fields(it, one) or one.fields
