"""The part of the day to which a turn belongs, and the session note of that part."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.text.months import MONTHS
from familiar_memory.domain.tree import PRIVATE_SESSIONS, SESSIONS

__all__ = ["Slot", "day_title", "local_time", "slot_of"]

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FROM_HOUR = ((18, "evening"), (12, "afternoon"), (6, "morning"), (0, "night"))


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A day in the familiar's zone, and morning, afternoon, evening or night of it."""

    day: date
    part: str

    @property
    def path(self) -> str:
        """The session note of this slot for rooms that are not private, relative to the tree."""
        return f"{SESSIONS}/{self._file}"

    def note_of(self, place: Place) -> str:
        """The session note of this slot for a place: a private one has a folder of its own.

        So whoever shares a session shares no direct message.
        """
        return f"{PRIVATE_SESSIONS}/{place.slug}/{self._file}" if place.is_private else self.path

    @property
    def _file(self) -> str:
        return f"{self.day.isoformat()}-{self.part}.md"

    @property
    def title(self) -> str:
        """The note's H1, such as `Monday 2 February 2026, evening`."""
        return f"{day_title(self.day)}, {self.part}"


def day_title(day: date) -> str:
    """What a day is called, such as `Monday 2 February 2026`."""
    return f"{_WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def slot_of(moment: datetime, zone: tzinfo) -> Slot:
    """Place an aware moment: morning from 6, afternoon from 12, evening from 18, else night."""
    local = local_time(moment, zone)
    part = next(name for hour, name in _FROM_HOUR if local.hour >= hour)
    return Slot(local.date(), part)


def local_time(moment: datetime, zone: tzinfo) -> datetime:
    """The time on the clocks of a zone; that of UTC where time begins and ends."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment.astimezone(UTC)
