"""What a timetable gives out: what waits in a reach, and what is due there, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from familiar_memory.domain.talk.place import Place
from familiar_memory.life.schedule.session_end import EndReason

__all__ = ["EVERYTHING", "DueEnd", "DueRun", "Waiting"]

EVERYTHING = ""
"""In the place of a reach: a run for all talk."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What has been said in one reach since it was last written up."""

    turns: int
    oldest: float
    newest: float
    full_since: float | None = None
    """When there were enough turns for a run."""
    is_due: bool = False
    """Whether nothing more has to be waited for."""

    def with_earlier(self, earlier: Waiting) -> Waiting:
        """Together with what had been taken for a run that failed: it is still due."""
        return Waiting(
            self.turns + earlier.turns,
            min(self.oldest, earlier.oldest),
            max(self.newest, earlier.newest),
            earlier.full_since,
            is_due=True,
        )


@dataclass(frozen=True, slots=True)
class DueEnd:
    """A session that is to be ended, in a place of that reach.

    It ends with what was said by `last_said`; what is said after that is of the next session. None
    is whatever has been said there.
    """

    reach: str
    place: Place
    reason: EndReason
    last_said: datetime | None = None


@dataclass(frozen=True, slots=True)
class DueRun:
    """One run: everything that waits in a reach, and the sessions that end with it."""

    reach: str
    waiting: tuple[tuple[str, Waiting], ...] = ()
    endings: tuple[DueEnd, ...] = ()

    @property
    def reaches(self) -> frozenset[str]:
        """All that it is for."""
        waiting = (reach for reach, _ in self.waiting)
        return frozenset((*waiting, *(ending.reach for ending in self.endings)))
