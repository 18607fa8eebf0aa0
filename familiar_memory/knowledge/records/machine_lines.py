"""Lines that a program made: only these are ended, replaced or counted again by another line."""

from __future__ import annotations

from datetime import date, datetime

from familiar_memory.domain.memory.record import Moment, Record

__all__ = ["day_of", "is_machine_record", "is_stated_record"]


def is_machine_record(record: Record) -> bool:
    """Whether a writer made the line: it says who said it, and in which turn."""
    return bool(record.fields.refs and record.fields.by and not record.damaged)


def is_stated_record(record: Record) -> bool:
    """Whether somebody had it kept, by a command or a tool, or a writer made it.

    It says where it comes from and when; lines that people write by hand do not say both.
    """
    fields = record.fields
    is_stated = fields.source is not None and fields.learned is not None
    return is_machine_record(record) or (is_stated and not record.damaged)


def day_of(moment: Moment | None) -> date | None:
    """The day of a date or an instant."""
    return moment.date() if isinstance(moment, datetime) else moment
