"""Days that count from the moment of asking: "yesterday", "last Friday", "two weeks ago"."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta

from familiar_memory.recall.ranking.asked.dates import DaySpan, around

__all__ = ["ago", "calendar_unit", "latest_season", "latest_weekday", "season_of"]

_DAYS = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}
_SLACK = {"day": 1, "week": 4, "month": 16, "year": 183}
"""Days: who counts in weeks means some day about then."""
_EXACT_DAYS = 2
"""Up to so many days ago people count exactly."""
_SUNDAY_BEFORE = 1
"""A week begins on Monday for some, on the day before for others."""


def ago(asked: date, unit: str, count: int) -> DaySpan:
    """The days about `count` days, weeks, months or years before.

    Raises:
        OverflowError: that is before all dates.
    """
    exact = unit == "day" and count <= _EXACT_DAYS
    return around(asked - timedelta(days=round(count * _DAYS[unit])), 0 if exact else _SLACK[unit])


def calendar_unit(asked: date, unit: str, back: int, weekday: int | None = None) -> DaySpan:
    """The whole day, night, week, weekend, month or year that is so many before this one.

    With a weekday (0 is Monday) that day of the week.

    Raises:
        OverflowError: that is before all dates.
        ValueError: the same, of months and years.
    """
    monday = asked - timedelta(days=asked.weekday() + 7 * back)
    if weekday is not None:
        return around(monday + timedelta(days=weekday), 0)
    if unit == "week":
        return DaySpan(monday.toordinal() - _SUNDAY_BEFORE, monday.toordinal() + 6)
    if unit == "weekend":
        return DaySpan(monday.toordinal() + 5, monday.toordinal() + 6)
    if unit == "month":
        months = asked.year * 12 + asked.month - 1 - back
        return _months(months // 12, (months % 12 + 1,))
    if unit == "year":
        return _months(asked.year - back, range(1, 13))
    day = (asked - timedelta(days=back)).toordinal()
    # What was said after midnight belongs to the night before.
    return DaySpan(day, day + 1 if unit == "night" else day)


def latest_weekday(asked: date, weekday: int) -> DaySpan:
    """The last such day before this one; 0 is Monday."""
    return around(asked - timedelta(days=(asked.weekday() - weekday - 1) % 7 + 1), 0)


def season_of(year: int, months: Sequence[int]) -> tuple[DaySpan, ...]:
    """A season of a year: two where it goes on over its end, as people say it of both.

    Raises:
        ValueError: it is outside of all dates.
    """
    if months[0] < months[-1]:
        return (_months(year, months),)
    return _over_the_year(year - 1, months), _over_the_year(year, months)


def latest_season(asked: date, months: Sequence[int]) -> DaySpan:
    """The last such season that has ended.

    Raises:
        ValueError: it is before all dates.
    """
    of = _months if months[0] < months[-1] else _over_the_year
    ends = asked.toordinal()
    return next(span for back in range(3) if (span := of(asked.year - back, months)).last < ends)


def _over_the_year(year: int, months: Sequence[int]) -> DaySpan:
    return DaySpan(
        date(year, months[0], 1).toordinal(),
        date(year + 1, months[-1], monthrange(year + 1, months[-1])[1]).toordinal(),
    )


def _months(year: int, months: Sequence[int]) -> DaySpan:
    first, last = months[0], months[-1]
    return DaySpan(
        date(year, first, 1).toordinal(),
        date(year, last, monthrange(year, last)[1]).toordinal(),
    )
