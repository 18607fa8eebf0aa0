"""The days that a question may mean, as values: in any year, outright, or either of several."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

__all__ = ["CalendarDate", "DaySpan", "NamedDate", "around"]

_LAST_DAY = date.max.toordinal()
_SLACK_DAYS = 1
"""A single day is taken with the days around it: zones differ, and much is told a day late."""


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """Years, months and days named; an empty tuple means any. Days go with a month only."""

    years: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    days: tuple[int, ...] = ()

    def covers(self, day: int) -> bool:
        """Whether a day is meant, as `date.toordinal` counts, from 1."""
        if not self.days:
            return self._fits(date.fromordinal(day))
        near = range(max(day - _SLACK_DAYS, 1), min(day + _SLACK_DAYS, _LAST_DAY) + 1)
        return any(self._fits(date.fromordinal(other)) for other in near)

    def spans(self, asked: date) -> Iterator[DaySpan]:
        """Each run of days that is meant; without a year, the latest up to `asked`."""
        for year in self.years or (None,):
            for month in self.months or (None,):
                for day in self.days or (None,):
                    yield from _span(year, month, day, asked)

    def _fits(self, day: date) -> bool:
        in_year = not self.years or day.year in self.years
        in_month = not self.months or day.month in self.months
        if not (in_year and in_month):
            return False
        # "30 February" means February.
        possible = [d for d in self.days if d <= monthrange(day.year, day.month)[1]]
        return not possible or day.day in possible


@dataclass(frozen=True, slots=True)
class DaySpan:
    """From one day to another, both meant, as `date.toordinal` counts."""

    first: int
    last: int

    def covers(self, day: int) -> bool:
        """Whether a day is meant."""
        return self.first <= day <= self.last

    def spans(self, asked: date) -> Iterator[DaySpan]:
        """Itself."""
        yield self


@dataclass(frozen=True, slots=True)
class NamedDate:
    """What a question may mean: a day is meant if one of the readings covers it.

    "03/04/2024" has two. Of days on which nothing was said a reading is worth nothing, so what
    lies outside of the talk decides itself.
    """

    readings: tuple[CalendarDate | DaySpan, ...]

    def covers(self, day: int) -> bool:
        """Whether a day, as `date.toordinal` counts, is meant; 0 (unknown) never is."""
        return day > 0 and any(reading.covers(day) for reading in self.readings)

    def spans(self, asked: date) -> tuple[DaySpan, ...]:
        """The runs of days that may be meant, for who asks on a day."""
        return tuple(span for reading in self.readings for span in reading.spans(asked))


def around(day: date, slack: int = _SLACK_DAYS) -> DaySpan:
    """A day with as many before and after it."""
    return DaySpan(day.toordinal() - slack, day.toordinal() + slack)


def _span(year: int | None, month: int | None, day: int | None, asked: date) -> Iterator[DaySpan]:
    if month is None:
        if year is not None:
            yield DaySpan(date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal())
        return
    if year is None:
        is_over = (month, day or 1) <= (asked.month, asked.day)
        year = asked.year if is_over else asked.year - 1
    last = monthrange(year, month)[1]
    if day is None or day > last:
        yield DaySpan(date(year, month, 1).toordinal(), date(year, month, last).toordinal())
    else:
        yield around(date(year, month, day), 0)
