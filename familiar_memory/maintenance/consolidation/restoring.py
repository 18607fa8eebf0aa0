"""Memories that went into one which is no more: its line was deleted by hand, and they come back.

Whoever deletes a memory by a command says what becomes of what was merged into it. Whoever deletes
the line in an editor cannot; what they see struck beside it is what they have left standing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.maintenance.consolidation.likeness import said_words
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.went_into import went_into
from familiar_memory.operations.named.proposals import RestoreRecord

__all__ = ["freed_originals"]


def freed_originals(
    notes: Mapping[str, Iterable[NotedRecord]],
    register: TreeRegister,
    bears_id: Callable[[RecordName], bool],
) -> Iterator[RestoreRecord]:
    """What brings them back, by the memories of notes; with a note, those that its lines went into.

    A line whose words still stand, without the id that it had, was not deleted, nor was one that
    bears the id and is no record any more (`bears_id` looks at the text); of a note that is not
    there nobody knows what became.
    """
    standing = {key: tuple(records) for key, records in notes.items()}
    for key, records in standing.items():
        for one in records:
            into = went_into(register, key, one.record.fields)
            if into is None or into.note not in standing or one.record.state is RecordState.LIVE:
                continue
            there = standing[into.note]
            if any(other.record.id == into.id for other in there):
                continue
            if _is_said(one, there) or bears_id(into):
                continue
            yield RestoreRecord(key, one.name.id, one.record.fields.into or "")


def _is_said(original: NotedRecord, there: Iterable[NotedRecord]) -> bool:
    words = said_words(wording_of(original.text))
    return any(
        other.record.state is RecordState.LIVE and words <= said_words(wording_of(other.text))
        for other in there
    )
