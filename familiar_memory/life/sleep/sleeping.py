"""The sleep cycle of one open familiar: `familiar.sleep`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from familiar_memory.errors import UsageError
from familiar_memory.life.sleep.cycles import BY_HAND, Cycle, checked_steps, steps_back
from familiar_memory.life.sleep.lately import LOOKED_BACK, last_nights
from familiar_memory.life.sleep.listeners import NightListeners
from familiar_memory.life.sleep.night_run import StepListener, nobody
from familiar_memory.life.sleep.report import (
    CycleStatus,
    DoneStep,
    SleepReport,
    SleepSink,
    SleepStatus,
)
from familiar_memory.life.sleep.runs import Runs
from familiar_memory.life.sleep.scheduler import SleepScheduler

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.history.nights.night import KeptNight
    from familiar_memory.life.writing import Writing
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Sleeping"]

_A_DAY_S = 86_400.0
_A_MOMENT_S = 5.0
"""So long a thread is taken up by waiting, where others need it."""


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
        self._listeners = NightListeners(lambda: self._parts.setup.settings.sleep_cycle)
        self._runs = Runs(lambda: self._parts, threads, writing, self._listeners)
        self._scheduler: SleepScheduler | None = None

    async def run(
        self,
        steps: Collection[str] = (),
        *,
        dry_run: bool = False,
        since: datetime | None = None,
        progress: Callable[[DoneStep], object] | None = None,
        begins: Callable[[str], object] | None = None,
    ) -> Sequence[SleepReport]:
        """Go through the night now: every cycle that is not switched off, or single steps.

        A step that is asked for by name is done though it is switched off. A night that was cut
        off is ended first. With `dry_run` nothing is written, and the reports have what would be.
        With `since`, an aware moment, *days* and *channels* go through all that was said from then
        on, also what they have gone through before, or what is older than their first night; one
        whose cycle is switched off only if it is among `steps`.
        `progress` hears of each step that is over, `begins` of the name of each before it.

        Raises:
            UsageError: there is no such step, or none that can go back, or it is incognito.
            StorageError: nothing can be written here, and why.
            HistoryError: the history cannot be read or written.
        """
        chosen = checked_steps(steps)
        listener = StepListener(begins or nobody, progress or nobody)
        self._refuse_incognito()
        if since is not None:
            chosen = steps_back(chosen, self.cycles(), since, self._now())
        await self._check()
        if dry_run:
            return [await self._runs.tried(chosen, since, listener)]
        async with self._only_one():
            # Whoever was first may have taken hours.
            self._refuse_incognito()
            if chosen:
                return [await self._runs.by_hand(chosen, since, listener)]
            reports = []
            for cycle in (one for one in self.cycles() if one.is_enabled):
                last = await self._last(cycle)
                if last is not None and last.ended is None:
                    # What was cut off is of its own night, which may be long ago.
                    reports.append(await self._runs.of_cycle(cycle, listener))
                reports.append(await self._runs.of_cycle(cycle, listener))
            return reports

    async def catch_up(self) -> Sequence[SleepReport]:
        """Go through the nights that were missed or cut off, and wait for it.

        Where another process is at it for longer than a moment, the rest stays due.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        reports = []
        for cycle in (one for one in self.cycles() if one.is_enabled):
            report = await self.run_due(cycle, waits_s=_A_MOMENT_S)
            if report is not None:
                reports.append(report)
            elif await self.due(cycle) <= self._now():
                break
        return reports

    async def next_due(self) -> datetime | None:
        """When the next night is due, in UTC; None where all cycles are switched off.

        Raises:
            HistoryError: the history cannot be read.
        """
        return min([await self.due(one) for one in self.cycles() if one.is_enabled], default=None)

    async def status(self) -> SleepStatus:
        """How each cycle stands: its last runs, and when it is due.

        Raises:
            HistoryError: the history cannot be read.
        """
        now, found = self._now(), []
        ledger = self._parts.files.history.nights
        newest = await self._threads.run(ledger.newest, LOOKED_BACK)
        for one in self.cycles():
            last = await self._last(one)
            due = one.due(last, now) if one.is_enabled else None
            zone = getattr(one.zone, "key", str(one.zone))
            nights = last_nights(newest, one.name)
            found.append(
                CycleStatus(one.name, one.is_enabled, one.cron, zone, one.steps, last, due, nights)
            )
        is_scheduled = self._scheduler is not None
        return SleepStatus(tuple(found), is_scheduled, last_nights(newest, BY_HAND))

    def report_to(self, sink: SleepSink) -> Callable[[], None]:
        """Have somebody told of each run from now on; what is returned ends that.

        What they raise is logged, and harms nothing.
        """
        return self._listeners.add(sink)

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
            # Without the lock, so that nobody waits for a night that another process runs: a
            # cycle that it has begun is not touched.
            names = [one.name for one in self.cycles()]
            nights = self._parts.files.history.nights
            await self._threads.run(nights.count_from, names, self._now())
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
        return self._runs.cycles()

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
            return await self._runs.of_cycle(cycle)
        finally:
            lock.release()

    # --- what a run stands on ---------------------------------------------------------

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

    def _refuse_incognito(self) -> None:
        if self._parts.setup.settings.memory.is_incognito:
            raise UsageError(
                "the familiar is incognito: nothing of memory is read or kept",
                '`mode = "persistent"` in `[memory]`',
            )

    async def _check(self) -> None:
        self._parts.files.refuse_read_only()
        await self._threads.run(self._parts.files.check_standing)

    async def _last(self, cycle: Cycle) -> KeptNight | None:
        return await self._threads.run(self._parts.files.history.nights.last, cycle.name)

    def _now(self) -> datetime:
        return self._parts.setup.clock.now()
