"""How long a memory is to be kept: "7d", "1h", "30m", "2w", a date or an instant.

What is said is made one moment at once, so that later moments are compared, never texts.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from unicodedata import normalize

import regex

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import Moment
from familiar_memory.errors import InputError

__all__ = ["expiry_of"]

_ACCEPTED = (
    'how long, such as "30m", "1h", "7d" or "2w"; or until when, such as "2026-12-01" or '
    '"2026-12-01T18:00Z"'
)
_UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_DURATION = regex.compile(r"(?P<count>[0-9]{1,9})(?P<unit>[mhdw])")
_DATE = regex.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INSTANT = regex.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?"
    r"(?:[Zz]|[+-][0-9]{2}:?[0-9]{2})?"
)


def expiry_of(ttl: str, now: datetime) -> Moment:
    """When what is stored at `now` (aware) expires.

    A duration in minutes, hours, days or weeks becomes an instant of UTC, to the second; a date
    stays one, which is its first instant in UTC; an instant without a zone is of UTC.

    Raises:
        InputError: it is none of these, a day that never was, not after `now`, or beyond the
            year 9999. Nothing should then be stored: what is to be forgotten soon would stay.
    """
    text = normalize("NFKC", ttl).strip()
    found = _moment(text, now)
    if found is None:
        raise InputError(f"{ttl!r} does not say how long to keep a memory", _ACCEPTED)
    end = instant_of(found.isoformat())
    if end is None or end <= now:
        raise InputError(f"{ttl!r} is in the past", "a time in the future")
    return found


def _moment(text: str, now: datetime) -> Moment | None:
    try:
        if (duration := _DURATION.fullmatch(text.lower())) is not None:
            length = int(duration["count"]) * _UNITS[duration["unit"]]
            return _whole(now.astimezone(UTC) + length) if length else now
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
        if _INSTANT.fullmatch(text):
            said = datetime.fromisoformat(text.upper())
            return said.replace(tzinfo=UTC) if said.tzinfo is None else said
    except (ValueError, OverflowError):
        return None
    return None


def _whole(end: datetime) -> datetime:
    """The next whole second: never sooner than was asked for."""
    whole = end.replace(microsecond=0)
    return whole if whole == end else whole + timedelta(seconds=1)
