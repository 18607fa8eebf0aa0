"""Moments as people type them: a year, month, day or instant, or so long ago. Pure."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from familiar_memory.domain.memory.record import PartialDate
from familiar_memory.errors import UsageError

__all__ = ["ACCEPTED", "day_text", "read_moment", "written_day"]

ACCEPTED = (
    "2026, 2026-02, 2026-02-03, 2026-02-03T19:30, today, yesterday, or how long ago: 45m, 6h,"
    " 3d, 2w"
)
_AGO = re.compile(r"(\d{1,6})\s?([mhdw])(?:\s+ago)?")
_PERIOD = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_TICK = timedelta(microseconds=1)


def read_moment(text: str, zone: tzinfo, now: datetime, *, at_end: bool = False) -> datetime:
    """The moment that is meant, in UTC; what has no offset is in `zone`.

    A year, month or day means its beginning, or, with `at_end`, its last instant.

    Raises:
        UsageError: it is none of the accepted forms.
    """
    given = text.strip().lower()
    try:
        if (period := _period(given, now.astimezone(zone).date())) is not None:
            first, after = period
            return _start(after, zone) - _TICK if at_end else _start(first, zone)
        if (moment := _so_long_ago(given, now)) is not None:
            return moment
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise UsageError(f"{text!r} is not a date or time", ACCEPTED) from None


def written_day(text: str, zone: tzinfo, now: datetime) -> PartialDate:
    """The same forms as a note writes them: a year stays a year, and so long ago is its day.

    An instant becomes one of UTC. What is none of the forms is given back as it is, for whoever
    checks the field to refuse it by its name.
    """
    given = text.strip()
    if _PERIOD.fullmatch(given):
        return given
    try:
        moment = read_moment(given, zone, now)
    except UsageError:
        return text
    if given[:1].isdigit() and "-" in given:
        return moment.isoformat().replace("+00:00", "Z")
    return moment.astimezone(zone).date().isoformat()


def day_text(day: date) -> str:
    """A day as a heading: `Tuesday 3 February 2026`."""
    return f"{day:%A} {day.day} {day:%B %Y}"


def _period(given: str, today: date) -> tuple[date, date] | None:
    """The first day of what is named, and the first day after it."""
    if given in ("today", "yesterday"):
        day = today - timedelta(days=given == "yesterday")
        return day, day + timedelta(days=1)
    found = _PERIOD.fullmatch(given)
    if found is None:
        return None
    year, month, number = (int(part) if part else None for part in found.groups())
    first = date(year or 0, month or 1, number or 1)
    if number is not None:
        return first, first + timedelta(days=1)
    next_month = 1 if month in (None, 12) else (month or 0) + 1
    return first, date(first.year + (month in (None, 12)), next_month, 1)


def _so_long_ago(given: str, now: datetime) -> datetime | None:
    if given == "now":
        return now.astimezone(UTC)
    ago = _AGO.fullmatch(given)
    return None if ago is None else (now - int(ago[1]) * _UNITS[ago[2]]).astimezone(UTC)


def _start(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)
