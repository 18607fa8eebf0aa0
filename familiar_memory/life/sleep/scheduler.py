"""Has the cycles run when they are due, while a familiar is open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Protocol

from familiar_memory.life.schedule.timer import Timer
from familiar_memory.life.schedule.wall_clock_loop import WallClockLoop
from familiar_memory.life.sleep.cycles import Cycle

__all__ = ["SleepScheduler", "Sleeps"]


_LOOK_LATER_S = 60.0
"""With a slow model a night lasts for hours; to look each second would keep the disk awake."""


class Sleeps(Protocol):
    """What is scheduled: see `Sleeping`."""

    def cycles(self) -> Sequence[Cycle]:
        """The cycles as they are set up now."""

    async def due(self, cycle: Cycle) -> datetime:
        """When a cycle is due next."""

    def run_due(self, cycle: Cycle) -> Awaitable[object]:
        """Run a cycle, unless another process has done it meanwhile, or does just now."""


class SleepScheduler:
    """Looks when a cycle is due, and has it run; one after the other."""

    def __init__(
        self, sleeps: Sleeps, clock: Callable[[], datetime], *, timer: Timer | None = None
    ) -> None:
        """Nothing is run yet; `clock` is the time on the wall, aware."""
        self._sleeps = sleeps
        self._clock = clock
        self._loop = WallClockLoop(self._run_due, "the night was not gone through", timer)

    def begin(self) -> None:
        """Look now: what was missed, or cut off, is due at once."""
        self._loop.look()

    async def stop(self) -> None:
        """Run no more; a step that is under way ends after its present piece."""
        await self._loop.stop()

    def look_again(self) -> None:
        """Look when it is due: that may have changed."""
        self._loop.look()

    async def _run_due(self) -> float | None:
        """Run what is due; in how many seconds to look again."""
        waits = []
        for cycle in self._sleeps.cycles():
            if not cycle.is_enabled:
                continue
            if await self._seconds_to(cycle) <= 0:
                await self._sleeps.run_due(cycle)
            left = await self._seconds_to(cycle)
            # What is due still is another process's by now, or has failed.
            waits.append(left if left > 0 else _LOOK_LATER_S)
        return min(waits, default=None)

    async def _seconds_to(self, cycle: Cycle) -> float:
        due = await self._sleeps.due(cycle)
        return (due - self._clock()).total_seconds()
