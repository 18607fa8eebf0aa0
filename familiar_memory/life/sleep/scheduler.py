"""Has the cycles run when they are due, while a familiar is open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Protocol

from familiar_memory.errors import FamiliarError
from familiar_memory.life.schedule.timer import Alarm, LoopTimer, Timer
from familiar_memory.life.sleep.cycles import Cycle

__all__ = ["SleepScheduler", "Sleeps"]

_log = logging.getLogger(__name__)
_LOOK_S = 900.0
"""At the latest after so long the clock on the wall is looked at: it may have been set, and a
machine that slept does not count its sleep."""
_LEAST_S = 1.0


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
        self._timer = timer or LoopTimer()
        self._alarm: Alarm | None = None
        self._worker: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look now: what was missed, or cut off, is due at once."""
        self._look()

    async def stop(self) -> None:
        """Run no more; a step that is under way ends after its present piece."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
            self._worker = None

    def look_again(self) -> None:
        """Look when it is due: that may have changed."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._look()

    def _look(self) -> None:
        self._alarm = None
        self._worker = asyncio.create_task(self._work())

    async def _work(self) -> None:
        wait_s = _LOOK_S
        try:
            wait_s = await self._run_due()
        except FamiliarError as problem:
            _log.warning("the night was not gone through: %s", problem.problem)
        except Exception:  # noqa: BLE001 - the edge: the next look may succeed
            _log.exception("the night was not gone through")
        self._alarm = self._timer.call_at(self._timer.now() + wait_s, self._look)

    async def _run_due(self) -> float:
        """Run what is due; in how many seconds to look again."""
        waits = []
        for cycle in self._sleeps.cycles():
            if not cycle.is_enabled:
                continue
            if await self._seconds_to(cycle) <= 0:
                await self._sleeps.run_due(cycle)
            waits.append(await self._seconds_to(cycle))
        return min(_LOOK_S, max(_LEAST_S, min(waits, default=_LOOK_S)))

    async def _seconds_to(self, cycle: Cycle) -> float:
        due = await self._sleeps.due(cycle)
        return (due - self._clock()).total_seconds()
