"""The sleep cycle of one open familiar: `familiar.sleep`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from familiar_memory.life.sleep.cycles import BY_HAND, Cycle, checked_steps, cycles_of, steps_back
from familiar_memory.life.sleep.hearers import NightHearers
from familiar_memory.life.sleep.night_run import NightRun
from familiar_memory.life.sleep.report import (
    CycleStatus,
    DoneStep,
    SleepReport,
    SleepSink,
    SleepStatus,
)
from familiar_memory.life.sleep.scheduler import SleepScheduler
from familiar_memory.maintenance.sleep.step import Night
from familiar_memory.store.journal.entry import new_entry_id

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.history.nights.night import KeptNight
    from familiar_memory.life.sleep.night_step import NightStep
    from familiar_memory.life.writing import Writing
    from familiar_memory.llm.base import ChatModel
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Sleeping"]

_A_DAY_S = 86_400.0


class Sleeping:
    """What a memory does at night: `familiar.sleep`.

    await familiar.sleep.run()  # all that is due in a night, now
    await familiar.sleep.run(["housekeep"], dry_run=True)
    familiar.sleep.report_to(lambda report, line: print(line))
    """

    def __init__(self, parts: Parts, threads: OffLoop, writing: Writing) -> None:
        """Nothing is run yet."""
        self._parts = parts
        self._threads = threads
        self._writing = writing
        self._hearers = NightHearers(lambda: self._parts.setup.settings.sleep_cycle, threads)
        self._scheduler: SleepScheduler | None = None

    async def run(
        self,
        steps: Collection[str] = (),
        *,
        dry_run: bool = False,
        since: datetime | None = None,
        progress: Callable[[DoneStep], None] | None = None,
    ) -> Sequence[SleepReport]:
        """Go through the night now: every cycle that is not switched off, or single steps.

        A step that is asked for by name is done though it is switched off. A night that was cut
        off is ended first. With `dry_run` nothing is written, and the reports have what would be.
        With `since`, an aware moment, *days* and *channels* go through all that was said from then
        on, also what they have gone through before, or what is older than their first night.
        `progress` hears of each step that is over.

        Raises:
            UsageError: there is no such step, or none that can go back.
            StorageError: nothing can be written here, and why.
            HistoryError: the history cannot be read or written.
        """
        chosen = checked_steps(steps)
        if since is not None:
            chosen = steps_back(chosen, since, self._now())
        await self._check()
        if dry_run:
            return [await self._tried(chosen, since, progress)]
        async with self._only_one():
            if chosen:
                return [await self._by_hand(chosen, since, progress)]
            reports = []
            for cycle in (one for one in self.cycles() if one.is_enabled):
                last = await self._last(cycle)
                if last is not None and last.ended is None:
                    # What was cut off is of its own night, which may be long ago.
                    reports.append(await self._gone_through(cycle, progress))
                reports.append(await self._gone_through(cycle, progress))
            return reports

    async def catch_up(self) -> Sequence[SleepReport]:
        """Go through the nights that were missed or cut off, and wait for it.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        cycles = [one for one in self.cycles() if one.is_enabled]
        found = [await self.run_due(one, waits_s=_A_DAY_S) for one in cycles]
        return [one for one in found if one is not None]

    async def next_due(self) -> datetime | None:
        """When the next night is due, in UTC; None where all cycles are switched off.

        Raises:
            HistoryError: the history cannot be read.
        """
        return min([await self.due(one) for one in self.cycles() if one.is_enabled], default=None)

    async def status(self) -> SleepStatus:
        """How each cycle stands: its last run, and when it is due.

        Raises:
            HistoryError: the history cannot be read.
        """
        now = self._now()
        found = []
        for one in self.cycles():
            last = await self._last(one)
            due = one.due(last, now) if one.is_enabled else None
            zone = getattr(one.zone, "key", str(one.zone))
            found.append(
                CycleStatus(one.name, one.is_enabled, one.cron, zone, one.steps, last, due)
            )
        return SleepStatus(tuple(found), self._scheduler is not None)

    def report_to(self, sink: SleepSink) -> Callable[[], None]:
        """Have somebody told of each run from now on; what is returned ends that.

        What they raise is logged, and harms nothing.
        """
        return self._hearers.add(sink)

    def follow(self, parts: Parts) -> None:
        """Go by the settings of these parts from the next step of a night on."""
        self._parts = parts
        if self._scheduler is not None:
            self._scheduler.look_again()

    async def begin(self) -> None:
        """Run each cycle by itself from now on, when it is due.

        The first night comes after now; what is missed of those that follow is made up for.
        """
        if self._parts.files.read_only is None and self._scheduler is None:
            await self._threads.run(self._begin_to_count)
            self._scheduler = SleepScheduler(self, self._now)
            self._scheduler.begin()

    async def stop(self) -> None:
        """Run nothing more by itself."""
        if self._scheduler is not None:
            await self._scheduler.stop()
            self._scheduler = None

    # --- what is scheduled ------------------------------------------------------------

    def cycles(self) -> Sequence[Cycle]:
        """The cycles as they are set up now; while it is incognito, none runs."""
        settings = self._parts.setup.settings
        cycles = cycles_of(settings)
        if self._is_incognito:
            return tuple(replace(one, is_enabled=False) for one in cycles)
        return cycles

    async def due(self, cycle: Cycle) -> datetime:
        """When a cycle is due next."""
        return cycle.due(await self._last(cycle), self._now())

    async def run_due(self, cycle: Cycle, waits_s: float = 0.0) -> SleepReport | None:
        """Run a cycle, unless another process has done it meanwhile, or does for so long."""
        lock = self._lock(timeout=waits_s)
        try:
            await self._threads.run(lock.acquire)
        except Timeout:
            return None
        try:
            if await self.due(cycle) > self._now():
                return None
            await self._check()
            return await self._gone_through(cycle, None)
        finally:
            lock.release()

    def _begin_to_count(self) -> None:
        """A cycle that never ran has, from now on, a moment after which it is due."""
        nights, now = self._parts.files.history.nights, self._now()
        for cycle in self.cycles():
            if nights.last(cycle.name) is None:
                nights.end(nights.begin(cycle.name, now, "").id, now)

    # --- one run ----------------------------------------------------------------------

    async def _gone_through(
        self, cycle: Cycle, progress: Callable[[DoneStep], None] | None
    ) -> SleepReport:
        nights = self._parts.files.history.nights
        kept = await self._threads.run(nights.begin, cycle.name, self._now(), new_entry_id())
        report = await self._noted(cycle.steps, kept, self._night(kept), progress)
        await self._hearers.tell(report)
        return report

    async def _by_hand(
        self,
        steps: Sequence[str],
        since: datetime | None,
        progress: Callable[[DoneStep], None] | None,
    ) -> SleepReport:
        nights = self._parts.files.history.nights
        last = await self._threads.run(nights.last, BY_HAND)
        if last is not None and last.ended is None:
            # Other steps may have been asked for then.
            await self._threads.run(nights.end, last.id, self._now())
        kept = await self._threads.run(nights.begin, BY_HAND, self._now(), new_entry_id())
        night = replace(self._night(kept, is_forced=True), since=since)
        report = await self._noted(steps, kept, night, progress)
        await self._hearers.tell(report)
        return report

    async def _noted(
        self,
        steps: Sequence[str],
        kept: KeptNight,
        night: Night,
        progress: Callable[[DoneStep], None] | None,
    ) -> SleepReport:
        done = await self._runs(progress).noted(steps, night, kept)
        resumed = tuple(one.name for one in kept.steps)
        return SleepReport(kept.cycle, night.at, done, resumed=resumed)

    async def _tried(
        self,
        chosen: Sequence[str],
        since: datetime | None,
        progress: Callable[[DoneStep], None] | None,
    ) -> SleepReport:
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
        done = await self._runs(progress).tried(chosen or enabled, night)
        return SleepReport(BY_HAND, night.at, done, is_dry_run=True)

    def _runs(self, progress: Callable[[DoneStep], None] | None) -> NightRun:
        nights = self._parts.files.history.nights
        return NightRun(
            self._step, nights, self._threads, self._now, progress, lambda: self._is_incognito
        )

    def _night(self, kept: KeptNight, *, is_forced: bool = False) -> Night:
        zone, has_model = self._parts.setup.settings.zone, self._model is not None
        return Night(kept.began, zone, kept.batch, is_forced=is_forced, has_model=has_model)

    def _step(self, name: str) -> NightStep:
        from familiar_memory.life.sleep.night_step import DrivenStep
        from familiar_memory.life.sleep.write_step import WriteStep

        if name == "write":
            return WriteStep(self._writing)
        (step,) = (one for one in self._parts.sleep_steps() if one.name == name)
        return DrivenStep(step, self._model, self._writing.own_threads, self._writing.alone)

    @property
    def _is_incognito(self) -> bool:
        return self._parts.setup.settings.memory.is_incognito

    # --- what a run stands on ---------------------------------------------------------

    @property
    def _model(self) -> ChatModel | None:
        models = self._parts.models
        return models.get("sleep") or models.get("memory_writer")

    @asynccontextmanager
    async def _only_one(self) -> AsyncIterator[None]:
        """Whoever is second, here or in another process, waits."""
        lock = self._lock(timeout=_A_DAY_S)
        await self._threads.run(lock.acquire)
        try:
            yield
        finally:
            lock.release()

    def _lock(self, *, timeout: float) -> FileLock:
        path = self._parts.setup.paths.root / ".sleep.lock"
        return FileLock(path, thread_local=False, timeout=timeout)

    async def _check(self) -> None:
        self._parts.files.refuse_read_only()
        await self._threads.run(self._parts.files.check_standing)

    async def _last(self, cycle: Cycle) -> KeptNight | None:
        return await self._threads.run(self._parts.files.history.nights.last, cycle.name)

    def _now(self) -> datetime:
        return self._parts.setup.clock.now()
