"""When something begins to hold, or ends, where a date may be only a month or a year."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from familiar_memory.domain.memory.record import PartialDate

__all__ = ["in_zone", "instant_of"]

_FULL = "0001-01-01"


def in_zone(moment: datetime, zone: tzinfo) -> datetime:
    """The same moment as a clock in the zone shows it; as it is, at the very end of all dates."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


@lru_cache(maxsize=4_096)
def instant_of(written: PartialDate) -> datetime | None:
    """The first instant of a year, month, day or instant, in UTC; None for what is no date.

    So a record that ends `until 2026-01` and one that holds `since 2026-01` never hold at once.
    """
    text = written if len(written) > 7 else written + _FULL[len(written) :]
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
