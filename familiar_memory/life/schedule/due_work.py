"""Carries out what a timetable gives out, and puts back into it what failed."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from familiar_memory.errors import FamiliarError
from familiar_memory.life.schedule.due import EVERYTHING, DueEnd, DueRun
from familiar_memory.life.schedule.session_end import SessionEnd
from familiar_memory.life.schedule.timer import Timer
from familiar_memory.life.schedule.timetable import Timetable
from familiar_memory.life.schedule.writes import Writes
from familiar_memory.writers.report import WriteReport

__all__ = ["DueWork"]

_log = logging.getLogger(__name__)
_Done = TypeVar("_Done", WriteReport, SessionEnd)


class DueWork:
    """Has the writer do jobs of a timetable; what fails of one is due again after a pause."""

    def __init__(
        self, writes: Writes, timetable: Timetable, timer: Timer, chance: Callable[[], float]
    ) -> None:
        """`chance`, from 0 to 1, spreads the pauses after failed runs."""
        self._writes = writes
        self._timetable = timetable
        self._timer = timer
        self._chance = chance

    async def carry_out(self, job: DueRun) -> None:
        """Do a job that nobody waits for; what fails of it is due again later."""
        left, pause_s = list(job.endings), None
        try:
            problem, pause_s = await self._written(job, left)
        except FamiliarError as error:
            problem = error.problem
        except Exception as error:  # noqa: BLE001 - the edge: the next run may succeed
            _log.exception("the notes were not written")
            problem = type(error).__name__
        except BaseException:
            self._put_back(replace(job, endings=tuple(left)))
            raise
        if not problem:
            self._timetable.done(job)
            return
        pause = self._put_back(replace(job, endings=tuple(left)), pause_s)
        _log.warning("the notes were not written, again in %.0f s: %s", pause, _unquoted(problem))

    async def awaited(self, job: DueRun, doing: Awaitable[_Done]) -> _Done:
        """Do what somebody waits for; where it fails, its job is due again later."""
        is_done, pause_s = False, None
        try:
            done = await doing
            written = done.written if isinstance(done, SessionEnd) else done
            is_done = not (done.problem if isinstance(done, SessionEnd) else done.stopped)
            pause_s = written.pause_s
            return done
        finally:
            if is_done:
                self._timetable.done(job)
            else:
                self._put_back(job, pause_s)

    async def _written(self, job: DueRun, left: list[DueEnd]) -> tuple[str, float | None]:
        """Write, and take out of `left` what has ended; why it stopped, and for how long (in s)."""
        if job.reach == EVERYTHING or not left:
            report = await self._writes.write(reach=job.reach or None)
            if report.stopped:
                return report.stopped, report.pause_s
        while left:
            due = left[0]
            end = await self._writes.end_session(
                due.place, reason=due.reason, last_said=due.last_said
            )
            if end.problem:
                return end.problem, end.written.pause_s
            left.pop(0)
        return "", None

    def _put_back(self, job: DueRun, pause_s: float | None = None) -> float:
        return self._timetable.put_back(job, self._timer.now(), self._chance(), pause_s)


def _unquoted(problem: str) -> str:
    """A problem without what it quotes: a reply of a model may repeat what was said in private."""
    return re.sub(r":? *(?<!\w)[\"'].*", "", problem, flags=re.DOTALL)
