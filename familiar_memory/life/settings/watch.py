"""Whether somebody has saved `character.toml`, looked at while a familiar is open."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from familiar_memory.config.load import settings_files
from familiar_memory.errors import FamiliarError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.life.settings.in_force import SettingsInForce
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["SettingsWatch"]

_log = logging.getLogger(__name__)
_LOOK_S = 1.0
"""How often is looked: twice the same is what takes effect, so a save does within two seconds."""

_State = tuple[tuple[int, ...] | None, ...]
"""Of each file when it was written, when it was changed, how long it is, and which it is.

None where there is none. What puts an old date on a file that it writes (`cp -p`, `rsync -t`)
cannot put one on the change.
"""


class SettingsWatch:
    """Has what is saved take effect, once the files stay as they are from one look to the next.

    An editor that empties a file and then writes it, or puts another in its place, is between two
    looks; what it leaves half-written is read, and refused or not, only where it stays.
    """

    def __init__(
        self, paths: FamiliarPaths, settings: SettingsInForce, threads: Callable[[], OffLoop]
    ) -> None:
        """Nothing is looked at yet."""
        self._files = settings_files(paths)
        self._settings = settings
        self._threads = threads
        self._every: asyncio.Task[None] | None = None
        self._look: asyncio.Task[None] | None = None
        self._taken: _State | None = None
        self._seen: _State | None = None
        self._told = ""

    def begin(self) -> None:
        """Look from now on every second.

        What stands there is read once: it may have been saved while the familiar was being opened.
        """
        if self._every is None:
            self._taken = self._seen = None
            self._every = asyncio.create_task(self._look_every())

    async def stop(self) -> None:
        """Look no more; what is being taken over is waited for."""
        every, self._every = self._every, None
        if every is not None:
            every.cancel()
            # A familiar that could not be opened by what was saved is closed from within a look.
            mine = asyncio.current_task()
            under_way = [one for one in (every, self._look) if one is not None and one is not mine]
            await asyncio.gather(*under_way, return_exceptions=True)

    async def look_once(self) -> None:
        """Take over what was saved, if it has stayed as it is since the look before."""
        state = await self._threads().run(_state_of, self._files)
        is_settled, self._seen = state == self._seen, state
        if not is_settled or state == self._taken:
            return
        self._taken = state
        try:
            await self._settings.reload()
        except FamiliarError as problem:
            _log.warning("the settings from before stay in force: %s", problem.problem)
        except Exception:  # noqa: BLE001 - the edge: the next save may be read
            _log.exception("the settings from before stay in force")

    async def _look_every(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            # Who ends the watch does not end what is being taken over: half of it would stand.
            self._look = asyncio.create_task(self.look_once())
            await asyncio.wait((self._look,))
            self._tell(None if self._look.cancelled() else self._look.exception())

    def _tell(self, problem: BaseException | None) -> None:
        """Log what befell a look, once: the next one is in a second."""
        if problem is not None and repr(problem) != self._told:
            _log.error("whether the settings were saved is unknown", exc_info=problem)
        self._told = "" if problem is None else repr(problem)


def _state_of(files: Iterable[Path]) -> _State:
    return tuple(map(_state, files))


def _state(file: Path) -> tuple[int, ...] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
