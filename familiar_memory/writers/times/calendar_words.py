"""Days of the year as people write them, brought to one spelling: `14 February`."""

from __future__ import annotations

from datetime import date

import regex

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.writers.text.lexicon import ORDINALS

__all__ = ["birth_date", "calendar_day", "japanese_day"]

_MONTH_NUMBER = {month.casefold(): number for number, month in enumerate(MONTHS, 1)}
_ORDINAL_DAY = {word: day for day, word in enumerate(ORDINALS, 1)}
_NUMBER = regex.compile(r"(\d{1,2})(?:st|nd|rd|th)?\b", regex.IGNORECASE)
_YEAR = regex.compile(r"\b((?:19|20)\d\d)\b")
_JAPANESE = regex.compile(r"(\d{1,2})月(\d{1,2})日")
_LEAP_YEAR = 2000
"""Any, so that the 29th of February is a day where no year is said."""


def calendar_day(text: str) -> str | None:
    """`the first of March` → `1 March`; None for a day that no year has."""
    words = text.casefold().split()
    month = next((_MONTH_NUMBER[w] for w in words if w in _MONTH_NUMBER), None)
    day = next((_ORDINAL_DAY[w] for w in words if w in _ORDINAL_DAY), None)
    number = _NUMBER.search(text)
    if day is None and number is not None:
        day = int(number[1])
    return _spelled(day, month)


def japanese_day(text: str) -> str | None:
    """`3月3日` → `3 March`."""
    match = _JAPANESE.search(text)
    return _spelled(int(match[2]), int(match[1])) if match else None


def birth_date(text: str) -> str | None:
    """`3 March 1990` or `March 1990` → the year, with the day when there is one."""
    year = _YEAR.search(text)
    if year is None:
        return None
    day = calendar_day(text[: year.start()])
    return f"{day} {year[1]}" if day else year[1]


def _spelled(day: int | None, month: int | None) -> str | None:
    if day is None or month is None:
        return None
    try:
        date(_LEAP_YEAR, month, day)
    except ValueError:
        return None
    return f"{day} {MONTHS[month - 1]}"
