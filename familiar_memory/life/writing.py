"""The writer of one open familiar: its runs, the ends of sessions, and what runs it by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial

from familiar_memory.assembly.parts import Parts
from familiar_memory.assembly.wiring.writing import writer_lock
from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.writer.writer_status import WriterStatus, writer_status
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.life.curation.review import Review
from familiar_memory.life.schedule.open_sessions import OpenSessions
from familiar_memory.life.schedule.scheduler import MemoryWriterScheduler
from familiar_memory.life.schedule.session_end import EndReason, SessionEnd, checked_end
from familiar_memory.life.schedule.writes import LeftOpen
from familiar_memory.threads.off_loop import OffLoop
from familiar_memory.writers.ending.held_outcome import HeldOutcome
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.retries.patience import NO_PATIENCE, Patience
from familiar_memory.writers.retries.replay import Replay, choose_batches
from familiar_memory.writers.settings import WriterSettings
from familiar_memory.writers.waiting import WaitingTalk
from familiar_memory.writers.write_up import write_up

__all__ = ["Writing"]

_log = logging.getLogger(__name__)


class Writing:
    """Runs the writer, one run at a time: `familiar.writing`.

    `last_run` is when a run ended last, `problem` why it failed, None where it did not.
    `scheduler` is what runs it by itself, None where nothing does.
    """

    def __init__(self, parts: Parts, threads: OffLoop, review: Review) -> None:
        """Nothing is run yet; what people have decided in the `review` is done before each run."""
        self._review = review
        self.last_run: datetime | None = None
        self.problem: str | None = None
        self.scheduler: MemoryWriterScheduler | None = None
        self._parts = parts
        self._max_wait: float | None = None
        self._sessions = OpenSessions(parts.files.history)
        self._threads = threads
        # Not in the threads of the rest: one batch may take seconds.
        self.own_threads = OffLoop(parts.resources.writing)
        # The lock between processes would hold a thread for each that waits.
        self._is_running = asyncio.Lock()

    async def write(
        self,
        *,
        dry_run: bool = False,
        progress: Callable[[BatchReport], None] | None = None,
        reach: str | None = None,
        patience: Patience = NO_PATIENCE,
    ) -> WriteReport:
        """See `Familiar.write`; with a `reach`, only what was said in that one.

        What may pass in a moment is tried again as far as there is `patience`.
        """
        run = partial(write_up, dry_run=dry_run, progress=progress, reach=reach, patience=patience)
        return await self._noted(run, dry_run=dry_run)

    async def status(self) -> WriterStatus:
        """What waits, what failed and when it is tried again, what was put aside, and why.

        It is for the owner: it counts what was said in every place, and shows what models said.

        Raises:
            HistoryError: the history cannot be read.
        """
        return await self._threads.run(writer_status, self._parts)

    async def replay(
        self,
        ids: Collection[int] | None = None,
        *,
        progress: Callable[[BatchReport], None] | None = None,
        patience: Patience = NO_PATIENCE,
    ) -> Replay:
        """Write up after all what was put aside: the batches of these ids, or all; nothing else.

        One that has been written up since, or waits by itself, stays as it is, so the same may be
        asked for again. What fails again is tried again by later runs, and put aside again in the
        end.

        Raises:
            InputError: there is no batch of that id; nothing was changed.
            HistoryError: the history cannot be read or written.
        """
        self._parts.files.refuse_read_only()
        chosen = await self._threads.run(choose_batches, self._parts.files.history, ids)
        if not chosen.ids:
            return chosen
        run = partial(write_up, progress=progress, returned_only=True, patience=patience)
        return replace(chosen, written=await self._noted(run))

    async def _noted(
        self, run: Callable[..., Awaitable[WriteReport]], *, dry_run: bool = False
    ) -> WriteReport:
        """Do a run, and note how it ended."""
        try:
            report = await self._write(run, dry_run)
        except FamiliarError as problem:
            self._note(problem.problem)
            raise
        except Exception as problem:
            self._note(type(problem).__name__)
            raise
        if not dry_run:
            self._note(report.stopped or None)
        return report

    async def written(
        self, *, dry_run: bool, progress: Callable[[BatchReport], None] | None
    ) -> WriteReport:
        """See `Familiar.write`; what runs the writer by itself hears of it."""
        if self.scheduler is None or dry_run:
            return await self.write(dry_run=dry_run, progress=progress)
        return await self.scheduler.flush(progress=progress)

    async def ended(self, place: Place | None, reason: EndReason | str) -> SessionEnd:
        """See `Familiar.end_session`; what runs the writer by itself hears of it."""
        reason = checked_end(place, reason)
        ends = self if self.scheduler is None else self.scheduler
        return await ends.end_session(place, reason=reason)

    async def end_session(
        self,
        place: Place | None = None,
        *,
        reason: EndReason | str = EndReason.END,
        last_said: datetime | None = None,
    ) -> SessionEnd:
        """End a session: every way in which that can happen comes to this.

        The session of a place may have been over when the turn of that time was `last_said`: what
        was said after it is of the next one, and goes on waiting.

        What was said is written up, then what was held is kept as far as the talk bears it out
        (docs/remembering.md); the rest is left to a person. It may be called again.
        """
        reason = checked_end(place, reason)
        upto = await self._threads.run(self._sessions.reached, place, last_said)
        written = await self.write(reach=None if place is None else self.reach_of(place))
        held = await self.settle_held(place, None if last_said is None else upto)
        end = SessionEnd(place, reason, written, held)
        if not end.problem:
            await self._threads.run(self._sessions.close, place, upto)
        return end

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Nobody writes up talk meanwhile, here or in another process; who is second waits."""
        async with self._is_running:
            lock = writer_lock(self._parts.setup.paths)
            await self.own_threads.run(lock.acquire)
            try:
                yield
            finally:
                lock.release()

    async def settle_held(self, place: Place | None = None, upto: int | None = None) -> HeldOutcome:
        """Keep what was held of the talk of a place, or of all, as far as it is borne out.

        With `upto`, what was said up to that turn.

        What could not be done is the `problem`, and the next end of a session does it.
        """
        slug = None if place is None else place.slug
        try:
            async with self._is_running:
                return await self.own_threads.run(self._parts.writer.settle_held, slug, upto)
        except FamiliarError as error:
            _log.warning("held memories were not settled: %s", error.problem)
            return HeldOutcome(problem=error.problem)

    async def waiting(self) -> Sequence[tuple[Place, datetime]]:
        """Where and when each turn was said that waits, whoever has recorded it.

        Raises:
            HistoryError: the history cannot be read.
        """
        return await self.own_threads.run(self._waiting)

    def _waiting(self) -> Sequence[tuple[Place, datetime]]:
        history, settings = self._parts.files.history, self._parts.setup.settings
        if not history.count_after(history.watermark()):
            return ()
        policy, size = settings.audience.policy, settings.memory_writer.batch_turns
        talk = WaitingTalk(history, lambda place: reach_of(place, policy), size)
        turns = (stored.turn for _, batch in talk.batches() for stored in batch)
        return tuple((turn.place, turn.timestamp) for turn in turns)

    async def left_open(self) -> LeftOpen:
        """What an earlier process has left to do.

        Raises:
            HistoryError: the history cannot be read.
        """
        now = self._parts.setup.clock.now()
        waits, places = await self._threads.run(self._sessions.left)
        pause_s = await self._threads.run(self._sessions.pause_s, now)
        return LeftOpen(waits, places, now, pause_s)

    def reach_of(self, place: Place) -> str:
        """Which talk is written up together with that of a place."""
        return reach_of(place.slug, self._parts.setup.settings.audience.policy)

    async def begin(self, max_wait: float | None = None) -> None:
        """Run it by itself from now on; `max_wait` stands in the place of the setting's."""
        if self._parts.files.read_only is not None:
            _log.warning("notes are not written by themselves: %s", self._parts.files.read_only)
            return
        self._max_wait = max_wait
        self.scheduler = MemoryWriterScheduler(self, self._rules())
        await self.scheduler.begin()

    def follow(self, parts: Parts) -> None:
        """Go by the settings of other parts from now on; a run that is under way ends as it began.

        While they are incognito nothing is run by itself.
        """
        before, self._parts = self._parts.setup.settings, parts
        settings = parts.setup.settings
        if self.scheduler is not None:
            self.scheduler.follow(
                self._rules(),
                is_paused=settings.memory.is_incognito,
                is_regrouped=settings.audience.policy is not before.audience.policy,
            )

    def _rules(self) -> WriterSettings:
        """When it is run by itself."""
        settings = self._parts.setup.settings.memory_writer
        return settings if self._max_wait is None else replace(settings, max_wait=self._max_wait)

    async def stop(self) -> None:
        """Run it no more by itself; what waits is written up first, as far as there is time."""
        if self.scheduler is not None:
            await self.scheduler.close()
            self.scheduler = None

    async def _write(
        self, run: Callable[..., Awaitable[WriteReport]], dry_run: bool
    ) -> WriteReport:
        parts = self._parts
        parts.files.refuse_read_only()
        await self._threads.run(parts.files.check_standing)
        model = parts.models.get("memory_writer")
        async with self._is_running:
            if not dry_run:
                await self._settle_review()
            return await run(parts.writer, model, threads=self.own_threads)

    async def _settle_review(self) -> None:
        """A run does not wait for a list that cannot be read."""
        try:
            await self._review.settle()
        except FamiliarError as problem:
            _log.warning("review.md was not settled: %s", problem.problem)

    def _note(self, problem: str | None) -> None:
        self.last_run = self._parts.setup.clock.now()
        self.problem = problem
