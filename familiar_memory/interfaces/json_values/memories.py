"""What became of a record, as JSON: records by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from familiar_memory.life.records.record_change import RecordChange

__all__ = ["record_change_json"]


def record_change_json(change: RecordChange) -> dict[str, Any]:
    """One change; `record` is None where there is none."""
    return {
        "result": change.kind.value,
        "record": None if change.name is None else str(change.name),
        "text": change.text,
        "reason": change.reason,
        "ended": [str(name) for name in change.ended],
        "restored": [str(name) for name in change.restored],
        "contradicts": [str(name) for name in change.contradicts],
        "new_note": change.is_in_new_note,
        "batch": change.batch,
    }
