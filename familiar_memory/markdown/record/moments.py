"""Dates as tails write them: a full date, an instant with its offset, a year, a month."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from familiar_memory.domain.memory.record import Moment

__all__ = ["format_moment", "is_partial_date", "missing_date", "parse_moment"]

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?"
    r"(?:Z|[+-][0-9]{2}:?[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)"
)
_DATED = re.compile(
    r"(?P<word>since |until |expires:)?(?P<date>[0-9]{4}-[0-9]{1,2}(?P<day>-[0-9]{1,2}(?:T.*)?)?)"
)
_ARROW = re.compile("→|->")
_YEAR_OR_MONTH = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?")


def parse_moment(text: str) -> Moment | None:
    """Read a full date or an aware instant; None for anything else, or a day that never was."""
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
        if _INSTANT.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError:
        return None
    return None


def format_moment(moment: Moment) -> str:
    """Write a moment so that `parse_moment` reads it back equal; an instant must be aware."""
    if not isinstance(moment, datetime):
        return moment.isoformat()
    text = moment.isoformat()
    return f"{text.removesuffix('+00:00')}Z" if moment.utcoffset() == UTC.utcoffset(None) else text


def is_partial_date(text: str) -> bool:
    """Whether the text is a year, a month, a full date or an instant, as `since` takes it."""
    if match := _YEAR_OR_MONTH.fullmatch(text):
        return match[1] != "0000" and (match[2] is None or 1 <= int(match[2]) <= 12)
    return parse_moment(text) is not None


def missing_date(item: str) -> str | None:
    """The date in an item of a tail that has the form of one, and was never: `2026-02-30`.

    A month counts only behind a word that a tail has before one: `(2019-20)` means years.
    """
    for part in _ARROW.split(item):
        found = _DATED.fullmatch(part.strip())
        if found is None or is_partial_date(found["date"]):
            continue
        if found["day"] is not None or found["word"] is not None:
            return found["date"]
    return None
