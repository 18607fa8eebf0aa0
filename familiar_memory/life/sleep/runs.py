"""The runs of one familiar: a cycle, single steps, or a dry run, by the settings of their time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from familiar_memory.life.sleep.cycles import BY_HAND, Cycle, cycles_of, going_back
from familiar_memory.life.sleep.listeners import NightListeners
from familiar_memory.life.sleep.night_run import NightRun, StepListener
from familiar_memory.life.sleep.report import SleepReport
from familiar_memory.maintenance.sleep.going_back import ask_to_go_back
from familiar_memory.maintenance.sleep.step import Night
from familiar_memory.store.journal.entry import new_entry_id

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.history.nights.night import KeptNight
    from familiar_memory.life.sleep.night_step import NightStep
    from familiar_memory.life.writing import Writing
    from familiar_memory.llm.base import ChatModel
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Runs"]


_NOBODY = StepListener()


class Runs:
    """Begins and ends runs in the ledger, and tells of them; whoever asks holds the lock."""

    def __init__(
        self,
        parts: Callable[[], Parts],
        threads: OffLoop,
        writing: Writing,
        listeners: NightListeners,
    ) -> None:
        """`parts` are asked for each time: a step goes by the settings of its turn."""
        self._parts_of_now = parts
        self._threads = threads
        self._writing = writing
        self._listeners = listeners

    def cycles(self) -> Sequence[Cycle]:
        """The cycles as they are set up now; while it is incognito, none runs."""
        cycles = cycles_of(self._parts.setup.settings)
        if self._is_incognito:
            return tuple(replace(one, is_enabled=False) for one in cycles)
        return cycles

    async def of_cycle(self, cycle: Cycle, listener: StepListener = _NOBODY) -> SleepReport:
        """Go through a cycle, or on with the run of it that was cut off."""
        nights = self._parts.files.history.nights
        kept = await self._threads.run(nights.begin, cycle.name, self._now(), new_entry_id())
        report = await self._noted(cycle.steps, kept, self._night(kept), listener)
        return replace(report, unposted=await self._listeners.tell(report))

    async def by_hand(
        self, steps: Sequence[str], since: datetime | None, listener: StepListener
    ) -> SleepReport:
        """Go through single steps that a person asked for."""
        nights = self._parts.files.history.nights
        last = await self._threads.run(nights.last, BY_HAND)
        if last is not None and last.ended is None:
            # Other steps may have been asked for then.
            await self._threads.run(nights.end, last.id, self._now())
        kept = await self._threads.run(nights.begin, BY_HAND, self._now(), new_entry_id())
        if since is not None:
            back = (self._parts.files.history, going_back(steps), since, self._now())
            await self._threads.run(ask_to_go_back, *back)
        night = replace(self._night(kept), is_forced=True)
        report = await self._noted(steps, kept, night, listener)
        return replace(report, unposted=await self._listeners.tell(report))

    async def tried(
        self, chosen: Sequence[str], since: datetime | None, listener: StepListener
    ) -> SleepReport:
        """Show what these steps would do, or, where none is chosen, those of all cycles."""
        enabled = [one for cycle in self.cycles() if cycle.is_enabled for one in cycle.steps]
        night = Night(
            self._now(),
            self._parts.setup.settings.zone,
            new_entry_id(),
            is_dry_run=True,
            is_forced=bool(chosen),
            has_model=self._model is not None,
            since=since,
        )
        done = await self._steps(listener).tried(chosen or enabled, night)
        return SleepReport(BY_HAND, night.at, done, is_dry_run=True)

    async def _noted(
        self, steps: Sequence[str], kept: KeptNight, night: Night, listener: StepListener
    ) -> SleepReport:
        done = await self._steps(listener).noted(steps, night, kept)
        return SleepReport(kept.cycle, night.at, done, earlier=kept.steps)

    def _steps(self, listener: StepListener) -> NightRun:
        nights = self._parts.files.history.nights
        return NightRun(self._step, nights, self._threads, self._now, listener, self._is_paused)

    def _night(self, kept: KeptNight) -> Night:
        zone, has_model = self._parts.setup.settings.zone, self._model is not None
        # By a clock that was ahead it may have begun in the future, by which all talk were old.
        at = min(kept.began, self._now())
        return Night(at, zone, kept.batch, has_model=has_model)

    def _step(self, name: str) -> NightStep:
        from familiar_memory.life.sleep.night_step import DrivenStep
        from familiar_memory.life.sleep.write_step import WriteStep

        if name == "write":
            return WriteStep(self._writing)
        step = self._parts.sleep_step(name)
        threads, alone = self._writing.own_threads, self._writing.alone
        return DrivenStep(step, self._model, threads, alone, self._is_paused)

    def _is_paused(self) -> bool:
        return self._is_incognito

    @property
    def _parts(self) -> Parts:
        return self._parts_of_now()

    @property
    def _is_incognito(self) -> bool:
        return self._parts.setup.settings.memory.is_incognito

    @property
    def _model(self) -> ChatModel | None:
        models = self._parts.models
        return models.get("sleep") or models.get("memory_writer")

    def _now(self) -> datetime:
        return self._parts.setup.clock.now()
