"""What goes on beside every answer: the index catches up and keeps up, the journal is tidied."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from familiar_memory.errors import FamiliarError
from familiar_memory.threads.built_once import built
from familiar_memory.threads.off_loop import OffLoop

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.assembly.wiring.indexing import Indexing
    from familiar_memory.sync.report import SyncReport

__all__ = ["CATCH_UP_S", "Background"]

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
CATCH_UP_S = 5.0
"""How long a reader waits for what was just written; then it says that it did not."""


class Background:
    """The work that nobody asked for; begun with `start`, and ended with `stop`."""

    def __init__(self, parts: Parts) -> None:
        """Nothing is begun yet."""
        self._parts = parts
        self._clock = parts.setup.clock
        self._pool = parts.resources.pool
        self._files = parts.files
        self._switching_threads = OffLoop(parts.resources.switching)
        self._first_sync: asyncio.Task[SyncReport] | None = None
        self._switching: asyncio.Task[None] | None = None
        self._tidying: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Bring the index up to date, and keep it so; let the journal drop what is too old."""
        self._first_sync = self._in_pool(self._begin_to_follow)
        self._switching = asyncio.create_task(self._switch(self._first_sync))
        self._tidying = self._in_pool(self._tidy_journal)

    async def stop(self) -> None:
        """Finish what was begun, a switch of the embedder after its present batch."""
        if built(self._parts, "indexing"):
            self._indexing.switch.stop()
        for one in (self._first_sync, self._switching, self._tidying):
            if one is not None:
                await asyncio.gather(one, return_exceptions=True)
        self._first_sync = self._switching = self._tidying = None

    @property
    def _indexing(self) -> Indexing:
        return self._parts.indexing

    async def first_sync_over(self) -> None:
        """Wait for the sync of the start, whatever comes of it; from now on it is forgotten."""
        if self._first_sync is not None:
            await asyncio.wait((self._first_sync,))
            self._first_sync = None

    async def catch_up(self, timeout_s: float = CATCH_UP_S, *, is_owner: bool = True) -> str | None:
        """Wait, bounded, until what was recorded before is in the index; else say why not.

        A reason may name a note; only the owner may know of all.
        """
        first = self._first_sync
        if first is not None:
            await asyncio.wait((first,), timeout=timeout_s)
            if not first.done():
                return "the index is still being built"
            if not first.cancelled() and (problem := first.exception()) is not None:
                reason = f": {_reason(problem)}" if is_owner else ""
                return f"the index could not be brought up to date{reason}"
        drained = self._indexing.worker.drained()
        if not drained.done():
            await asyncio.wait((asyncio.wrap_future(drained),), timeout=timeout_s)
        return None if drained.done() else "the newest changes are not indexed yet"

    def repair_soon(self) -> None:
        """Make a damaged index anew; no reply waits for it, and the next one finds it."""
        if self._first_sync is None or self._first_sync.done():
            self._first_sync = self._in_pool(self._indexing.repair)

    def read_again(self) -> None:
        """Fill an index that was emptied; what is asked from now on waits for it, bounded."""
        self._first_sync = self._in_pool(self._indexing.worker.compare_all)

    def _in_pool(self, work: Callable[[], _T]) -> asyncio.Task[_T]:
        async def done() -> _T:
            return await asyncio.wrap_future(self._pool.submit(work))

        task = asyncio.create_task(done())
        # Whoever waits for it reads its error; where nobody does, asyncio must not warn about it.
        task.add_done_callback(lambda over: over.cancelled() or over.exception())
        return task

    def _begin_to_follow(self) -> SyncReport:
        # Listen first: what is saved during the sync is heard, and indexed after it.
        self._indexing.watcher.start()
        self._indexing.worker.start()
        try:
            return self._indexing.worker.compare_all()
        finally:
            self._files.journal.rest()

    async def _switch(self, first_sync: asyncio.Task[SyncReport]) -> None:
        """Finish a switch of the embedder that is due; answers do not wait for it."""
        await asyncio.wait((first_sync,))
        try:
            # Not in the pool of the rest: it may take an hour.
            await self._switching_threads.run(self._indexing.switch.finish, wait=True)
        except FamiliarError as problem:
            _log.warning("the embedder was not switched: %s", problem.problem)

    def _tidy_journal(self) -> None:
        """Let the journal drop what its settings do not keep; nobody waits for it."""
        if self._files.read_only is not None:
            return
        try:
            self._files.journal.tidy(self._clock.now())
        except FamiliarError as problem:
            _log.warning("the journal was not tidied: %s", problem.problem)
        finally:
            self._files.journal.rest()


def _reason(problem: BaseException) -> str:
    return problem.problem if isinstance(problem, FamiliarError) else type(problem).__name__
