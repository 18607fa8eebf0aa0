"""Moments as people type them: a day, an instant, or so long ago. Pure."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from familiar_memory.errors import UsageError

__all__ = ["ACCEPTED", "day_text", "read_moment"]

ACCEPTED = "2026-02-03, 2026-02-03T19:30, today, yesterday, or how long ago: 45m, 6h, 3d, 2w"
_AGO = re.compile(r"(\d{1,6})\s?([mhdw])(?:\s+ago)?")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_TICK = timedelta(microseconds=1)


def read_moment(text: str, zone: tzinfo, now: datetime, *, at_end: bool = False) -> datetime:
    """The moment that is meant, in UTC; what has no offset is in `zone`.

    A day means its beginning, or, with `at_end`, its last instant.

    Raises:
        UsageError: it is none of the accepted forms.
    """
    given = text.strip().lower()
    today = now.astimezone(zone).date()
    try:
        if given in ("now", "today", "yesterday"):
            if given == "now":
                return now.astimezone(UTC)
            return _of_day(today - timedelta(days=given == "yesterday"), zone, at_end)
        if ago := _AGO.fullmatch(given):
            return (now - int(ago[1]) * _UNITS[ago[2]]).astimezone(UTC)
        if _DAY.fullmatch(given):
            return _of_day(date.fromisoformat(given), zone, at_end)
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise UsageError(f"{text!r} is not a date or time", ACCEPTED) from None


def day_text(day: date) -> str:
    """A day as a heading: `Tuesday 3 February 2026`."""
    return f"{day:%A} {day.day} {day:%B %Y}"


def _of_day(day: date, zone: tzinfo, at_end: bool) -> datetime:
    if at_end:
        return _of_day(day + timedelta(days=1), zone, at_end=False) - _TICK
    return datetime.combine(day, time(), zone).astimezone(UTC)
