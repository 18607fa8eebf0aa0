"""The writer of one open familiar: run when somebody asks, or every so often."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import FamiliarError
from familiar_memory.life.curation.review import Review
from familiar_memory.life.schedule.session_end import SessionEnd
from familiar_memory.threads.off_loop import OffLoop
from familiar_memory.writers.ending.held_outcome import HeldOutcome
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.write_up import write_up

__all__ = ["Writing"]

_log = logging.getLogger(__name__)


class Writing:
    """Runs the writer, one run at a time: `familiar.writing`.

    `last_run` is when a run ended last, `problem` why it failed, None where it did not.
    """

    def __init__(self, parts: Parts, threads: OffLoop, review: Review) -> None:
        """Nothing is run yet; what people have decided in the `review` is done before each run."""
        self._review = review
        self.last_run: datetime | None = None
        self.problem: str | None = None
        self._parts = parts
        self._threads = threads
        # Not in the threads of the rest: one batch may take seconds.
        self._own_threads = OffLoop(parts.resources.writing)
        # The lock between processes would hold a thread for each that waits.
        self._is_running = asyncio.Lock()
        self._every: asyncio.Task[None] | None = None

    async def write(
        self, *, dry_run: bool = False, progress: Callable[[BatchReport], None] | None = None
    ) -> WriteReport:
        """See `Familiar.write`."""
        parts = self._parts
        parts.files.refuse_read_only()
        await self._threads.run(parts.files.check_standing)
        model = parts.models.get("memory_writer")
        async with self._is_running:
            if not dry_run:
                await self._settle_review()
            report = await write_up(
                parts.writer, model, dry_run=dry_run, progress=progress, threads=self._own_threads
            )
        if not dry_run:
            self._note(None)
        return report

    async def end_session(self, place: Place | None = None, *, reason: str = "end") -> SessionEnd:
        """End the session of a place, or all: write up what was said, then keep what was held.

        What the talk bears out is kept (docs/remembering.md), the rest is left to a person. It may
        be called for whatever reason, and again: then nothing is left to do.

        Raises:
            StorageError: nothing can be written here, and why.
            HistoryError: the history was deleted meanwhile.
        """
        written = await self.write()
        return SessionEnd(place, reason, written, await self.settle_held(place))

    async def settle_held(self, place: Place | None = None) -> HeldOutcome:
        """Keep what was held of the talk of a place, or of all, as far as it is borne out.

        What could not be done is the `problem`, and the next end of a session does it.
        """
        slug = None if place is None else place.slug
        try:
            async with self._is_running:
                return await self._own_threads.run(self._parts.writer.settle_held, slug)
        except FamiliarError as error:
            _log.warning("held memories were not settled: %s", error.problem)
            return HeldOutcome(problem=error.problem)

    async def _settle_review(self) -> None:
        """A run does not wait for a list that cannot be read."""
        try:
            await self._review.settle()
        except FamiliarError as problem:
            _log.warning("review.md was not settled: %s", problem.problem)

    def begin(self, every_s: float) -> None:
        """Run it from now on every so many seconds, counted from the end of the run before."""
        self._every = asyncio.create_task(self._run_every(every_s))

    async def stop(self) -> None:
        """Run it no more by itself; the step that is under way is finished."""
        if self._every is not None:
            self._every.cancel()
            await asyncio.gather(self._every, return_exceptions=True)
            self._every = None

    async def _run_every(self, every_s: float) -> None:
        while True:
            await asyncio.sleep(every_s)
            try:
                await self.write()
            except FamiliarError as problem:
                _log.warning("the notes were not written: %s", problem.problem)
                self._note(problem.problem)
            except Exception as problem:  # noqa: BLE001 - the edge: the next run may succeed
                _log.exception("the notes were not written")
                self._note(type(problem).__name__)

    def _note(self, problem: str | None) -> None:
        self.last_run = self._parts.setup.clock.now()
        self.problem = problem
