"""From the start of a familiar to its end: when it is open, and in which threads."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from familiar_memory.config.load import load_settings
from familiar_memory.errors import UsageError
from familiar_memory.life.opened import OpenFamiliar
from familiar_memory.threads.built_once import built
from familiar_memory.threads.job_pool import JobPool
from familiar_memory.threads.off_loop import OffLoop, in_own_thread

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.life.admission.incognito import ClosedFamiliar

__all__ = ["Lifetime"]

_THREADS = 8
"""Of one familiar, for what somebody waits for; more records than that wait in line."""


class _Assembles(Protocol):
    """Opens the files of one familiar."""

    def __call__(self, *, even_damaged: bool, off_loop: OffLoop) -> Parts: ...


class Lifetime:
    """What there is of a familiar while it is open, and nothing before and after."""

    def __init__(self, paths: FamiliarPaths, assemble: _Assembles, awaited: JobPool | None) -> None:
        """Nothing is opened yet. Pools that are given (`awaited`) stay open at its end."""
        self._paths = paths
        self._assemble = assemble
        self._closed: ClosedFamiliar | None = None
        self._awaited = awaited
        self._own_pool: JobPool | None = None
        self._life: OpenFamiliar | None = None

    @property
    def now(self) -> OpenFamiliar:
        """What is done with its parts.

        Raises:
            RuntimeError: it is not open.
            UsageError: it is incognito, so its files are not open.
        """
        if self.closed is not None:
            raise UsageError(
                f"the familiar {self._paths.familiar_id!r} is incognito: its files are not open",
                'await start() opens them; mode = "persistent" under [memory] lets it remember',
            )
        if self._life is None:
            raise RuntimeError("the familiar is not open: use `async with`, or `await start()`")
        return self._life

    @property
    def closed(self) -> ClosedFamiliar | None:
        """What stands in its place while it is incognito and nobody has opened its files."""
        return self._closed if self._life is None else None

    async def open(self, *, auto_write: bool, max_wait: float | None) -> None:
        """Open its files and keep up, as both have it; an incognito familiar stays closed.

        Raises:
            ConfigError: its settings are not accepted.
        """
        settings = await OffLoop(self._awaited).run(load_settings, self._paths)
        if settings.memory.is_incognito and self._life is None:
            from familiar_memory.life.admission.incognito import ClosedFamiliar

            self._closed = ClosedFamiliar(settings, self._paths)
            return
        await self.start(even_damaged=False)
        await self.keep_up(auto_write=auto_write, max_wait=max_wait)

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
            await life.sleep.begin()
            if (scheduler := life.writing.scheduler) is not None:
                life.recording.on_recorded = scheduler.heard

    async def end(self) -> None:
        """Finish what is under way, and close every file; doing it again does nothing."""
        self._closed = None
        if self._life is not None and built(self._life, "recording"):
            await self._life.recording.finish()
        if self._life is not None and built(self._life, "sleep"):
            await self._life.sleep.stop()
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
