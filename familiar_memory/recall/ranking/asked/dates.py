"""The days that a question names: "on 3 March", "in February 2026", "in 2023"."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.knowledge.words import words

__all__ = ["NamedDate", "named_date"]

_MONTHS = tuple(month.lower() for month in MONTHS)
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"([12]?\d|3[01])(?:st|nd|rd|th)?")
_LAST_DAY = date.max.toordinal()
_SLACK_DAYS = 1
"""A single day is taken with the days around it: zones differ, and much is told a day late."""


@dataclass(frozen=True, slots=True)
class NamedDate:
    """Years, months and days named; an empty tuple means any. Days go with a month only."""

    years: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    days: tuple[int, ...] = ()

    def covers(self, day: int) -> bool:
        """Whether a day, as `date.toordinal` counts, is meant; 0 (unknown) never is."""
        if not self.days:
            return day > 0 and self._fits(date.fromordinal(day))
        near = range(max(day - _SLACK_DAYS, 1), min(day + _SLACK_DAYS, _LAST_DAY) + 1)
        return day > 0 and any(self._fits(date.fromordinal(other)) for other in near)

    def _fits(self, day: date) -> bool:
        in_year = not self.years or day.year in self.years
        in_month = not self.months or day.month in self.months
        if not (in_year and in_month):
            return False
        # "30 February" means February.
        possible = [d for d in self.days if d <= monthrange(day.year, day.month)[1]]
        return not possible or day.day in possible


def named_date(text: str) -> NamedDate | None:
    """What date a question names; None when it names none."""
    said = words(text)
    # "may" is a month only when it is written as a name.
    months = [_MONTHS.index(w) + 1 for w in said if w in _MONTHS and (w != "may" or "May" in text)]
    years = [int(word) for word in said if _YEAR.fullmatch(word)]
    if not months and not years:
        return None
    days = [int(found[1]) for word in said if (found := _DAY.fullmatch(word))] if months else []
    return NamedDate(
        tuple(dict.fromkeys(years)),
        tuple(dict.fromkeys(months)),
        tuple(dict.fromkeys(day for day in days if day)),
    )
