"""What each request does at its desk: proposals made of it, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from familiar_memory.domain.memory.record import PartialDate
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.errors import UsageError
from familiar_memory.life.memories.requests import NewFact, NewMemory, checked_text
from familiar_memory.life.memories.stating import stated_memory, stated_new_fact
from familiar_memory.life.records.desk import Desk
from familiar_memory.life.records.filing import Filing
from familiar_memory.life.records.named_record import named_record
from familiar_memory.life.records.record_change import ChangeKind, RecordChange
from familiar_memory.operations.named.across import MergeRecords, MoveRecord
from familiar_memory.operations.named.field_values import checked_day, checked_fields
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
    return desk.told(desk.apply((stated_memory(desk, memory),)))


def add_all_facts(desk: Desk, facts: tuple[NewFact, ...]) -> Sequence[RecordChange]:
    """Add facts, all or none; what became of each."""
    proposals = [stated_new_fact(desk, one) for one in facts]
    report = desk.apply(proposals)
    by_proposal = {id(one.operation): one for one in report.outcomes}
    return [desk.told(replace(report, outcomes=(by_proposal[id(one)],))) for one in proposals]


def edit_record(
    desk: Desk,
    name: RecordName | str,
    text: str | None,
    fields: dict[str, Any],
    was: str | None,
) -> RecordChange:
    """Change a text and fields."""
    text = None if text is None else checked_text(text, "the new text")
    patch = RecordPatch(text, checked_fields(fields, desk.now))
    if patch.is_empty:
        raise UsageError("there is nothing to change", "a new text, or fields to set")
    named, stood = named_record(desk, name, was)
    return desk.told(desk.apply((UpdateRecord(named.note, named.id, patch, stood),)))


def retire_line(
    desk: Desk, name: RecordName | str, until: PartialDate | None, wrong: bool, was: str | None
) -> RecordChange:
    """Strike a line: it ended, today unless said otherwise, or was wrong."""
    if wrong and until is not None:
        raise UsageError("what was wrong never held, so it has no end", "until, or wrong")
    day = None if wrong else checked_day(until or desk.today.isoformat(), "until")
    named, text = named_record(desk, name, was)
    return desk.told(desk.apply((RetireById(named.note, named.id, day, was=text),)))


def end_fact(desk: Desk, name: RecordName | str, until: PartialDate | None) -> RecordChange:
    """Strike a fact, as `retire_line` any line.

    Raises:
        UsageError: the line that is named states none, as whoever asks may see.
    """
    named, _ = named_record(desk, name)
    found = desk.seen.called(named.note, named.id, with_over=True)
    if found is not None and found.record.predicate is None:
        raise UsageError(
            f"{found.record.text!r} is text, and states no fact",
            "the line of a fact, such as `- likes:: tea`; `retire` ends any line",
        )
    return retire_line(desk, name, until, wrong=False, was=None)


def delete_line(
    desk: Desk, name: RecordName | str, restores: bool, was: str | None
) -> RecordChange:
    """Take a line out."""
    named, text = named_record(desk, name, was)
    return desk.told(desk.delete(DeleteRecord(named.note, named.id, text, restores)))


def count_record_again(desk: Desk, name: RecordName | str, refs: tuple[str, ...]) -> RecordChange:
    """Count a line once more."""
    named, text = named_record(desk, name)
    return desk.told(desk.apply((Reassert(named.note, named.id, refs, text),)))


def merge_records(
    desk: Desk,
    names: tuple[RecordName | str, ...],
    text: str,
    fields: dict[str, Any],
) -> RecordChange:
    """Put one record in the place of several."""
    named = [named_record(desk, one)[0] for one in names]
    if len(set(named)) < 2:
        raise UsageError("one record alone cannot be merged", "two records or more")
    what = MergeRecords(
        tuple((one.note, one.id) for one in named),
        checked_text(text, "the text of the merged record"),
        patch=RecordPatch(fields=checked_fields(fields, desk.now)),
    )
    return desk.told(desk.merge(what), ChangeKind.MERGED)


def move_record(
    desk: Desk, name: RecordName | str, to: str, section: str, was: str | None
) -> RecordChange:
    """Have a line stand elsewhere."""
    named, text = named_record(desk, name, was)
    destination = Filing(desk).destination(to, None)
    what = MoveRecord(
        named.note, named.id, destination.key, destination.title, section.strip(), text
    )
    return desk.told(desk.move(what), ChangeKind.MOVED)
