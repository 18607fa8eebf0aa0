"""How far the talk of each room was gone through, as watermarks of the history.

The one of all rooms says up to which turn nothing waits anywhere; a room that failed holds it
back, and those that went on have one of their own. Another says on which day that was, so that a
night after a pause looks back as far as that one did.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from hashlib import blake2b

from familiar_memory.history.ledger.base import Watermarks

__all__ = ["ROOMS_READ", "RoomMarks"]

ROOMS_READ = "channels"
"""The watermark of all rooms."""
_ROOM = f"{ROOMS_READ}:"
_DAY = f"{ROOMS_READ}_day"
_REFUSED = f"{ROOMS_READ}_refused:"
_DIGEST_BYTES = 6


class RoomMarks:
    """Reads them once, as they are at the beginning of a night, and moves them forward."""

    def __init__(self, history: Watermarks, *, anew: bool = False) -> None:
        """As they are now; `anew`: none, for talk is to be gone through again."""
        self._history = history
        self._marks: Mapping[str, int] = {} if anew else history.watermarks_like(ROOMS_READ)

    @property
    def of_all(self) -> int:
        """The turn up to which no room waits."""
        return self._marks.get(ROOMS_READ, 0)

    @property
    def last(self) -> datetime | None:
        """The day of the last night after which nothing waited, as it began; None before the first.

        Where something waits since the very first, that one's.
        """
        day = self._marks.get(_DAY)
        return None if day is None else datetime.combine(date.fromordinal(day), time(), UTC)

    def of(self, place: str) -> int:
        """The turn up to which a room (its slug) was gone through."""
        return max(self.of_all, self._marks.get(f"{_ROOM}{place}", 0))

    def read(self, place: str, upto: int) -> None:
        """A room was gone through up to that turn."""
        self._history.set_watermark(upto, f"{_ROOM}{place}")

    def refused(self, place: str, first: int) -> int:
        """What begins with that turn of a room could not be read by a model; how often by now."""
        name = f"{_REFUSED}{_digest(place, first)}"
        count = self._history.watermark(name) + 1
        self._history.set_watermark(count, name)
        return count

    def all_read(self, upto: int, night: datetime, *, is_all: bool) -> None:
        """No room waits up to that turn; `is_all`: of that night none waits at all."""
        self._history.set_watermark(upto, ROOMS_READ)
        if is_all or self.last is None:
            self._history.set_watermark(night.astimezone(UTC).date().toordinal(), _DAY)
        if is_all:
            # None of what was refused waits any more.
            self._history.drop_watermarks([_REFUSED])


def _digest(place: str, first: int) -> str:
    return blake2b(f"{place}\n{first}".encode(), digest_size=_DIGEST_BYTES).hexdigest()
