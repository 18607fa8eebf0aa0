"""On whose behalf records are kept, changed or looked for: it decides what is seen, signs lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.domain.given import check_type
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, check_place
from familiar_memory.life.requests import refuse_incognito
from familiar_memory.recall.viewer import viewer_in

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.knowledge.audience import Viewer

__all__ = ["THE_OWNER", "Caller"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks through a bot, and where: what they have kept is by them, and for that place.

    A place of None is the owner's, who sees everything, so both have to be said.

    Raises:
        InputError: it is no `Author`, or no `Place`; somebody in a place is not named.
    """

    author: Author | None
    place: Place | None

    def __post_init__(self) -> None:
        if self.author is not None or self.place is not None:
            accepted = 'an Author, such as Author("discord", "42")'
            check_type(self.author, Author, "the author of a call", accepted)
        if self.place is not None:
            check_place(self.place, "the place of a call")

    @property
    def is_owner(self) -> bool:
        """Whether it is the owner who asks."""
        return self.place is None

    @property
    def slug(self) -> str | None:
        """Who that is, as notes name them."""
        return None if self.author is None else self.author.slug

    def viewer(self, parts: Parts) -> Viewer:
        """What they may see.

        Raises:
            HistoryError: the conversation cannot be read.
            UsageError: they are in a place that is incognito.
        """
        memory = parts.setup.settings.memory
        refuse_incognito(self.place is not None and memory.is_incognito_in(self.place))
        policy = parts.setup.settings.audience.policy
        return viewer_in(self.place, self.author, parts.files.history, policy)


THE_OWNER = Caller(None, None)
"""Whoever asks for nobody."""
