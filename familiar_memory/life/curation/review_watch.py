"""Whether people have decided something in `review.md`, looked at while a familiar is open."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from familiar_memory.errors import FamiliarError
from familiar_memory.store.names import REVIEW_PATH

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.curation.review import Review
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["ReviewWatch"]

_log = logging.getLogger(__name__)
_LOOK_S = 5.0
"""How often an open familiar looks whether people have saved the list: one look at one file."""


class ReviewWatch:
    """Has decisions carried out soon after they were made, of one open familiar."""

    def __init__(self, parts: Parts, threads: OffLoop, review: Review) -> None:
        """Nothing is looked at yet."""
        self._parts = parts
        self._threads = threads
        self._review = review
        self._every: asyncio.Task[None] | None = None
        self._seen: object = None

    def begin(self) -> None:
        """Look from now on every few seconds whether people have decided something."""
        if self._parts.files.read_only is None:
            self._every = asyncio.create_task(self._look_every())

    async def stop(self) -> None:
        """Look no more."""
        if self._every is not None:
            self._every.cancel()
            await asyncio.gather(self._every, return_exceptions=True)
            self._every = None

    async def look_once(self) -> None:
        """Carry out what was decided, where the file has changed since the last time.

        Seen is what stood there before: who saves it meanwhile is heard the next time, and our
        own change costs one more look.
        """
        state = await self._threads.run(self._parts.store.file_state, REVIEW_PATH)
        if state is None and self._seen is None:
            return
        if state is not None and state == self._seen:
            return
        report = await self._review.settle()
        if report.has_changed:
            _log.info(
                "review: %d accepted, %d dismissed, %d could not be carried out",
                *(len(report.accepted), len(report.dismissed), len(report.failed)),
            )
        if not (report.is_unsettled or report.failed):
            self._seen = state

    async def _look_every(self) -> None:
        while True:
            try:
                await self.look_once()
            except FamiliarError as problem:
                _log.warning("review.md was not settled: %s", problem.problem)
            except Exception:  # noqa: BLE001 - the edge: the next look may succeed
                _log.exception("review.md was not settled")
            await asyncio.sleep(_LOOK_S)
