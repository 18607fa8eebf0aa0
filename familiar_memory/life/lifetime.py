"""From the start of a familiar to its end: when it is open, and in which threads."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from familiar_memory.config.at_next_start import by_now
from familiar_memory.config.load import load_settings
from familiar_memory.errors import UsageError
from familiar_memory.life.opened import OpenFamiliar
from familiar_memory.life.settings.in_force import SettingsInForce
from familiar_memory.life.settings.watch import SettingsWatch
from familiar_memory.threads.built_once import built
from familiar_memory.threads.job_pool import JobPool
from familiar_memory.threads.off_loop import OffLoop, in_own_thread

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from familiar_memory.assembly.parts import Parts
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.config.settings import Settings
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
        self._keeps_up = False
        self._kept_up: partial[Coroutine[Any, Any, None]] | None = None
        self._settings = SettingsInForce(paths, self._follow, self._threads)
        self.settings_watch = SettingsWatch(paths, self._settings, self._threads)

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
        return self.life

    @property
    def life(self) -> OpenFamiliar:
        """What is done with its parts, also while it is incognito.

        Raises:
            RuntimeError: it is not open.
        """
        if self._life is None:
            raise RuntimeError("the familiar is not open: use `async with`, or `await start()`")
        return self._life

    @property
    def settings(self) -> SettingsInForce:
        """What it goes by while it is open, or incognito.

        Raises:
            RuntimeError: it is neither.
        """
        if self._closed is None:
            _ = self.life
        return self._settings

    @property
    def closed(self) -> ClosedFamiliar | None:
        """What stands in its place while it is incognito and nobody has opened its files."""
        return self._closed

    async def open(self, *, auto_write: bool, max_wait: float | None) -> None:
        """Open its files and keep up, as both have it; an incognito familiar stays closed.

        Raises:
            ConfigError: its settings are not accepted.
        """
        settings = await OffLoop(self._awaited).run(self._read)
        self._kept_up = partial(self.keep_up, auto_write=auto_write, max_wait=max_wait)
        if settings.memory.is_incognito and self._life is None:
            self._shut(settings)
        else:
            await self.start(even_damaged=False)
            await self._kept_up()
        self.settings_watch.begin()

    def _read(self) -> Settings:
        self._settings.look()
        return load_settings(self._paths)

    def _shut(self, settings: Settings) -> None:
        """Do nothing of memory by the settings, which say that it is incognito."""
        from familiar_memory.life.admission.incognito import ClosedFamiliar

        self._closed = ClosedFamiliar(settings, self._paths)
        self._settings.begin(settings)

    def _threads(self) -> OffLoop:
        return OffLoop(self._awaited) if self._life is None else self._life.threads

    async def _follow(self, given: Settings) -> Settings:
        """Go by other settings from the next request on; what of them that is.

        Errors as `reloaded` has them, and where it was closed as `start`.
        """
        if self._life is not None:
            return await self._change(given, self._life.parts.setup.settings)
        if given.memory.is_incognito or self._kept_up is None:
            self._shut(given)
            return given
        await self.start(even_damaged=False)
        await self._kept_up()
        return given

    async def _change(self, given: Settings, standing: Settings) -> Settings:
        from familiar_memory.assembly.reloading import check_settings

        # What a switch of the embedder has written is in force, whatever it was opened by.
        settled = self.life.parts.files.settled_embedder
        index = replace(standing.index, **settled)  # type: ignore[arg-type]
        new = by_now(given, replace(standing, index=index))
        await self.life.threads.run(check_settings, new)
        if new.memory != standing.memory:
            # Whoever asks for nothing to be kept does not wait for an index to be made anew.
            await self._take_over(replace(standing, memory=new.memory))
        await self._take_over(new)
        return new

    async def _take_over(self, settings: Settings) -> None:
        from familiar_memory.assembly.reloading import reloaded

        life = self.life
        if life.parts.setup.settings == settings:
            return
        parts = await life.threads.run(reloaded, life.parts, settings)
        other = await life.threads.run(life.with_parts, parts)
        if self._life is not life:
            return
        self._life = other
        life.hand_over(other)
        if parts.indexing is not life.parts.indexing:
            other.background.read_again()
        self._closed = None
        if settings.memory.is_incognito:
            self._shut(settings)
        elif self._kept_up is not None and not self._keeps_up:
            # It was opened to take something away, while it was incognito.
            await self._kept_up()

    async def start(self, *, even_damaged: bool) -> None:
        """Open its files; once it is open this does nothing. Errors as `assemble` has them."""
        if self._life is not None:
            self._closed = None
            return
        pool = JobPool(_THREADS, name="familiar") if self._awaited is None else None
        threads = OffLoop(pool or self._awaited)
        try:
            await threads.run(self._settings.look)
            parts = await threads.run(
                partial(self._assemble, even_damaged=even_damaged, off_loop=threads)
            )
        except BaseException:
            await _retired(pool)
            raise
        self._own_pool = pool
        self._life, self._closed = OpenFamiliar(parts, threads), None
        self._settings.begin(parts.setup.settings)

    async def keep_up(self, *, auto_write: bool, max_wait: float | None) -> None:
        """Build everything, and let the background begin; what fails of that ends it all.

        With `auto_write` the writer is run by itself, and no turn waits longer than `max_wait`.
        """
        life = self.life
        try:
            await life.threads.run(life.build_all)
        except BaseException:
            await self._let_go()
            raise
        self._keeps_up = True
        life.background.start()
        life.review_watch.begin()
        if auto_write:
            await life.writing.begin(max_wait)
            await life.sleep.begin()
            if (scheduler := life.writing.scheduler) is not None:
                life.recording.on_recorded = scheduler.heard

    async def end(self) -> None:
        """Finish what is under way, and close every file; doing it again does nothing."""
        await self.settings_watch.stop()
        self._closed = self._kept_up = None
        await self._let_go()
        self._settings.begin(None)

    async def _let_go(self) -> None:
        self._keeps_up = False
        if self._life is not None and built(self._life, "recording"):
            await self._life.recording.finish()
        if self._life is not None and built(self._life, "sleep"):
            await self._life.sleep.stop()
        if self._life is not None and built(self._life, "writing"):
            await self._life.writing.stop()
        if self._life is not None and built(self._life, "review_watch"):
            await self._life.review_watch.stop()
        if self._life is not None and built(self._life, "background"):
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
