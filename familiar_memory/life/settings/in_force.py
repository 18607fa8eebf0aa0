"""The settings that an open familiar goes by, and what is wrong with those in its files."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from familiar_memory.config.at_next_start import waiting_keys
from familiar_memory.config.emptied import filled_files, refuse_emptied
from familiar_memory.config.load import load_settings, settings_files
from familiar_memory.errors import ConfigError, FamiliarError

if TYPE_CHECKING:
    from pathlib import Path

    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.config.settings import Settings
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["SettingsInForce"]

_log = logging.getLogger(__name__)


class SettingsInForce:
    """The settings of an open familiar: `familiar.settings`.

    While it is open (`async with`), what is saved in its `character.toml`, or in
    `_default/character.toml`, takes effect with the next request, a moment after it was saved. What
    is not accepted changes nothing: the settings from before stay in force, and `problem` and the
    log say why. So it is with a file that had settings and is empty: that is no wish for defaults.
    """

    def __init__(
        self,
        paths: FamiliarPaths,
        follow: Callable[[Settings], Awaitable[Settings]],
        threads: Callable[[], OffLoop],
    ) -> None:
        """`follow` has the familiar go by what is given, as far as it can before the next start.

        Nothing is read yet.
        """
        self._paths = paths
        self._follow = follow
        self._threads = threads
        self._now: Settings | None = None
        self._filled: frozenset[Path] = frozenset()
        """The files that said something when they were accepted last."""
        self._one_at_a_time = asyncio.Lock()
        self.problem: str | None = None
        """Why what the files say is not in force; None where it is."""
        self.at_next_start: tuple[str, ...] = ()
        """The keys (`index.embedder`) that were changed, and take effect at the next start."""

    @property
    def now(self) -> Settings:
        """What the familiar goes by: the last ones that were accepted.

        Raises:
            RuntimeError: it is not open.
        """
        if self._now is None:
            raise RuntimeError("the familiar is not open: use `async with`, or `await start()`")
        return self._now

    def look(self) -> None:
        """Note which files say something, before a familiar is opened by them."""
        self._filled |= filled_files(settings_files(self._paths))

    def begin(self, settings: Settings | None) -> None:
        """Say what the familiar was opened by; None where it was closed."""
        self._now, self.problem, self.at_next_start = settings, None, ()
        if settings is None:
            self._filled = frozenset()

    async def reload(self) -> bool:
        """Read the files now, and go by what they say; whether that was something else.

        Raises:
            ConfigError: they are not accepted, and why; the settings in force stay.
            RuntimeError: the familiar is not open.
        """
        async with self._one_at_a_time:
            try:
                given, filled = await self._threads().run(self._read)
                is_new = await self._take(given)
                self._filled = filled
                return is_new
            except FamiliarError as problem:
                self.problem = f"{problem.problem}; the settings from before stay in force"
                raise
            except Exception as problem:
                self.problem = f"{type(problem).__name__}; the settings from before stay in force"
                raise

    def _read(self) -> tuple[Settings, frozenset[Path]]:
        if not self._paths.character.is_file():
            raise ConfigError(
                f"{self._paths.character} is not there", "a file, even with a comment alone"
            )
        refuse_emptied(self._filled)
        return load_settings(self._paths), filled_files(settings_files(self._paths))

    async def _take(self, given: Settings) -> bool:
        standing = self.now
        new = self._now = standing if given == standing else await self._follow(given)
        waiting = waiting_keys(given, new)
        if new != standing:
            _log.info("the settings that were saved are in force")
        if waiting and waiting != self.at_next_start:
            _log.warning("saved, and in force at the next start: %s", ", ".join(waiting))
        self.problem, self.at_next_start = None, waiting
        return new != standing
