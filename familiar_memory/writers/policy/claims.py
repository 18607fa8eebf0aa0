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
from familiar_memory.operations.named.proposals import StateRecord
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.writers.text.note_links import person_label

__all__ = ["attributed"]

_SECTION = "Said of others"


def attributed(proposals: Iterable[Proposal], turns: Iterable[StoredTurn]) -> tuple[Proposal, ...]:
    """The proposals, in which what is said of others stands in the notes of those who say it.

    People are called as they were last in these `turns`, else by their slug.
    """
    names = {one.turn.author.slug: person_label(one.turn.author) for one in turns}
    return tuple(_attributed(one, names) for one in proposals)


def _attributed(operation: Proposal, names: Mapping[str, str]) -> Proposal:
    if not isinstance(operation, AddRecord | StateRecord):
        return operation
    about, speaker = person_of(operation.path), operation.record.fields.by
    is_confirmed = isinstance(operation, AddRecord) and operation.is_confirmed
    if is_confirmed or about is None or speaker is None or speaker == about:
        return operation
    fields = replace(operation.record.fields, subject=about)
    record = Record(_told(operation.record, names.get(about, about)), fields)
    path = note_of_person(speaker)
    return replace(operation, path=path, title="", section=_SECTION, record=record)


def _told(record: Record, name: str) -> str:
    if record.predicate is not None and record.object is not None:
        return sentence_about(name, record.predicate, record.object)
    return record.text if name in record.text else f"{name}: {record.text}"
