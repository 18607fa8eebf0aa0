"""Who of a household has to be woken up for a night, since it is asleep when that is due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from familiar_memory.errors import FamiliarError
from familiar_memory.life.schedule.timer import Alarm, LoopTimer, Timer

__all__ = ["MissedNights"]

_log = logging.getLogger(__name__)
_LOOK_S = 900.0
"""At the latest after so long the clock on the wall is looked at: a timer does not count the time
for which the machine slept."""
_LEAST_S = 1.0
_TRY_AGAIN_S = 3_600.0


class MissedNights:
    """Has those that are asleep wake up when their nights are due, one after the other.

    So a thousand familiars whose nights begin at two are not awake at once. One that nobody has
    woken up since the household was opened has heard nothing that it could sleep over.
    """

    def __init__(
        self,
        go_through: Callable[[str], Awaitable[object]],
        now: Callable[[], datetime],
        *,
        timer: Timer | None = None,
    ) -> None:
        """`go_through` wakes one up for its night, and waits for that."""
        self._go_through = go_through
        self._now = now
        self._timer = timer or LoopTimer()
        self._due: dict[str, datetime] = {}
        self._alarm: Alarm | None = None
        self._worker: asyncio.Task[None] | None = None

    def fell_asleep(self, familiar_id: str, due: datetime | None) -> None:
        """Its next night is due then; None is never."""
        if due is None:
            self._due.pop(familiar_id, None)
        else:
            self._due[familiar_id] = due
        self._look_again()

    def woke_up(self, familiar_id: str) -> None:
        """It looks after its nights itself, as long as it is awake."""
        self._due.pop(familiar_id, None)

    async def stop(self) -> None:
        """Wake up nobody any more; a night that is under way ends after its present piece."""
        self._due.clear()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
            self._worker = None

    def _look_again(self) -> None:
        if self._worker is not None:
            return
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._due:
            wait_s = (min(self._due.values()) - self._now()).total_seconds()
            at = self._timer.now() + min(_LOOK_S, max(_LEAST_S, wait_s))
            self._alarm = self._timer.call_at(at, self._look)

    def _look(self) -> None:
        self._alarm = None
        self._worker = asyncio.create_task(self._work())

    async def _work(self) -> None:
        try:
            while (familiar_id := self._next_due()) is not None:
                await self._woken(familiar_id)
        finally:
            self._worker = None
            self._look_again()

    def _next_due(self) -> str | None:
        """The one whose night is due longest; it is on the list no more."""
        soonest = min(self._due, key=lambda one: self._due[one], default=None)
        if soonest is None or self._due[soonest] > self._now().astimezone(UTC):
            return None
        del self._due[soonest]
        return soonest

    async def _woken(self, familiar_id: str) -> None:
        try:
            await self._go_through(familiar_id)
        except FamiliarError as problem:
            _log.warning("%s did not wake up for its night: %s", familiar_id, problem.problem)
            self._try_later(familiar_id)
        except Exception:  # noqa: BLE001 - the edge: the others must not pay for it
            _log.exception("%s did not wake up for its night", familiar_id)
            self._try_later(familiar_id)

    def _try_later(self, familiar_id: str) -> None:
        self._due.setdefault(familiar_id, self._now() + timedelta(seconds=_TRY_AGAIN_S))
