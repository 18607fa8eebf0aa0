"""From the start of a familiar to its end: when it is open, and in which threads."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from familiar_memory.life.opened import OpenFamiliar
from familiar_memory.threads.built_once import built
from familiar_memory.threads.job_pool import JobPool
from familiar_memory.threads.off_loop import OffLoop, in_own_thread

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["Lifetime"]

_THREADS = 8
"""Of one familiar, for what somebody waits for; more records than that wait in line."""


class _Assembles(Protocol):
    """Opens the files of one familiar."""

    def __call__(self, *, even_damaged: bool, off_loop: OffLoop) -> Parts: ...


class Lifetime:
    """What there is of a familiar while it is open, and nothing before and after."""

    def __init__(self, assemble: _Assembles, awaited: JobPool | None) -> None:
        """Nothing is opened yet. Pools that are given (`awaited`) stay open at its end."""
        self._assemble = assemble
        self._awaited = awaited
        self._own_pool: JobPool | None = None
        self._life: OpenFamiliar | None = None

    @property
    def now(self) -> OpenFamiliar:
        """What is done with its parts.

        Raises:
            RuntimeError: it is not open.
        """
        if self._life is None:
            raise RuntimeError("the familiar is not open: use `async with`, or `await start()`")
        return self._life

    async def start(self, *, even_damaged: bool) -> None:
        """Open its files; once it is open this does nothing. Errors as `assemble` has them."""
        if self._life is not None:
            return
        pool = JobPool(_THREADS, name="familiar") if self._awaited is None else None
        threads = OffLoop(pool or self._awaited)
        try:
            parts = await threads.run(
                partial(self._assemble, even_damaged=even_damaged, off_loop=threads)
            )
        except BaseException:
            await _retired(pool)
            raise
        self._own_pool = pool
        self._life = OpenFamiliar(parts, threads)

    async def keep_up(self, *, auto_write: bool, max_wait: float | None) -> None:
        """Build everything, and let the background begin; what fails of that ends it all.

        With `auto_write` the writer is run by itself, and no turn waits longer than `max_wait`.
        """
        life = self.now
        try:
            await life.threads.run(life.build_all)
        except BaseException:
            await self.end()
            raise
        life.background.start()
        life.review_watch.begin()
        if auto_write:
            await life.writing.begin(max_wait)
            if (scheduler := life.writing.scheduler) is not None:
                life.recording.on_recorded = scheduler.heard

    async def end(self) -> None:
        """Finish what is under way, and close every file; doing it again does nothing."""
        if self._life is not None and built(self._life, "writing"):
            await self._life.writing.stop()
        if self._life is not None and built(self._life, "review_watch"):
            await self._life.review_watch.stop()
        if self._life is not None:
            await self._life.background.stop()
        if self._life is not None:
            life, self._life = self._life, None
            pool, self._own_pool = self._own_pool, None
            try:
                await life.close()
            finally:
                await _retired(pool)


async def _retired(pool: JobPool | None) -> None:
    if pool is not None:
        await in_own_thread(pool.retire)
