"""The links between notes of one open familiar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.given import check_count, check_text
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import UsageError
from familiar_memory.inspection.links.answer import BackLinks, LinkedNotes
from familiar_memory.inspection.links.asking import KnownLinks
from familiar_memory.knowledge.entities.walk import MOST_DEPTH
from familiar_memory.life.known.viewer_questions import ViewerQuestions
from familiar_memory.life.settings.succession import Succeeded

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.background import Background
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Links"]


class Links(Succeeded):
    """Where links lead, and from where they come: `familiar.links`.

        linked = await familiar.links.follow("Rowan", depth=2)
        back = await familiar.links.back("Rowan", place=tavern)

    Wiki links and Markdown links count, in the text of notes and, for the owner, in their
    properties. A note is named by its path, or by any name by which a link may mean it. Without a
    `place` the owner asks; in a place a note of which nobody there may know a line is not there,
    and neither is a link in a line that they may not see. `author` is who asks, in direct messages.
    """

    def __init__(self, parts: Parts, background: Background, threads: OffLoop) -> None:
        self._questions = ViewerQuestions(parts, background, threads)
        self._links = KnownLinks(parts)

    async def follow(
        self,
        note: str,
        depth: int = 1,
        *,
        place: Place | None = None,
        author: Author | None = None,
    ) -> LinkedNotes:
        """A note, its links, and the notes that they lead to, at most `depth` links away.

        Each note is there once, however many links lead to it. A note that was renamed since is
        found by its name, its id or the journal (`renamed`); what leads nowhere is `broken`.

        Raises:
            InputError: a value of another type.
            UsageError: `depth` is above 6.
        """
        check_text(note, "the note")
        check_count(depth, "depth", least=0)
        if depth > MOST_DEPTH:
            raise UsageError(f"depth is {depth}", f"a number of links from 0 to {MOST_DEPTH}")
        return await self._questions.put(
            lambda viewer: self._links.follow(note, viewer, depth), place, author
        )

    async def back(
        self, note: str, *, place: Place | None = None, author: Author | None = None
    ) -> BackLinks:
        """Every link that leads to a note, by note and line.

        Raises:
            InputError: a value of another type.
        """
        check_text(note, "the note")
        return await self._questions.put(
            lambda viewer: self._links.back(note, viewer), place, author
        )
