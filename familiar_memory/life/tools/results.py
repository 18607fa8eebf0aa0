"""What an operation answers: plain values, as JSON has them, that a model can read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from familiar_memory.domain.memory.record import Moment, RecordState
from familiar_memory.errors import FamiliarError
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.operations.conduct.rules import RULES_NOTE

__all__ = [
    "TOOL",
    "Result",
    "duplicate",
    "failure",
    "is_live",
    "is_memory",
    "not_found",
    "row_of",
    "type_of",
    "whole_row_of",
]

Result: TypeAlias = dict[str, Any]
"""Texts, numbers, truth values, lists and mappings of them; a failure has an `error`."""

TOOL = "tool"
"""Who makes a change, in the journal."""
_NOT_FOUND = "not found"


def failure(problem: FamiliarError) -> Result:
    """What went wrong, and what would be accepted."""
    result: Result = {"error": problem.problem}
    return result | ({"accepted": problem.accepted} if problem.accepted else {})


def not_found(given: str, **more: object) -> Result:
    """The answer for an id of nothing; what is hidden has the same."""
    return {**more, "error": _NOT_FOUND, "id": given}


def duplicate(existing_id: str, subject: str) -> Result:
    """The answer for a memory that is known already."""
    return {
        "stored": False,
        "duplicate": True,
        "existingId": existing_id,
        "existingSubject": subject,
    }


def row_of(one: NotedRecord, shown_id: str, subject: str, score: float) -> Result:
    """A memory as a search shows it.

    A line has one date: when it was learned, or last changed by an operation.
    """
    fields = one.record.fields
    return {
        "id": shown_id,
        "subject": subject,
        "content": one.text,
        "type": type_of(one),
        "tags": list(one.tags),
        "source": fields.source,
        "importance": fields.importance,
        "score": score,
        "created_at": _date(fields.learned),
        "updated_at": _date(fields.learned),
    }


def whole_row_of(one: NotedRecord, shown_id: str, subject: str, into: str | None) -> Result:
    """A memory with all that its line says; `status` is live, ended, wrong or consolidated.

    `into` is the id of the memory that it was merged into.
    """
    fields, state = one.record.fields, one.record.state
    row = row_of(one, shown_id, subject, 0.0)
    del row["score"]
    more: Mapping[str, Any] = {
        "status": "consolidated" if into is not None else state.value,
        "since": fields.since,
        "until": fields.until,
        "expires_at": _date(fields.expires),
        "confidence": fields.confidence,
        "seen": fields.seen or 1,
        "by": fields.by,
        "consolidated_into": into,
    }
    return row | {name: value for name, value in more.items() if value is not None}


def type_of(one: NotedRecord) -> str | None:
    """The type that the line names; where it names none a rule is procedural, a fact semantic."""
    if (named := one.record.fields.type) is not None:
        return named
    if one.name.note == RULES_NOTE:
        return "procedural"
    return "semantic" if one.record.predicate is not None else None


def is_live(one: NotedRecord) -> bool:
    """Whether it stands for itself: neither struck nor merged into another."""
    return one.record.state is RecordState.LIVE and one.record.fields.into is None


def is_memory(one: NotedRecord) -> bool:
    """Whether it says something; a line that relates or classes entities belongs to the graph."""
    return one.record.predicate is not None or one.record.relation is None


def _date(moment: Moment | None) -> str | None:
    return None if moment is None else moment.isoformat()
