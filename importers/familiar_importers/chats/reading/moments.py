"""Times as chat programs spell them: ISO, epochs, and what SillyTavern has written over the years.

What has no zone of its own is taken to be in the zone that the caller names.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta, tzinfo

from familiar_memory.domain.text.months import SHORT_MONTHS
from familiar_memory.errors import InputError

__all__ = ["STEP", "from_epoch", "iso_moment", "loose_moment", "required_moment"]

STEP = timedelta(seconds=1)
"""How long after the message before it one is taken to be said that has no time."""

_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECONDS_FROM = 100_000_000_000
"""An epoch of at least this is in milliseconds: as seconds it would be the year 5138."""
_MAX_SPELLING = 64
"""Characters; no spelling of a time is longer, and a refusal quotes no more."""
# "2024-3-5@14h22m33s", "2024-03-05@14h22m33s123ms", "2023-5-10 @14h 22m 33s 123ms"
_HUMANIZED = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s(?: ?(\d{1,3})ms)?"
)
# "March 5, 2024 2:22pm"
_SPOKEN = re.compile(
    r"([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))? ?([ap])\.?m\.?",
    re.IGNORECASE,
)
_EPOCH = re.compile(r"\d{9,14}(?:\.\d{1,6})?")
_MONTHS = tuple(month.lower() for month in SHORT_MONTHS)


def loose_moment(value: object, zone: tzinfo) -> datetime | None:
    """The time in any known spelling, as a text or a number; None when it is none."""
    if isinstance(value, str):
        return _spelled(value.strip(), zone)
    if value is None or isinstance(value, bool | list | dict):
        return None
    try:
        return from_epoch(float(value))  # type: ignore[arg-type] # int, float or Decimal
    except OverflowError:
        return None


def iso_moment(value: str, zone: tzinfo = UTC) -> datetime | None:
    """An ISO 8601 time; None when it is none."""
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    return _kept(moment)


def required_moment(value: str, key: str) -> datetime:
    """An ISO 8601 time that must be one.

    Raises:
        InputError: it is none; the message names the key.
    """
    moment = iso_moment(value)
    if moment is None:
        raise InputError(
            f"{key!r} {value[:_MAX_SPELLING]!r} is not a time",
            "an ISO 8601 time, such as 2026-02-02T19:31:00+00:00",
        )
    return moment


def from_epoch(value: float) -> datetime | None:
    """Seconds, or milliseconds where they are so many; None outside of 1970 to 9999."""
    if not math.isfinite(value) or value <= 0:
        return None
    seconds = value / 1000 if value >= _MILLISECONDS_FROM else value
    try:
        # Rounded, for a float of seconds does not carry whole microseconds.
        return _EARLIEST + timedelta(milliseconds=round(seconds * 1000))
    except OverflowError:
        return None


def _spelled(value: str, zone: tzinfo) -> datetime | None:
    if not value or len(value) > _MAX_SPELLING:
        return None
    if moment := iso_moment(value, zone):
        return moment
    if match := _HUMANIZED.fullmatch(value):
        year, month, day, hour, minute, second, milli = (int(part or 0) for part in match.groups())
        return _built(zone, year, month, day, hour, minute, second, milli)
    if match := _SPOKEN.fullmatch(value):
        return _spoken(match, zone)
    if _EPOCH.fullmatch(value):
        return from_epoch(float(value))
    return None


def _spoken(match: re.Match[str], zone: tzinfo) -> datetime | None:
    name = match[1][:3].lower()
    hour = int(match[4])
    if name not in _MONTHS or hour > 12:
        return None
    hour = hour % 12 + (12 if match[7].lower() == "p" else 0)
    month = _MONTHS.index(name) + 1
    return _built(
        zone, int(match[3]), month, int(match[2]), hour, int(match[5]), int(match[6] or 0)
    )


def _built(
    zone: tzinfo,
    year: int,
    month: int,
    day: int,
    hour: int,
    minute: int,
    second: int,
    millisecond: int = 0,
) -> datetime | None:
    try:
        return _kept(
            datetime(year, month, day, hour, minute, second, millisecond * 1000, tzinfo=zone)
        )
    except ValueError:
        return None


def _kept(moment: datetime) -> datetime | None:
    """The time, unless UTC has no year for it."""
    try:
        moment.astimezone(UTC)
    except OverflowError:
        return None
    return moment
