"""When something is due by a cron expression, in a zone whose clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from cronsim import CronSim, CronSimError

__all__ = ["checked_cron", "next_due"]

_ACCEPTED = (
    "five fields (minute, hour, day of the month, month, day of the week), such as 0 2 * * *"
)
_FIELDS = 5
_ANY = datetime(2024, 1, 1)


def checked_cron(given: str) -> str:
    """The expression, if it is one that ever matches.

    Raises:
        ValueError: it is not; it says what would be accepted.
    """
    try:
        # Of six, the first would be seconds.
        is_of_five = len(given.split()) == _FIELDS
        next(CronSim(given, _ANY))
    except (CronSimError, StopIteration):
        is_of_five = False
    if not is_of_five:
        raise ValueError(f"it is not a valid cron expression, or never matches: {_ACCEPTED}")
    return given


def next_due(cron: str, after: datetime, zone: tzinfo) -> datetime:
    """The first moment after that one, in UTC, at which it is due in the zone.

    Where clocks are put forward over it, it is due right after; where they are put back, once.
    """
    # In UTC, since two moments of one zone are compared by what its clocks show.
    return next(CronSim(cron, after.astimezone(zone))).astimezone(UTC)
