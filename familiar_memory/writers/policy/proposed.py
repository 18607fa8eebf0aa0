"""From a proposal to what the write policy judges; what is none of its business is None."""

from __future__ import annotations

from collections.abc import Container

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import LEARNED_SELF, PEOPLE, TOPICS, is_below, note_of_self
from familiar_memory.knowledge.standing import SECTIONS, StandingKind
from familiar_memory.knowledge.write_policy.candidate import (
    Category,
    Explicitness,
    MemoryLayer,
    ProposedMemory,
)
from familiar_memory.knowledge.write_policy.categories import MENTIONS, category_of, may_pass
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.markdown.text.kept_ids import SUMMARY, is_kept_up
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.proposal import AddRecord, Proposal, RefreshRecords

__all__ = ["fields_of", "judged_of", "orders_about"]

_GUESSED = "inferred"
"""The source of what nobody has said in so many words."""
_STATED = "user-stated"
_OBSERVED = "observed"
_STANCES_NOTE = note_of_self("stances")
_CATEGORIES = {one.value: one for one in Category}
_LAYERS = {one.value: one for one in MemoryLayer}


def fields_of(operation: Proposal) -> RecordFields | None:
    """Who said what it is made of, where and when; None for what is no memory of their own.

    Sessions and days say what was said, and not what is so; what a person has confirmed is done.
    """
    is_confirmed = isinstance(operation, AddRecord) and operation.is_confirmed
    if is_confirmed or not _holds_memories(operation.path):
        return None
    if isinstance(operation, AddRecord):
        return operation.record.fields
    return operation.fields if isinstance(operation, SetRule) else None


def judged_of(
    operation: Proposal, vocabulary: Container[str], message: str = ""
) -> ProposedMemory | None:
    """What is to be judged of a proposal that has `fields_of`, with the message it is made of."""
    if isinstance(operation, SetRule):
        return _of_rule(operation, message)
    if isinstance(operation, AddRecord):
        return _of_record(operation.record, operation.section, vocabulary, message)
    return None


def orders_about(operation: Proposal, markers: Markers) -> bool:
    """Whether what the familiar is to make of people or of a talk orders it about."""
    if isinstance(operation, RefreshRecords):
        lines = (one.record for one in operation.fresh)
        told = [one.text for one in lines if is_kept_up(one, SUMMARY)]
        return markers.shows(Marker.ORDERS, *told)
    if not isinstance(operation, AddRecord) or operation.is_confirmed:
        return False
    record, is_stance = operation.record, operation.path == _STANCES_NOTE
    if not is_stance and record.fields.source != _OBSERVED:
        return False
    return any(markers.shows(one, record.text) for one in (Marker.ORDERS, Marker.AUTHORITY))


def _of_rule(operation: SetRule, message: str) -> ProposedMemory:
    fields = operation.fields
    how = Explicitness.EXPLICIT if fields.source == _STATED else Explicitness.IMPLIED
    return ProposedMemory(
        operation.text,
        MemoryLayer.PROCEDURAL,
        message=message,
        quote=fields.quote or "",
        explicitness=how,
    )


def _holds_memories(path: str) -> bool:
    """Whether a note says what is so."""
    return is_below(path, PEOPLE) or is_below(path, TOPICS) or path in LEARNED_SELF


def _of_record(
    record: Record, section: str, vocabulary: Container[str], message: str
) -> ProposedMemory:
    fields = record.fields
    said = stated_fact(record.text)
    name = record.predicate or ("" if said is None else said[0])
    is_fact, is_guess = name in vocabulary, fields.source == _GUESSED
    is_stated = is_fact and not is_guess
    return ProposedMemory(
        record.text,
        _layer(fields, section, is_fact=is_fact),
        _category(fields, section, name),
        message,
        fields.quote or "",
        Explicitness.IMPLIED if is_guess else Explicitness.EXPLICIT,
        is_stated=is_stated,
        is_lasting=is_stated and not may_pass(name),
        is_mention=name in MENTIONS,
    )


def _layer(fields: RecordFields, section: str, *, is_fact: bool) -> MemoryLayer:
    """As it says itself; else rules by their section, facts, and what happened or was said."""
    if fields.type in _LAYERS:
        return _LAYERS[fields.type]
    if section == SECTIONS[StandingKind.INSTRUCTION]:
        return MemoryLayer.PROCEDURAL
    is_so = is_fact or section == SECTIONS[StandingKind.PREFERENCE]
    is_so = is_so or fields.category in _CATEGORIES or fields.source == _GUESSED
    return MemoryLayer.SEMANTIC if is_so else MemoryLayer.EPISODIC


def _category(fields: RecordFields, section: str, predicate: str) -> Category | None:
    if fields.category in _CATEGORIES:
        return _CATEGORIES[fields.category]
    if section == SECTIONS[StandingKind.PREFERENCE]:
        return Category.PREFERENCE
    return category_of(predicate) if predicate else None
