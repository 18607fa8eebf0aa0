"""Lines that a writer made: only these does a writer end, replace or count again."""

from __future__ import annotations

from datetime import date, datetime

from familiar_memory.domain.memory.record import Moment, Record

__all__ = ["day_of", "is_machine_record"]


def is_machine_record(record: Record) -> bool:
    """Whether a writer made the line: it says who said it, and in which turn."""
    return bool(record.fields.refs and record.fields.by and not record.damaged)


def day_of(moment: Moment | None) -> date | None:
    """The day of a date or an instant."""
    return moment.date() if isinstance(moment, datetime) else moment
