"""A proposal as the lines of `review.md`."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.markdown.record.line import render_record
from familiar_memory.operations.review.details import AUDIENCE, SAID, WHY
from familiar_memory.operations.review.item import QUOTING, ReviewItem
from familiar_memory.operations.review.named_files import with_file

__all__ = ["item_lines"]


def item_lines(item: ReviewItem, name: str | None = None) -> tuple[str, ...]:
    """The lines of a proposal, without line ends; `name` is the id that it has already.

    Raises:
        InputError: its record, or a detail, cannot be written.
    """
    quoted, files = dict(item.quoted), dict(item.files)
    reasons = ((SAID, item.said), (WHY, item.why), (AUDIENCE, item.is_for))
    details = ((item.does, item.note), *item.details)
    below = [
        Record(f"{name}: {with_file(value, files)}", _tail(quoted.get(name)))
        for name, value in details
        if value
    ]
    below += [Record(f"{name}: {value}") for name, value in reasons if value]
    lines = (f"  {render_record(one)}" for one in below)
    return (render_record(_first(item, name or item.id)), *lines)


def _first(item: ReviewItem, name: str) -> Record:
    """The first line: what would be written, or what would happen."""
    record = item.record
    if item.title:
        record = Record(item.title) if item.does in QUOTING else replace(record, text=item.title)
    return replace(record, id=name, task=" ")


def _tail(record: Record | None) -> RecordFields:
    return RecordFields() if record is None else record.fields
