"""Runs the writer by itself: never in anybody's way, none twice, none forgotten."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import FamiliarError
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.life.schedule.due import EVERYTHING, DueEnd, DueRun
from familiar_memory.life.schedule.due_work import DueWork
from familiar_memory.life.schedule.rounds import Rounds
from familiar_memory.life.schedule.session_end import EndReason, SessionEnd, has_timed_out
from familiar_memory.life.schedule.timer import Alarm, LoopTimer, Timer
from familiar_memory.life.schedule.timetable import Timetable
from familiar_memory.life.schedule.writes import LeftOpen, Writes
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.settings import WriterSettings

__all__ = ["MemoryWriterScheduler"]

_log = logging.getLogger(__name__)
_Done = TypeVar("_Done", WriteReport, SessionEnd)
_UNKNOWN = LeftOpen(True, (), datetime.max.replace(tzinfo=UTC))


class MemoryWriterScheduler:
    """Has conversations written up by themselves while a familiar is open.

        async with Familiar.open("ember", auto_write=True) as familiar:
            familiar.writing.scheduler.waiting

    A run begins when enough turns wait (`turn_threshold`) and the talk has paused (`debounce`),
    when a session ends (`session_timeout`, or `end_session`), when nothing has been said for
    `idle_timeout` in sessions that are open for longer than that, when a turn has waited for
    `max_wait`, at the start for what waits from before, and at the end. What other processes
    record is found within half an hour. Each reach (a guild's rooms that are not private; a
    private room) is counted and written up by itself. Recording waits for none of it. What
    becomes due during a run is one more run after it; a run that fails is tried again, after
    pauses that grow (`retry_pause`, `longest_retry_pause`).
    """

    def __init__(
        self,
        writes: Writes,
        settings: WriterSettings,
        *,
        timer: Timer | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Nothing runs yet; `chance`, from 0 to 1, spreads the pauses after failed runs."""
        self._writes = writes
        self._settings = settings
        self._timer = timer or LoopTimer()
        self._timetable = Timetable(settings)
        self._work = DueWork(writes, self._timetable, self._timer, chance)
        self._alarm: tuple[float, Alarm] | None = None
        self._worker: asyncio.Task[None] | None = None
        self._is_closing = False
        self._is_paused = False
        self._rounds = Rounds(writes, self._timer, self._found)

    @property
    def waiting(self) -> int:
        """How many of the turns that were recorded here wait to be written up."""
        return self._timetable.turns

    @property
    def is_running(self) -> bool:
        """Whether a run that it began is under way."""
        return self._worker is not None

    async def begin(self) -> None:
        """Have what waits from before written up, and the sessions ended that were left open.

        It only looks what there is; nobody waits for the runs.
        """
        left = await self._left_open()
        if left.waits:
            self._timetable.want(EVERYTHING, self._timer.now())
            if left.pause_s > 0:
                self._timetable.wait(EVERYTHING, self._timer.now(), left.pause_s)
        for place, active in left.places:
            is_over = has_timed_out(active, left.now, self._settings.session_timeout)
            reason = EndReason.EXPIRED if is_over else EndReason.RESTART
            self._timetable.end(DueEnd(self._writes.reach_of(place), place, reason, active))
        self._rounds.begin()
        self._look()

    def heard(self, turns: Sequence[Turn], outcomes: Sequence[RecordOutcome]) -> None:
        """Turns were recorded; takes no time, and fails for nobody."""
        if self._is_closing:
            return
        now = self._timer.now()
        for turn, outcome in zip(turns, outcomes, strict=True):
            if outcome is RecordOutcome.ADDED:
                reach = self._writes.reach_of(turn.place)
                self._ring_at(self._timetable.heard(reach, turn.place, turn.timestamp, now))

    def follow(
        self, settings: WriterSettings, *, is_paused: bool = False, is_regrouped: bool = False
    ) -> None:
        """Go by other settings from now on; while it is paused, no run begins.

        With `is_regrouped` other talk is written up together: what waits is due at once, and open
        sessions end in the reaches of now.
        """
        self._settings, self._is_paused = settings, is_paused
        self._timetable.follow(settings, self._timer.now())
        if is_regrouped:
            self._timetable.regroup(self._writes.reach_of)
        self._look()

    def _found(self, waiting: Sequence[tuple[Place, datetime]]) -> None:
        """These turns wait: those of a reach for which no run is to come are new here."""
        if self._is_closing or self._worker is not None:
            return
        now = self._timer.now()
        reaches = {place: self._writes.reach_of(place) for place, _ in waiting}
        unheard = {one for one in reaches.values() if not self._timetable.awaits(one)}
        for place, said in waiting:
            if reaches[place] in unheard:
                self._timetable.heard(reaches[place], place, said, now)
        self._look()

    async def flush(
        self,
        place: Place | None = None,
        *,
        progress: Callable[[BatchReport], None] | None = None,
    ) -> WriteReport:
        """Write up now what waits in a place's reach, or everywhere, and wait for it.

        `progress` hears of each batch.

        Raises:
            FamiliarError: it could not be done; it will be tried again.
        """
        reach = EVERYTHING if place is None else self._writes.reach_of(place)
        job = self._timetable.take(reach)
        writing = self._writes.write(reach=reach or None, progress=progress)
        return await self._now(job, writing)

    async def end_session(
        self, place: Place | None = None, *, reason: EndReason = EndReason.END
    ) -> SessionEnd:
        """End the session of a place, or all, now, and wait for it.

        Raises:
            FamiliarError: it could not be done; it will be tried again.
        """
        if place is None:
            job = self._timetable.take_all(reason)
        else:
            reach = self._writes.reach_of(place)
            job = self._timetable.take(reach, DueEnd(reach, place, reason))
        return await self._now(job, self._writes.end_session(place, reason=reason))

    async def close(self) -> None:
        """End every session, after the run that is under way, and run no more.

        What cannot be done within `close_timeout` waits for the next start.
        """
        self._is_closing = True
        self._rounds.end()
        if self._alarm is not None:
            self._alarm[1].cancel()
            self._alarm = None
        farewell = asyncio.create_task(self._farewell())
        late = self._timer.call_at(
            self._timer.now() + self._settings.close_timeout, farewell.cancel
        )
        try:
            await asyncio.wait((farewell,))
        finally:
            late.cancel()
            farewell.cancel()
            await self._let_go(farewell)

    @property
    def _is_stopped(self) -> bool:
        return self._is_closing or self._is_paused

    def _ring_at(self, due: float) -> None:
        """Look again at that moment, unless somebody looks before."""
        if self._is_closing or self._worker is not None:
            return
        if self._alarm is not None:
            if self._alarm[0] <= due:
                return
            self._alarm[1].cancel()
        self._alarm = (due, self._timer.call_at(due, self._look))

    def _look(self) -> None:
        """Begin to work off what is due, or look again when something is."""
        if self._is_stopped or self._worker is not None:
            return
        if self._alarm is not None:
            self._alarm[1].cancel()
            self._alarm = None
        due = self._timetable.next_due()
        if due is None:
            return
        if due <= self._timer.now():
            self._worker = asyncio.create_task(self._work_off())
        else:
            self._ring_at(due)

    async def _work_off(self) -> None:
        try:
            while not self._is_stopped and (job := self._timetable.take_due(self._timer.now())):
                await self._work.carry_out(job)
        finally:
            self._worker = None
            self._look()

    async def _now(self, job: DueRun, doing: Awaitable[_Done]) -> _Done:
        """Do what somebody waits for, then look what else is due."""
        try:
            return await self._work.awaited(job, doing)
        finally:
            self._look()

    async def _left_open(self) -> LeftOpen:
        """What an earlier process left; where that cannot be read, a run finds what waits."""
        try:
            return await self._writes.left_open()
        except FamiliarError as error:
            _log.warning("what waits from before was not found: %s", error.problem)
        except Exception:  # noqa: BLE001 - the edge: a familiar must open all the same
            _log.exception("what waits from before was not found")
        return _UNKNOWN

    async def _farewell(self) -> None:
        """Wait for what is under way, then end what is open, by whomever it was recorded."""
        if self._worker is not None:
            await asyncio.wait((self._worker,))
        if self._is_paused:
            return
        if self._timetable.is_empty:
            left = await self._left_open()
            if not left.waits and not left.places:
                return
        try:
            await self._writes.end_session(None, reason=EndReason.SHUTDOWN)
        except FamiliarError as error:
            _log.warning("the last turns wait for the next start: %s", error.problem)
        except Exception:  # noqa: BLE001 - the edge: a familiar must close all the same
            _log.exception("the last turns wait for the next start")

    async def _let_go(self, farewell: asyncio.Task[None]) -> None:
        """End what is still under way: a run ends after its present step."""
        under_way = [one for one in (farewell, self._worker) if one is not None]
        if any(one.cancelled() or not one.done() for one in under_way):
            _log.warning("closing took too long: the last turns wait for the next start")
        for one in under_way:
            one.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        self._worker = None
