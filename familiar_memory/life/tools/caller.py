"""On whose behalf an operation is called: who it is decides what may be seen, and signs lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.domain.given import check_type
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, check_place
from familiar_memory.recall.viewer import viewer_of

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.knowledge.audience import Viewer

__all__ = ["ToolCaller"]


@dataclass(frozen=True, slots=True)
class ToolCaller:
    """Who is being talked to, and where; without a place it is the owner, who sees everything.

    Raises:
        InputError: it is no `Author`, or no `Place`; somebody in a place is not named.
    """

    author: Author | None = None
    place: Place | None = None

    def __post_init__(self) -> None:
        if self.author is not None or self.place is not None:
            accepted = 'an Author, such as Author("discord", "42")'
            check_type(self.author, Author, "the author of a call", accepted)
        if self.place is not None:
            check_place(self.place, "the place of a call")

    @property
    def is_owner(self) -> bool:
        """Whether it is the owner who calls."""
        return self.place is None

    @property
    def slug(self) -> str | None:
        """Who that is, as notes name them."""
        return None if self.author is None else self.author.slug

    def viewer(self, parts: Parts) -> Viewer:
        """What they may see.

        Raises:
            HistoryError: the conversation cannot be read.
        """
        request = RecallRequest("", self.author, self.place)
        return viewer_of(request, parts.files.history, parts.setup.settings.audience.policy)
