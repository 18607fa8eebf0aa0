"""A look at the history now and then, for turns that nobody told the scheduler of."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import FamiliarError
from familiar_memory.life.schedule.timer import Alarm, Timer
from familiar_memory.life.schedule.writes import Writes

__all__ = ["Rounds"]

_log = logging.getLogger(__name__)
_EVERY_S = 1_800.0
"""Other processes seldom record what a bot is to write up, and each of their own has its writer."""


class Rounds:
    """Looks every half an hour what waits: an import, or `familiar record`, tells nobody."""

    def __init__(
        self,
        writes: Writes,
        timer: Timer,
        found: Callable[[Sequence[tuple[Place, datetime]]], None],
    ) -> None:
        """`found` is given where and when each turn was said that waits."""
        self._writes = writes
        self._timer = timer
        self._found = found
        self._alarm: Alarm | None = None
        self._look: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look for the first time when half an hour is over."""
        self._alarm = self._timer.call_at(self._timer.now() + _EVERY_S, self._go)

    def end(self) -> None:
        """Look no more."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._look is not None:
            self._look.cancel()

    def _go(self) -> None:
        self._look = asyncio.create_task(self._look_around())
        self.begin()

    async def _look_around(self) -> None:
        try:
            self._found(await self._writes.waiting())
        except FamiliarError as error:
            _log.warning("what waits was not found: %s", error.problem)
        except Exception:  # noqa: BLE001 - the edge: the next look may succeed
            _log.exception("what waits was not found")
