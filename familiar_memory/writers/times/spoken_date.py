"""A time as somebody says it ("March 2025", "last year", "two days ago"), and which one it is.

What it is follows from the day on which it was said. What nobody can be sure of ("in spring",
"a few years ago") is no date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from familiar_memory.domain.memory.record import PartialDate

__all__ = ["SpokenDate", "TimeUnit"]

_LEAP_YEARS = 8
"""Years in which a 29 February is sure to be found."""


class TimeUnit(StrEnum):
    """How exact a time is."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


def _months_on(day: date, count: int) -> date:
    months = day.year * 12 + day.month - 1 + count
    return date(months // 12, months % 12 + 1, 1)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


_MOVED: Final[Mapping[TimeUnit, Callable[[date, int], date]]] = MappingProxyType(
    {
        TimeUnit.DAY: lambda day, count: day + timedelta(days=count),
        TimeUnit.WEEK: lambda day, count: _monday(day) + timedelta(weeks=count),
        TimeUnit.MONTH: _months_on,
        TimeUnit.YEAR: lambda day, count: date(day.year + count, 1, 1),
    }
)
"""The first day of the unit that lies so many units on."""
_WRITTEN: Final = MappingProxyType({TimeUnit.YEAR: 4, TimeUnit.MONTH: 7})
"""Characters of an ISO date that a unit needs; others need all."""


@dataclass(frozen=True, slots=True)
class SpokenDate:
    """A time as it was said: by numbers, by a weekday (Monday is 0), or by units from that day on.

    `ahead` = it lies before whoever says it ("until March"), where the words leave that open.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    unit: TimeUnit | None = None
    count: int = 0
    ahead: bool = False

    @property
    def exactness(self) -> TimeUnit:
        """The unit that it names."""
        if self.unit is not None:
            return self.unit
        if self.day is not None or self.weekday is not None:
            return TimeUnit.DAY
        return TimeUnit.YEAR if self.month is None else TimeUnit.MONTH

    def written(self, said: date) -> PartialDate | None:
        """The time as notes have it; None where it is no date, or only a week."""
        first = self.first_day(said)
        if first is None or self.exactness is TimeUnit.WEEK:
            return None
        return first.isoformat()[: _WRITTEN.get(self.exactness, len("YYYY-MM-DD"))]

    def first_day(self, said: date) -> date | None:
        """Its first day; None for a day that no year has, or beyond all years."""
        try:
            return self._first_day(said)
        except (ValueError, OverflowError):
            return None

    def day_after(self, said: date) -> date | None:
        """The first day on which it is over."""
        first = self.first_day(said)
        try:
            return None if first is None else _MOVED[self.exactness](first, 1)
        except (ValueError, OverflowError):
            return None

    def _first_day(self, said: date) -> date | None:
        if self.unit is not None:
            return _MOVED[self.unit](said, self.count)
        if self.weekday is not None:
            away = (self.weekday - said.weekday()) % 7
            return said + timedelta(days=away if self.ahead else (away or 7) - 7)
        if self.year is not None:
            return date(self.year, self.month or 1, self.day or 1)
        return self._nearest(said)

    def _nearest(self, said: date) -> date | None:
        """A month, or a day of one, in the nearest year that has it, this side of that day."""
        if self.month is None:
            return None
        step = 1 if self.ahead else -1
        border = said if self.day is not None else said.replace(day=1)
        for years in range(_LEAP_YEARS + 1):
            try:
                found = date(said.year + step * years, self.month, self.day or 1)
            except ValueError:
                continue
            if found >= border if self.ahead else found <= border:
                return found
        return None
