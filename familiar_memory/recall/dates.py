"""The days that a question names: "on 3 March", "in February 2026", "in 2023"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product

from familiar_memory.knowledge.words import words

__all__ = ["NamedDate", "named_date"]

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"([12]?\d|3[01])(?:st|nd|rd|th)?")
_SLACK_DAYS = 1
"""A single day is taken with the days around it: zones differ, and people tell late."""


@dataclass(frozen=True, slots=True)
class NamedDate:
    """Years, months and days named; an empty tuple means any. Days go with a month only."""

    years: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    days: tuple[int, ...] = ()

    def spans(self, known_years: Iterable[int]) -> list[tuple[int, int]]:
        """The stretches meant, as day ordinals, inclusive; without a year, of every known one."""
        years = self.years or tuple(known_years)
        if not self.months:
            return [_year_span(year) for year in years]
        return [
            span
            for year, month in product(years, self.months)
            for span in _month_spans(year, month, self.days)
        ]


def named_date(text: str) -> NamedDate | None:
    """What date a question names; None when it names none."""
    said = words(text)
    # "may" is a month only when it is written as a name.
    months = [_MONTHS.index(w) + 1 for w in said if w in _MONTHS and (w != "may" or "May" in text)]
    years = [int(word) for word in said if _YEAR.fullmatch(word)]
    if not months and not years:
        return None
    days = [int(found[1]) for word in said if (found := _DAY.fullmatch(word))] if months else []
    return NamedDate(tuple(years), tuple(months), tuple(day for day in days if day))


def _year_span(year: int) -> tuple[int, int]:
    return date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal()


def _month_spans(year: int, month: int, days: Sequence[int]) -> list[tuple[int, int]]:
    first, size = date(year, month, 1).toordinal(), monthrange(year, month)[1]
    single = [first + day - 1 for day in days if day <= size]
    if single:
        return [(day - _SLACK_DAYS, day + _SLACK_DAYS) for day in single]
    return [(first, first + size - 1)]
