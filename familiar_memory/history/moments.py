"""Moments as the database keeps them: whole microseconds in UTC, and an offset."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

__all__ = ["from_us", "offset_s", "to_us"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_us(moment: datetime) -> int:
    """Microseconds since 1970 in UTC of an aware moment."""
    return (moment - _EPOCH) // _MICROSECOND


def offset_s(moment: datetime) -> int:
    """The moment's offset from UTC in whole seconds."""
    return int((moment.utcoffset() or timedelta()).total_seconds())


def from_us(us: int, offset: int = 0) -> datetime:
    """The aware moment, shown at that offset (in seconds)."""
    shift = timedelta(seconds=offset)
    local = _EPOCH.replace(tzinfo=None) + (timedelta(microseconds=us) + shift)
    return local.replace(tzinfo=timezone(shift) if offset else UTC)
