"""The part of the day to which a turn belongs, and the session note of that part."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.domain.tree import SESSIONS

__all__ = ["Slot", "slot_of"]

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FROM_HOUR = ((18, "evening"), (12, "afternoon"), (6, "morning"), (0, "night"))


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A day in the familiar's zone, and morning, afternoon, evening or night of it."""

    day: date
    part: str

    @property
    def path(self) -> str:
        """The session note of this slot, relative to the tree."""
        return f"{SESSIONS}/{self.day.isoformat()}-{self.part}.md"

    @property
    def title(self) -> str:
        """The note's H1, such as `Monday 2 February 2026, evening`."""
        month = MONTHS[self.day.month - 1]
        return (
            f"{_WEEKDAYS[self.day.weekday()]} {self.day.day} {month} {self.day.year}, {self.part}"
        )


def slot_of(moment: datetime, zone: tzinfo) -> Slot:
    """Place an aware moment: morning from 6, afternoon from 12, evening from 18, else night."""
    local = moment.astimezone(zone)
    part = next(name for hour, name in _FROM_HOUR if local.hour >= hour)
    return Slot(local.date(), part)
