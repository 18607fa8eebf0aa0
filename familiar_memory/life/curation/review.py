"""What waits for a person in `review.md`, and what they have decided, of one open familiar."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from familiar_memory.domain.given import as_texts, check_text
from familiar_memory.errors import FamiliarError
from familiar_memory.store.names import REVIEW_PATH

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.maintenance.review.deciding import Decisions, OpenItem
    from familiar_memory.maintenance.review.report import ReviewReport
    from familiar_memory.maintenance.review.reviewing import Reviewing
    from familiar_memory.operations.review.item import ReviewItem
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Review"]

_log = logging.getLogger(__name__)
_LOOK_S = 5.0
"""How often an open familiar looks whether people have saved the list: one look at one file."""
_API = "api"


class Review:
    """Lists what waits for a person, and does what they decide: `familiar.review`.

    Ticking a line of `review.md` is the same as `accept`, striking or deleting one as `reject`.
    While the familiar is open (`async with`) this is noticed within seconds.
    """

    def __init__(self, parts: Parts, threads: OffLoop) -> None:
        self._parts = parts
        self._threads = threads
        self._every: asyncio.Task[None] | None = None
        self._seen: object = None

    async def open(self) -> Sequence[OpenItem]:
        """What waits, in the order of the file; nothing is changed.

        Raises:
            StoreError: the list cannot be read.
        """
        return tuple((await self.look()).every)

    async def look(self) -> Decisions:
        """What people have decided in the file, and what waits; nothing is changed."""
        return await self._threads.run(self._reviewing().look)

    async def settle(self) -> ReviewReport:
        """Carry out what people have decided in the file.

        Raises:
            StoreError: the list cannot be read or written, or nothing can be written here.
        """
        self._parts.files.refuse_read_only()
        return await self._threads.run(self._reviewing().settle)

    async def accept(
        self, ids: Iterable[str], *, texts: Mapping[str, str] | None = None
    ) -> ReviewReport:
        """Accept proposals by their ids, some with another text, as if they were ticked.

        Raises:
            NotFoundError: one does not wait.
            InputError: one cannot be carried out as it stands.
            StoreError: as `settle`.
        """
        names = as_texts(ids, "the ids of proposals")
        self._parts.files.refuse_read_only()
        return await self._threads.run(partial(self._reviewing().accept, names, texts))

    async def reject(self, ids: Iterable[str]) -> ReviewReport:
        """Dismiss proposals by their ids; they are not proposed again. Errors as `accept`."""
        names = as_texts(ids, "the ids of proposals")
        self._parts.files.refuse_read_only()
        return await self._threads.run(partial(self._reviewing().reject, names))

    async def propose(self, items: Iterable[ReviewItem], *, source: str = _API) -> bool:
        """Put proposals of your own into the list; whether any was new.

        Raises:
            StoreError: the list cannot be written.
        """
        check_text(source, "the source of proposals")
        self._parts.files.refuse_read_only()
        return await self._threads.run(partial(self._propose, tuple(items), source))

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
        """Carry out what was decided, where the file has changed since the last time."""
        state = await self._threads.run(self._parts.store.file_state, REVIEW_PATH)
        if state is None and self._seen is None:
            return
        if state is not None and state == self._seen:
            return
        report = await self.settle()
        if report.has_changed:
            _log.info(
                "review: %d accepted, %d dismissed, %d could not be carried out",
                *(len(report.accepted), len(report.dismissed), len(report.failed)),
            )
        if not report.is_unsettled:
            self._seen = await self._threads.run(self._parts.store.file_state, REVIEW_PATH)

    async def _look_every(self) -> None:
        while True:
            try:
                await self.look_once()
            except FamiliarError as problem:
                _log.warning("review.md was not settled: %s", problem.problem)
            except Exception:  # noqa: BLE001 - the edge: the next look may succeed
                _log.exception("review.md was not settled")
            await asyncio.sleep(_LOOK_S)

    def _reviewing(self) -> Reviewing:
        from familiar_memory.assembly.wiring.writing import note_rules
        from familiar_memory.maintenance.review.reviewing import Reviewing

        parts = self._parts
        setup, files = parts.setup, parts.files
        return Reviewing(
            parts.store,
            files.journal,
            files.register,
            note_rules(setup),
            setup.clock.now,
            setup.settings.zone,
        )

    def _propose(self, items: Sequence[ReviewItem], source: str) -> bool:
        from familiar_memory.operations.review.holding import propose
        from familiar_memory.store.base import Cause

        vocabulary = self._parts.setup.vocabulary
        return propose(self._parts.store, items, vocabulary, Cause(source))
