"""Times as other programs write them: ISO 8601, SQL, seconds since 1970, and durations."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal

__all__ = ["read_duration", "read_time"]

_UNITS = {
    "s": "seconds",
    "sec": "seconds",
    "second": "seconds",
    "m": "minutes",
    "min": "minutes",
    "minute": "minutes",
    "h": "hours",
    "hour": "hours",
    "d": "days",
    "day": "days",
    "w": "weeks",
    "week": "weeks",
}
_PLAIN = re.compile(r"([0-9]{1,6})\s*([a-z]+?)s?", re.IGNORECASE)
_ISO = re.compile(
    r"P(?:([0-9]{1,4})W)?(?:([0-9]{1,6})D)?(?:T(?:([0-9]{1,6})H)?(?:([0-9]{1,6})M)?(?:([0-9]{1,6})S)?)?"
)
_IN_MILLISECONDS = 100_000_000_000
"""As seconds this is the year 5138, as milliseconds 1973: larger numbers are milliseconds."""
_LATEST = 253_402_300_799
"""The last second of the year 9999, which is the last that Python knows."""


def read_time(value: object) -> datetime | None:
    """An instant; one without an offset is in UTC. None for what is no time."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Decimal):
        return _since_1970(value)
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    try:
        return aware.astimezone(UTC)
    except OverflowError:
        return None


def read_duration(value: object) -> timedelta | None:
    """A duration such as `7d`, `12 hours` or `P7D`; None for what is none."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    if match := _ISO.fullmatch(text):
        parts = [int(part or 0) for part in match.groups()]
        weeks, days, hours, minutes, seconds = parts
        given = timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
        return given or None
    if (match := _PLAIN.fullmatch(text)) and (unit := _UNITS.get(match[2].lower())):
        return timedelta(**{unit: int(match[1])})
    return None


def _since_1970(value: int | Decimal) -> datetime | None:
    # Compared before it is converted: 1E+999999999 would fill the memory.
    if not 0 < value <= _LATEST * 1_000:
        return None
    seconds = value / 1_000 if value >= _IN_MILLISECONDS else value
    return datetime.fromtimestamp(float(seconds), UTC)
