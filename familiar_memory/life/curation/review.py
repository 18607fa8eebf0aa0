"""What waits for a person in `review.md`, and what they have decided, of one open familiar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from familiar_memory.domain.given import as_texts, check_text
from familiar_memory.life.settings.succession import Succeeded

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.maintenance.review.deciding import Decisions, OpenItem
    from familiar_memory.maintenance.review.report import ReviewReport
    from familiar_memory.maintenance.review.reviewing import Reviewing
    from familiar_memory.operations.review.item import ReviewItem
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Review"]

_API = "api"


class Review(Succeeded):
    """Lists what waits for a person, and does what they decide: `familiar.review`.

    Ticking a line of `review.md` is the same as `accept`, striking or deleting one as `reject`.
    While the familiar is open (`async with`) this is noticed within seconds.
    """

    def __init__(self, parts: Parts, threads: OffLoop) -> None:
        self._parts = parts
        self._threads = threads

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

    def _reviewing(self) -> Reviewing:
        from familiar_memory.assembly.wiring.writing import note_rules
        from familiar_memory.maintenance.review.reviewing import Reviewing

        parts = self._parts
        setup, files = parts.setup, parts.files
        return Reviewing(
            parts.store,
            files.journal,
            files.register,
            note_rules(setup, files.history, files.register),
            setup.clock.now,
            setup.settings.zone,
        )

    def _propose(self, items: Sequence[ReviewItem], source: str) -> bool:
        from familiar_memory.operations.review.holding import propose
        from familiar_memory.store.base import Cause

        parts = self._parts
        register, vocabulary = parts.files.register, parts.setup.vocabulary
        return propose(parts.store, items, register, vocabulary, Cause(source))
