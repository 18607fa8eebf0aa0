"""Memories that went into one which is no more: its line was deleted by hand, and they come back.

Whoever deletes a memory by a command says what becomes of what was merged into it. Whoever deletes
the line in an editor cannot; what they see struck beside it is what they have left standing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import RecordFields, RecordState
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.validity import holds
from familiar_memory.maintenance.consolidation.worded.uniting import says_still
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.went_into import went_into
from familiar_memory.operations.named.proposals import RestoreRecord

__all__ = ["freed_originals"]


def freed_originals(
    notes: Mapping[str, Iterable[NotedRecord]],
    register: TreeRegister,
    bears_id: Callable[[RecordName], bool],
    was_deleted: Callable[[RecordName], bool],
    now: datetime,
) -> Iterator[RestoreRecord]:
    """What brings them back, by the memories of notes; with a note, those that its lines went into.

    A line that still speaks for one `now`, without the id that it had, was not deleted, nor was
    one that bears the id and is no record any more (`bears_id` looks at the text), nor one that a
    person struck, ended or set right, id and all (`was_deleted` looks at the past); of a note that
    is not there nobody knows what became.
    """
    deleted: dict[RecordName, bool] = {}
    standing = {key: tuple(records) for key, records in notes.items()}
    for key, records in standing.items():
        for one in records:
            into = went_into(register, key, one.record.fields)
            if into is None or into.note not in standing or one.record.state is RecordState.LIVE:
                continue
            there = standing[into.note]
            if any(other.record.id == into.id for other in there):
                continue
            if any(_speaks_for(other, one, now) for other in there) or bears_id(into):
                continue
            if into not in deleted:
                deleted[into] = was_deleted(into)
            if not deleted[into]:
                continue
            yield RestoreRecord(key, one.name.id, one.record.fields.into or "")


def _speaks_for(other: NotedRecord, original: NotedRecord, now: datetime) -> bool:
    """Whether a line may be the merged one, reworded: for those who knew the original, as long.

    A person who rewords it may have taken its tail away, or its type. What is of other turns is
    another memory, that says what it says for itself.
    """
    record, fields, was = other.record, other.record.fields, original.record.fields
    if record.state is not RecordState.LIVE or record.task != original.record.task:
        return False
    if other.audience != original.audience or _subject(fields) != _subject(was):
        return False
    if fields.type not in (None, was.type) or not set(was.refs) <= set(fields.refs or was.refs):
        return False
    is_now = holds(fields.since, fields.until, _end(fields), now)
    is_shorter = _end(fields) < _end(was) or (fields.temporary and not was.temporary)
    return is_now and not is_shorter and says_still(other.text, original.text)


def _subject(fields: RecordFields) -> str | None:
    return None if fields.subject is None else folded_name(fields.subject)


def _end(fields: RecordFields) -> datetime:
    """When it is to be forgotten; at the end of time where it does not say."""
    end = None if fields.expires is None else instant_of(fields.expires.isoformat())
    return datetime.max.replace(tzinfo=UTC) if end is None else end
