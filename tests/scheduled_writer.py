"""What tests of the scheduler begin with: time that is moved by hand, and a writer that notes."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.life.schedule.scheduler import MemoryWriterScheduler
from familiar_memory.life.schedule.session_end import EndReason, SessionEnd
from familiar_memory.life.schedule.writes import LeftOpen
from familiar_memory.writers.report import WriteReport
from familiar_memory.writers.settings import WriterSettings

__all__ = ["BEGAN", "GARDEN", "HANDS_OFF", "TAVERN", "ManualTimer", "NotedWrites", "Scheduled"]

BEGAN = datetime(2026, 2, 2, 19, tzinfo=UTC)
TAVERN, GARDEN = Place("discord", "tavern", "lantern"), Place("discord", "garden", "lantern")
HANDS_OFF = 1e6
"""Seconds after which nothing of a test comes."""
_NOTHING_LEFT = LeftOpen(False, (), BEGAN)
_AUTHOR = Author("discord", "42", "Rowan")


class _Alarm:
    def __init__(self, then: Callable[[], object]) -> None:
        self.then: Callable[[], object] | None = then

    def cancel(self) -> None:
        self.then = None


class ManualTimer:
    """Seconds that pass when they are told to; what is due by then is called, in its order."""

    def __init__(self) -> None:
        self._now = 0.0
        self._due: list[tuple[float, int, _Alarm]] = []
        self._numbers = count()

    def now(self) -> float:
        """The moment."""
        return self._now

    def call_at(self, when: float, then: Callable[[], object]) -> _Alarm:
        """Note what is due."""
        alarm = _Alarm(then)
        heapq.heappush(self._due, (when, next(self._numbers), alarm))
        return alarm

    async def pass_s(self, seconds: float) -> None:
        """Let so many seconds pass, and whoever is called do what they do."""
        until = self._now + seconds
        await settled()
        while self._due and self._due[0][0] <= until:
            when, _, alarm = heapq.heappop(self._due)
            self._now = max(self._now, when)
            if alarm.then is not None:
                alarm.then()
            await settled()
        self._now = until


async def settled() -> None:
    """Let every task go on until all of them wait for somebody else."""
    for _ in range(20):
        await asyncio.sleep(0)


class NotedWrites:
    """A writer that notes what it was asked; it can be held up, and fail as it is told."""

    def __init__(self, left: LeftOpen | None = None) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.at_once = self.most_at_once = 0
        self.failures: list[object] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self._left = left or _NOTHING_LEFT
        self.unheard: list[tuple[Place, datetime]] = []
        """Turns that others have recorded, for whoever looks."""

    def reach_of(self, place: Place) -> str:
        """Rooms of a guild are one."""
        return place.guild or place.slug

    async def left_open(self) -> LeftOpen:
        """As given for the beginning; later what nobody told of."""
        left, self._left = self._left, _NOTHING_LEFT
        return replace(left, waits=left.waits or bool(self.unheard))

    async def waiting(self) -> list[tuple[Place, datetime]]:
        """Those."""
        return self.unheard

    async def write(self, *, reach: str | None = None, progress: object = None) -> WriteReport:
        """Note it."""
        return await self._do("write", reach)

    async def end_session(
        self,
        place: Place | None = None,
        *,
        reason: EndReason,
        last_said: datetime | None = None,
    ) -> SessionEnd:
        """Note it."""
        written = await self._do(reason.value, None if place is None else place.channel)
        return SessionEnd(place, reason, written)

    async def _do(self, *asked: object) -> WriteReport:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.asked.append(asked)
        try:
            await self.gate.wait()
        finally:
            self.at_once -= 1
        failure = self.failures.pop(0) if self.failures else None
        if isinstance(failure, BaseException):
            raise failure
        if isinstance(failure, WriteReport):
            return failure
        return WriteReport(stopped=str(failure or ""))

    def news(self) -> list[tuple[object, ...]]:
        """What was asked since the last time."""
        news, self.asked = self.asked, []
        return news


class Scheduled:
    """A scheduler over both, and what it hears."""

    def __init__(self, settings: WriterSettings, left: LeftOpen | None = None) -> None:
        self.timer = ManualTimer()
        self.writes = NotedWrites(left)
        self.scheduler = MemoryWriterScheduler(
            self.writes, settings, timer=self.timer, chance=lambda: 0.0
        )
        self._refs = count()

    def say(
        self,
        times: int = 1,
        place: Place = TAVERN,
        *,
        outcome: RecordOutcome = RecordOutcome.ADDED,
        said_s: float | None = None,
    ) -> None:
        """Somebody says something, so many times."""
        at = BEGAN + timedelta(seconds=self.timer.now() if said_s is None else said_s)
        turns = [Turn(next(self._refs), at, place, _AUTHOR, "hello") for _ in range(times)]
        self.scheduler.heard(turns, [outcome] * times)

    async def after(self, seconds: float) -> list[tuple[object, ...]]:
        """What was asked of the writer while so much time passed."""
        await self.timer.pass_s(seconds)
        return self.writes.news()


def left_open(waits: bool, places: Collection[tuple[Place, datetime | None]] = ()) -> LeftOpen:
    """What an earlier process left, at the beginning."""
    return LeftOpen(waits, places, BEGAN)
