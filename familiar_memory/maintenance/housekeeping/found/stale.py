"""Beliefs that time has overtaken: over by their own date, or weak and never heard again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate, RecordState
from familiar_memory.knowledge.records.machine_lines import day_of, is_stated_record
from familiar_memory.knowledge.validity import ends_before_it_begins
from familiar_memory.maintenance.housekeeping.context import HousekeepingContext, retiring
from familiar_memory.maintenance.housekeeping.telling_lines import (
    GUESSED,
    may_be_over,
    may_be_weak,
)
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.review.item import ReviewItem

__all__ = ["stale_beliefs"]

_LONG_PAST = timedelta(days=30)
"""After its own date a line is left alone so long: who wrote it may still speak of it."""


class _Stale(NamedTuple):
    until: PartialDate
    why: str


def stale_beliefs(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """Each with the day on which it ended, as far as the line or the calendar says."""
    for note, line in context.survey.beliefs():
        found = _stale(context, line)
        if found is None or ends_before_it_begins(line.record.fields.since, found.until):
            continue
        yield retiring(note.key, line, found.until, found.why)


def _stale(context: HousekeepingContext, line: StandingLine) -> _Stale | None:
    record = line.record
    if record.state is not RecordState.LIVE or record.damaged:
        return None
    over = _over(context, line) if may_be_over(record) else None
    return over or (_weak(context, line) if may_be_weak(record) else None)


def _over(context: HousekeepingContext, line: StandingLine) -> _Stale | None:
    """Over by its own word, a good while ago, and not struck."""
    fields = line.record.fields
    expired = None if fields.expires is None else day_of(fields.expires)
    ends = [one for one in (fields.until, _written(expired)) if one is not None]
    for end in ends:
        at = instant_of(end)
        if at is not None and at + _LONG_PAST <= context.now:
            return _Stale(end, f"it says itself that it ended on {end}, and it is not struck")
    return None


def _weak(context: HousekeepingContext, line: StandingLine) -> _Stale | None:
    """A guess, or a line of low importance, that nobody has repeated for a long time."""
    days, fields = context.settings.stale_days, line.record.fields
    learned = day_of(fields.learned)
    if not days or learned is None:
        return None
    end = learned + timedelta(days=days)
    if end > context.now.date() or not is_stated_record(line.record):
        return None
    span = "a day" if days == 1 else f"{days} days"
    if fields.source == GUESSED:
        why = f"nobody has said it in so many words, nor confirmed it for {span}"
    else:
        why = f"it is of low importance, and nobody has repeated it for {span}"
    return _Stale(end.isoformat(), f"{why}; it would end on {end.isoformat()}")


def _written(day: date | datetime | None) -> str | None:
    return None if day is None else day.isoformat()
