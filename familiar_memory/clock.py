"""What time it is, as an argument: nothing below asks the machine by itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol

__all__ = ["Clock", "SystemClock"]


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment; always aware (it carries an offset)."""


class SystemClock:
    """The machine's own clock, in UTC."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)
