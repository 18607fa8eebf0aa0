"""A question about notes, put for whoever reads the answer: the owner, or those in a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from familiar_memory.domain.given import check_type
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.life.requests import refuse_incognito
from familiar_memory.recall.viewer import viewer_in

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.knowledge.audience import Viewer
    from familiar_memory.life.background import Background
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["ViewerQuestions"]


class _Answer(Protocol):
    """What is told to somebody, and what had to be left out."""

    @property
    def degraded(self) -> str | None: ...

    def degraded_by(self, reasons: str) -> Self: ...


_Told = TypeVar("_Told", bound=_Answer)


@dataclass(frozen=True, slots=True)
class ViewerQuestions:
    """Puts questions to the notes of one familiar, in threads."""

    parts: Parts
    background: Background
    threads: OffLoop

    async def put(
        self, answer: Callable[[Viewer], _Told], place: Place | None, author: Author | None
    ) -> _Told:
        """The answer for that viewer, and why it is not all that there is.

        It waits, with a bound, for what was written before. A damaged index is made anew, once.

        Raises:
            InputError: a place or an author of another type.
            UsageError: the place is incognito.
            HistoryError: the conversation cannot be read.
            IndexUnavailableError: the index cannot be made anew.
        """
        check_type(place, (Place, type(None)), "the place", "a Place, or None for the owner")
        check_type(author, (Author, type(None)), "the author", "an Author, or None")
        lag = await self.background.catch_up(is_owner=place is None)
        try:
            told = await self.threads.run(self._answered, answer, place, author)
        except IndexUnavailableError:
            # Disposable: make it anew, once, and ask again.
            await self.threads.run(self.parts.indexing.repair)
            told = await self.threads.run(self._answered, answer, place, author)
        reasons = (*self.parts.lacks, *filter(None, (lag, told.degraded)))
        return told.degraded_by(names_only("; ".join(dict.fromkeys(reasons))))

    def _answered(
        self, answer: Callable[[Viewer], _Told], place: Place | None, author: Author | None
    ) -> _Told:
        parts = self.parts
        memory, policy = parts.setup.settings.memory, parts.setup.settings.audience.policy
        refuse_incognito(place is not None and memory.is_incognito_in(place))
        return answer(viewer_in(place, author, parts.files.history, policy))
