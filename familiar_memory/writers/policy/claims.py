"""What somebody says of another stays theirs: it goes to the note of whoever said it.

It is told in words that name the other, and is no fact: in that note a fact would be taken for one
of the speaker, and of the other it is none until they say it themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.tree import note_of_person, person_of
from familiar_memory.knowledge.fact_wording import sentence_about
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.writers.policy.evidence import stands_in
from familiar_memory.writers.text.note_links import person_label

__all__ = ["CLAIMS", "attributed", "claim_about"]

CLAIMS = "Said of others"
"""The section of what somebody says of people beside themselves."""


def attributed(proposals: Iterable[Proposal], turns: Iterable[StoredTurn]) -> tuple[Proposal, ...]:
    """The proposals, in which what is said of others stands in the notes of those who say it.

    People are called as they were last in these `turns`, else by their slug.
    """
    names = {one.turn.author.slug: person_label(one.turn.author) for one in turns}
    return tuple(_attributed(one, names) for one in proposals)


def _attributed(operation: Proposal, names: Mapping[str, str]) -> Proposal:
    if not isinstance(operation, AddRecord) or operation.is_confirmed:
        return operation
    about, speaker = person_of(operation.path), operation.record.fields.by
    if about is None or speaker is None or speaker == about:
        return operation
    record = claim_about(about, names.get(about, about), operation.record)
    path = note_of_person(speaker)
    return replace(operation, path=path, title="", section=CLAIMS, record=record)


def claim_about(whom: str, name: str, record: Record) -> Record:
    """What a record that is about somebody is in the note of another: words that name them."""
    return Record(_told(record, name), replace(record.fields, subject=whom))


def _told(record: Record, name: str) -> str:
    if record.predicate is not None and record.object is not None:
        return sentence_about(name, record.predicate, record.object)
    return record.text if stands_in(name, record.text) else f"{name}: {record.text}"
