"""One run of a cycle: its steps in order, each entered in the ledger when it is over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.errors import FamiliarError
from familiar_memory.history.nights.night import KeptNight, KeptStep, Nights, StepStatus
from familiar_memory.life.sleep.night_step import NightStep, PausedError
from familiar_memory.life.sleep.report import DoneStep
from familiar_memory.maintenance.sleep.failures import StepFailure, failures_told, plain_reason
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.threads.off_loop import OffLoop

__all__ = ["NightRun", "StepListener", "nobody"]

_log = logging.getLogger(__name__)


def nobody(_: object) -> None:
    """Nobody wants to hear of it."""


@dataclass(frozen=True, slots=True)
class StepListener:
    """Who hears of the name of each step that begins, and of each that is over."""

    begins: Callable[[str], object] = nobody
    ends: Callable[[DoneStep], object] = nobody


class NightRun:
    """Goes through steps; what one of them cannot do is noted, and stops none of the others."""

    def __init__(
        self,
        step_of: Callable[[str], NightStep],
        nights: Nights,
        threads: OffLoop,
        clock: Callable[[], datetime],
        listener: StepListener,
        is_paused: Callable[[], bool] = lambda: False,
    ) -> None:
        """`step_of` makes a step when its turn comes, by the settings of then.

        While it `is_paused` no further step begins; one that is stopped by that is not noted, and
        is done again when the run goes on.
        """
        self._step_of = step_of
        self._is_paused = is_paused
        self._nights = nights
        self._threads = threads
        self._clock = clock
        self._listener = listener

    async def tried(self, names: Sequence[str], night: Night) -> tuple[DoneStep, ...]:
        """Go through steps and keep no note of it, as a dry run does."""
        done: list[DoneStep] = []
        for name in names:
            if (one := await self._one(name, night)) is None:
                break
            done.append(one)
        return tuple(done)

    async def noted(
        self, names: Sequence[str], night: Night, kept: KeptNight
    ) -> tuple[DoneStep, ...]:
        """Go through the steps that this night has not gone through yet.

        Whoever is cut off leaves it open, and the next run goes on behind the last step that is
        noted.
        """
        done: list[DoneStep] = []
        for name in names:
            if kept.step(name) is not None:
                continue
            if (one := await self._one(name, night)) is None:
                return tuple(done)
            await self._threads.run(self._nights.note, kept.id, self._entry(one))
            done.append(one)
        await self._threads.run(self._nights.end, kept.id, self._clock())
        return tuple(done)

    async def _one(self, name: str, night: Night) -> DoneStep | None:
        """A step that is over; None where it does not begin, or stops before its end."""
        if self._is_paused():
            return None
        self._listener.begins(name)
        try:
            done = DoneStep(name, await self._report(name, night))
        except PausedError:
            return None
        self._listener.ends(done)
        return done

    async def _report(self, name: str, night: Night) -> StepReport:
        try:
            return await self._step_of(name).run(night)
        except PausedError:
            raise
        except FamiliarError as problem:
            _log.warning("the step %s of the night failed: %s", name, type(problem).__name__)
            return _failed(problem, problem.problem)
        except Exception as problem:  # noqa: BLE001 - the edge: the other steps are none the worse
            _log.exception("the step %s of the night failed", name)
            return _failed(problem, type(problem).__name__)

    def _entry(self, one: DoneStep) -> KeptStep:
        report = one.report
        problem = report.problem or failures_told(report.failures)
        return KeptStep(one.name, report.status, self._clock(), report.counts, problem)


def _failed(problem: Exception, told: str) -> StepReport:
    """The report of a step that was broken off; `told` may quote."""
    reason = StepFailure("", plain_reason(problem))
    return StepReport(StepStatus.FAILED, problem=told, failures=(reason,))
