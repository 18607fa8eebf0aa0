"""The days on which a fact held, as `date.toordinal` counts them."""

from __future__ import annotations

from datetime import date

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate

__all__ = ["days_held"]

_LAST = date.max.toordinal()
_PART_OF_A_DATE = {4: 365, 7: 31}
"""Days that an event may be told by, where its date is a year or a month."""


def days_held(
    begins: PartialDate | None, until: PartialDate | None, *, is_event: bool
) -> tuple[int, int]:
    """The first and the last day, as `validity.holds` has it; without a date, any day.

    `begins` is its `since`, else when it was learned. An event that has no end is of the day on
    which it was, or of the year or month that is written.
    """
    first = _day(begins) or 1
    if begins is not None and until is None and is_event:
        return first, first + _PART_OF_A_DATE.get(len(begins), 1) - 1
    return first, (_day(until) or _LAST + 1) - 1


def _day(written: PartialDate | None) -> int | None:
    moment = instant_of(written) if written else None
    return None if moment is None else moment.date().toordinal()
