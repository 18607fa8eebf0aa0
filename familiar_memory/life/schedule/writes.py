"""What a scheduler needs of the writer of a familiar."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from familiar_memory.domain.talk.place import Place
from familiar_memory.life.schedule.session_end import EndReason, SessionEnd
from familiar_memory.writers.report import BatchReport, WriteReport

__all__ = ["LeftOpen", "Writes"]


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """What an earlier process left: whether turns wait, and where no session was ended.

    Each place with the time of its newest turn, None where that cannot be read. What failed is not
    to be tried again for `pause_s` seconds.
    """

    waits: bool
    places: Collection[tuple[Place, datetime | None]]
    now: datetime
    pause_s: float = 0.0


class Writes(Protocol):
    """What is scheduled: see `Writing`."""

    def reach_of(self, place: Place) -> str:
        """Which talk is written up together with that of a place."""

    async def left_open(self) -> LeftOpen:
        """What an earlier process has left to do."""

    async def waiting(self) -> Sequence[tuple[Place, datetime]]:
        """Where and when each turn was said that waits, whoever has recorded it."""

    async def write(
        self,
        *,
        reach: str | None = None,
        progress: Callable[[BatchReport], None] | None = None,
    ) -> WriteReport:
        """Write up what waits in a reach, or everywhere; `progress` hears of each batch."""

    async def end_session(
        self,
        place: Place | None = None,
        *,
        reason: EndReason,
        last_said: datetime | None = None,
    ) -> SessionEnd:
        """Write up what waits there, and end the session of a place, or all.

        Of a place, the one that was over when the turn of that time was `last_said`.
        """
