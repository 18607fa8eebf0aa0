"""Where the past begins that may go: moments, found by days as a zone counts them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo

__all__ = ["cut_off", "day_begins", "day_is_over"]

_A_DAY = timedelta(days=1)


def cut_off(at: datetime, days: int, zone: tzinfo) -> datetime | None:
    """The moment before which everything may go, in UTC; None: nothing ever does.

    It is the first moment of the day that was so many days before, by the calendar of the zone.
    0 is no limit.
    """
    if days == 0:
        return None
    try:
        return day_begins(at.astimezone(zone).date() - timedelta(days), zone)
    except OverflowError:
        # Before time began nobody said anything.
        return None


def day_begins(day: date, zone: tzinfo) -> datetime:
    """The first moment of a day in a zone, in UTC.

    Midnight may come twice, or not at all, where clocks are changed at night.

    Raises:
        OverflowError: it lies before time begins.
    """
    return min(one for one in _midnights(day, zone) if one.astimezone(zone).date() >= day)


def day_is_over(day: date, zone: tzinfo) -> datetime:
    """The first moment, in UTC, from which on it is never that day in the zone again.

    Raises:
        OverflowError: it lies after time ends.
    """
    return max(_midnights(day + _A_DAY, zone))


def _midnights(day: date, zone: tzinfo) -> list[datetime]:
    """What the clocks may mean by the midnight with which a day begins."""
    midnight = datetime.combine(day, time.min, zone)
    return [midnight.replace(fold=fold).astimezone(UTC) for fold in (0, 1)]
