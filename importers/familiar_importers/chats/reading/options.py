"""Options as people write them: names with commas between them, and time zones."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

__all__ = ["split_names", "zone_named"]

_OFFSET = re.compile(r"(?:UTC)?([+-])(\d{1,2})(?::?(\d{2}))?", re.IGNORECASE)


def split_names(text: str) -> frozenset[str]:
    """Each name of a list such as `Ember, 1234`, folded for comparing."""
    return frozenset(name.strip().casefold() for name in text.split(",") if name.strip())


def zone_named(text: str) -> tzinfo:
    """A zone such as `UTC`, `Europe/Berlin` or `+02:00`.

    Raises:
        ValueError: there is none of that name.
    """
    if text.upper() == "UTC":
        return UTC
    if match := _OFFSET.fullmatch(text):
        offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        if offset < timedelta(hours=24):
            return timezone(-offset if match[1] == "-" else offset)
    try:
        return ZoneInfo(text)
    except (KeyError, OSError, ValueError):
        raise ValueError(
            f"there is no time zone {text!r}; Europe/Berlin or +02:00 is one"
        ) from None
