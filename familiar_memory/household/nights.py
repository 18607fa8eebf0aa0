"""Who of a household has to be woken up for a night, since it is asleep when that is due."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from familiar_memory.errors import FamiliarError
from familiar_memory.life.schedule.timer import Timer
from familiar_memory.life.schedule.wall_clock_loop import WallClockLoop

__all__ = ["MissedNights"]

_log = logging.getLogger(__name__)
_TRY_AGAIN_S = 3_600.0


class MissedNights:
    """Has those that are asleep wake up when their nights are due, one after the other.

    So a thousand familiars whose nights begin at two are not awake at once. One that nobody has
    woken up since the household was opened has heard nothing that it could sleep over.
    """

    def __init__(
        self,
        go_through: Callable[[str], Awaitable[bool]],
        now: Callable[[], datetime],
        *,
        timer: Timer | None = None,
    ) -> None:
        """`go_through` wakes one up for its night, and waits for that.

        It returns whether nothing is due any more: another process may be at it.
        """
        self._go_through = go_through
        self._now = now
        self._due: dict[str, datetime] = {}
        self._not_before: dict[str, datetime] = {}
        """When to come again to those whose night could not be gone through."""
        self._loop = WallClockLoop(self._wake_all, "nobody was woken up for their night", timer)

    def fell_asleep(self, familiar_id: str, due: datetime | None) -> None:
        """Its next night is due then; None is never."""
        if due is None:
            self._due.pop(familiar_id, None)
        else:
            self._due[familiar_id] = max(due, self._not_before.get(familiar_id, due))
        self._look_again()

    def woke_up(self, familiar_id: str) -> None:
        """It looks after its nights itself, as long as it is awake."""
        self._due.pop(familiar_id, None)

    def try_later(self, familiar_id: str) -> None:
        """Come to it in an hour, and not before that."""
        later = self._now() + timedelta(seconds=_TRY_AGAIN_S)
        self._not_before[familiar_id] = later
        self._due.setdefault(familiar_id, later)
        self._look_again()

    async def stop(self) -> None:
        """Wake up nobody any more; a night that is under way ends after its present piece."""
        self._due.clear()
        self._not_before.clear()
        await self._loop.stop()

    def _look_again(self) -> None:
        if (wait_s := self._seconds_to_next()) is not None:
            self._loop.look_in(wait_s)

    def _seconds_to_next(self) -> float | None:
        soonest = min(self._due.values(), default=None)
        return None if soonest is None else (soonest - self._now()).total_seconds()

    async def _wake_all(self) -> float | None:
        while (familiar_id := self._next_due()) is not None:
            await self._wake(familiar_id)
        return self._seconds_to_next()

    def _next_due(self) -> str | None:
        """The one whose night is due longest; it is on the list no more."""
        soonest = min(self._due, key=lambda one: self._due[one], default=None)
        if soonest is None or self._due[soonest] > self._now().astimezone(UTC):
            return None
        del self._due[soonest]
        return soonest

    async def _wake(self, familiar_id: str) -> None:
        self._not_before.pop(familiar_id, None)
        try:
            if not await self._go_through(familiar_id):
                _log.info("another process goes through the night of %s", familiar_id)
                self.try_later(familiar_id)
        except FamiliarError as problem:
            _log.warning("%s did not wake up for its night: %s", familiar_id, problem.problem)
            self.try_later(familiar_id)
        except Exception:  # noqa: BLE001 - the edge: the others must not pay for it
            _log.exception("%s did not wake up for its night", familiar_id)
            self.try_later(familiar_id)
