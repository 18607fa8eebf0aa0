"""What each request does at its desk: proposals made of it, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from familiar_memory.domain.memory.record import PartialDate
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.errors import UsageError
from familiar_memory.life.memories.desk import Desk
from familiar_memory.life.memories.record_change import ChangeKind, RecordChange
from familiar_memory.life.memories.requests import NewFact, NewMemory, checked_text
from familiar_memory.operations.named.across import MergeRecords, MoveRecord
from familiar_memory.operations.named.field_values import checked_day
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    Reassert,
    RetireById,
    UpdateRecord,
)

__all__ = [
    "add_all_facts",
    "count_record_again",
    "delete_line",
    "edit_record",
    "merge_records",
    "move_record",
    "remember_text",
    "retire_line",
]


def remember_text(desk: Desk, memory: NewMemory) -> RecordChange:
    """Keep a text."""
    place = desk.where.place(memory.place)
    destination = desk.where.destination(memory.about, place)
    return desk.told(desk.apply((desk.statement(memory, destination, place),)))


def add_all_facts(desk: Desk, facts: tuple[NewFact, ...]) -> Sequence[RecordChange]:
    """Add facts, all or none; what became of each."""
    proposals = [desk.fact(one) for one in facts]
    report = desk.apply(proposals)
    by_proposal = {id(one.operation): one for one in report.outcomes}
    return [desk.told(replace(report, outcomes=(by_proposal[id(one)],))) for one in proposals]


def edit_record(
    desk: Desk, name: RecordName | str, text: str | None, fields: dict[str, Any]
) -> RecordChange:
    """Change a text and fields."""
    text = None if text is None else checked_text(text, "the new text")
    patch = RecordPatch(text, desk.fields(fields))
    if patch.is_empty:
        raise UsageError("there is nothing to change", "a new text, or fields to set")
    named, was = desk.named(name)
    return desk.told(desk.apply((UpdateRecord(named.note, named.id, patch, was),)))


def retire_line(
    desk: Desk, name: RecordName | str, until: PartialDate | None, wrong: bool
) -> RecordChange:
    """Strike a line: it ended, today unless said otherwise, or was wrong."""
    if wrong and until is not None:
        raise UsageError("what was wrong never held, so it has no end", "until, or wrong")
    day = None if wrong else checked_day(until or desk.now.date().isoformat(), "until")
    named, was = desk.named(name)
    return desk.told(desk.apply((RetireById(named.note, named.id, day, was=was),)))


def delete_line(desk: Desk, name: RecordName | str, restores: bool) -> RecordChange:
    """Take a line out."""
    named, was = desk.named(name)
    return desk.told(desk.notes.delete(DeleteRecord(named.note, named.id, was, restores)))


def count_record_again(desk: Desk, name: RecordName | str, refs: tuple[str, ...]) -> RecordChange:
    """Count a line once more."""
    named, was = desk.named(name)
    return desk.told(desk.apply((Reassert(named.note, named.id, refs, was),)))


def merge_records(
    desk: Desk,
    names: tuple[RecordName | str, ...],
    text: str,
    fields: dict[str, Any],
) -> RecordChange:
    """Put one record in the place of several."""
    named = [desk.named(one)[0] for one in names]
    if len(set(named)) < 2:
        raise UsageError("one record alone cannot be merged", "two records or more")
    what = MergeRecords(
        tuple((one.note, one.id) for one in named),
        checked_text(text, "the text of the merged record"),
        patch=RecordPatch(fields=desk.fields(fields)),
    )
    return desk.told(desk.notes.merge(what), ChangeKind.MERGED)


def move_record(desk: Desk, name: RecordName | str, to: str, section: str) -> RecordChange:
    """Have a line stand elsewhere."""
    named, was = desk.named(name)
    destination = desk.where.destination(to, None)
    what = MoveRecord(
        named.note, named.id, destination.key, destination.title, section.strip(), was
    )
    return desk.told(desk.notes.move(what), ChangeKind.MOVED)
