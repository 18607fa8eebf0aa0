"""What somebody says of another stays theirs: it goes to the note of whoever said it.

It says of whom it is, and is no fact of that person until they say it themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from familiar_memory.domain.tree import note_of_person, person_of
from familiar_memory.operations.named.proposals import StateRecord
from familiar_memory.operations.proposal import AddRecord, Proposal

__all__ = ["attributed"]


def attributed(proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """The proposals, in which what is said of others stands in the notes of those who say it."""
    return tuple(map(_attributed, proposals))


def _attributed(operation: Proposal) -> Proposal:
    if not isinstance(operation, AddRecord | StateRecord):
        return operation
    about, speaker = person_of(operation.path), operation.record.fields.by
    is_confirmed = isinstance(operation, AddRecord) and operation.is_confirmed
    if is_confirmed or about is None or speaker in (None, about):
        return operation
    fields = operation.record.fields
    fields = replace(fields, subject=fields.subject or about)
    record = replace(operation.record, fields=fields)
    return replace(operation, path=note_of_person(speaker or ""), title="", record=record)
