"""Work that is due by the clock on the wall, looked at again and again while a program runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from familiar_memory.errors import FamiliarError
from familiar_memory.life.schedule.timer import Alarm, LoopTimer, Timer

__all__ = ["WallClockLoop"]

_log = logging.getLogger(__name__)
_LOOK_S = 900.0
"""At the latest after so long the clock on the wall is looked at: it may have been set, and a
timer does not count the time for which a machine slept."""
_LEAST_S = 1.0


class WallClockLoop:
    """Has work done when it is due, one round at a time; what one round raises ends no other."""

    def __init__(
        self, work: Callable[[], Awaitable[float | None]], failed: str, timer: Timer | None = None
    ) -> None:
        """Nothing is done yet.

        `work` does what is due, and says in how many seconds the next is, or None: not before
        somebody says so. `failed` is what the log says of one that raises.
        """
        self._work = work
        self._failed = failed
        self._timer = timer or LoopTimer()
        self._alarm: Alarm | None = None
        self._worker: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Look now; a round that is under way says itself when the next one is."""
        if self._worker is None:
            self._drop_alarm()
            self._worker = asyncio.create_task(self._round())

    def look_in(self, wait_s: float) -> None:
        """Look after so long; a round that is under way says itself when the next one is."""
        if self._worker is None:
            self._drop_alarm()
            wait_s = min(_LOOK_S, max(_LEAST_S, wait_s))
            self._alarm = self._timer.call_at(self._timer.now() + wait_s, self.look)

    async def stop(self) -> None:
        """Look no more; what is under way is cancelled, and waited for."""
        self._drop_alarm()
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
            self._worker = None

    def _drop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _round(self) -> None:
        wait_s: float | None = _LOOK_S
        try:
            wait_s = await self._work()
        except FamiliarError as problem:
            _log.warning("%s: %s", self._failed, problem.problem)
        except Exception:  # noqa: BLE001 - the edge: the next round may succeed
            _log.exception("%s", self._failed)
        self._worker = None
        if wait_s is not None:
            self.look_in(wait_s)
