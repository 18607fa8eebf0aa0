"""Beliefs that time has overtaken: over by their own date, or weak and never heard again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate, RecordState
from familiar_memory.knowledge.records.machine_lines import day_of, is_stated_record
from familiar_memory.knowledge.validity import ends_before_it_begins
from familiar_memory.maintenance.housekeeping.look import TreeLook, retiring
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.review.item import ReviewItem

__all__ = ["stale_beliefs"]

_LONG_PAST = timedelta(days=30)
"""After its own date a line is left alone so long: who wrote it may still speak of it."""
_UNIMPORTANT = 3
"""Of ten, from which down a belief is weak; 5 is what says nothing."""
_GUESSED = "inferred"


class _Stale(NamedTuple):
    until: PartialDate
    why: str


def stale_beliefs(look: TreeLook) -> Iterator[ReviewItem]:
    """Each with the day on which it ended, as far as the line or the calendar says."""
    for note, line in look.survey.beliefs():
        found = _stale(look, line)
        if found is None or ends_before_it_begins(line.record.fields.since, found.until):
            continue
        yield retiring(note.key, line, found.until, found.why)


def _stale(look: TreeLook, line: StandingLine) -> _Stale | None:
    record = line.record
    if record.state is not RecordState.LIVE or record.damaged:
        return None
    return _over(look, line) or _weak(look, line)


def _over(look: TreeLook, line: StandingLine) -> _Stale | None:
    """Over by its own word, a good while ago, and not struck."""
    fields = line.record.fields
    expired = None if fields.expires is None else day_of(fields.expires)
    ends = [one for one in (fields.until, _written(expired)) if one is not None]
    for end in ends:
        at = instant_of(end)
        if at is not None and at + _LONG_PAST <= look.now:
            return _Stale(end, f"it says itself that it ended on {end}, and it is not struck")
    return None


def _weak(look: TreeLook, line: StandingLine) -> _Stale | None:
    """A guess, or a line of low importance, that nobody has repeated for a long time."""
    days, fields = look.settings.stale_days, line.record.fields
    learned = day_of(fields.learned)
    if not days or learned is None or fields.seen not in (None, 1):
        return None
    end = learned + timedelta(days=days)
    if end > look.now.date() or not is_stated_record(line.record):
        return None
    if fields.source == _GUESSED:
        why = f"nobody has said it in so many words, nor confirmed it for {days} days"
    elif fields.importance <= _UNIMPORTANT:
        why = f"it is of low importance, and nobody has repeated it for {days} days"
    else:
        return None
    return _Stale(end.isoformat(), f"{why}; it would end on {end.isoformat()}")


def _written(day: date | datetime | None) -> str | None:
    return None if day is None else day.isoformat()
