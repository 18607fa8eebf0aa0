"""What one open familiar knows: facts, how they came and went, and whom they tie to whom."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from familiar_memory.domain.given import as_flag, check_count, check_text, check_type
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import UsageError
from familiar_memory.inspection.knowledge.answering import facts, timeline
from familiar_memory.inspection.knowledge.fact import FactAnswer, FactQuestion
from familiar_memory.inspection.knowledge.graph.answer import Entities, KnownGraph
from familiar_memory.inspection.knowledge.graph.asking import KnownEntities
from familiar_memory.knowledge.entities.kinds import EntityKind, read_kind
from familiar_memory.knowledge.entities.walk import DEFAULT_DEPTH, MOST_DEPTH
from familiar_memory.life.known.viewer_questions import ViewerQuestions
from familiar_memory.life.settings.succession import Succeeded

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.background import Background
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Knowledge"]


class Knowledge(Succeeded):
    """The facts and entities of a familiar's notes: `familiar.knowledge`.

    Everything takes an optional `place`, and the `author` who asks there: then the answer is for
    whoever is in that place, and what they may not see does not exist for it. Without a place it
    is for the owner. People and subjects are meant by a name that the reader may know, an alias,
    a slug, `platform:id`, or the path or key of a note; an unknown one has no facts.
    """

    def __init__(self, parts: Parts, background: Background, threads: OffLoop) -> None:
        self._parts = parts
        self._entities = KnownEntities(parts)
        self._questions = ViewerQuestions(parts, background, threads)

    async def facts(
        self,
        entity: str | None = None,
        *,
        predicate: str | None = None,
        as_of: datetime | None = None,
        place: Place | None = None,
        author: Author | None = None,
        include_retired: bool = False,
        limit: int | None = None,
    ) -> FactAnswer:
        """The facts that hold now, or held at the moment `as_of`: about an entity, or about all.

        Of an entity first the facts about it, then those whose object it is; the weightiest
        first, then those learned last. `include_retired` adds what does not hold.

        Raises:
            InputError: a value of another type.
            UsageError: several people bear the name, it is empty, or `as_of` has no offset.
        """
        check_text(entity, "the entity", optional=True)
        check_text(predicate, "the predicate", optional=True)
        check_count(limit, "limit", optional=True)
        with_retired = as_flag(include_retired, "include_retired")
        question = FactQuestion(entity, predicate, _aware(as_of), with_retired, limit)
        return await self._questions.put(partial(facts, self._parts, question), place, author)

    async def timeline(
        self,
        entity: str,
        *,
        as_of: datetime | None = None,
        place: Place | None = None,
        author: Author | None = None,
        limit: int | None = None,
    ) -> FactAnswer:
        """Everything that was ever noted of an entity, in the order in which it began to hold.

        What has ended and what was wrong is there too, with when it was learned, from whom, and
        what took its place. Asked as of a moment: what had begun by then.

        Raises:
            InputError: a value of another type.
            UsageError: several people bear the name, it is empty, or `as_of` has no offset.
        """
        check_text(entity, "the entity")
        check_count(limit, "limit", optional=True)
        question = FactQuestion(entity, as_of=_aware(as_of), limit=limit)
        return await self._questions.put(partial(timeline, self._parts, question), place, author)

    async def graph(
        self,
        entity: str,
        *,
        depth: int = DEFAULT_DEPTH,
        as_of: datetime | None = None,
        place: Place | None = None,
        author: Author | None = None,
    ) -> KnownGraph:
        """Everybody and everything at most `depth` steps from an entity, and how they are tied.

        Edges are what facts say of one entity and another, relations (`part_of:: [[Acme]]`), and
        links between notes of people and topics; they are followed both ways. An answer holds at
        most 200 entities and 50 relations of each, the strongest, and says if there are more.

        Raises:
            InputError: a value of another type.
            UsageError: several entities bear the name, it is empty, `depth` is more than 6, or
                `as_of` has no offset.
        """
        check_text(entity, "the entity")
        check_count(depth, "depth", least=0)
        if depth > MOST_DEPTH:
            raise UsageError(f"depth is {depth}", f"a number of steps from 0 to {MOST_DEPTH}")
        moment = _aware(as_of)
        return await self._questions.put(
            lambda viewer: self._entities.graph(entity, viewer, depth, moment), place, author
        )

    async def entities(
        self,
        *,
        kind: str | None = None,
        as_of: datetime | None = None,
        place: Place | None = None,
        author: Author | None = None,
        limit: int | None = None,
    ) -> Entities:
        """Who and what is known, the most mentioned first, then those seen last.

        `kind` keeps one: person, organization, place, project, technology or concept.

        Raises:
            InputError: a value of another type.
            UsageError: there is no such kind, or `as_of` has no offset.
        """
        check_text(kind, "the kind", optional=True)
        check_count(limit, "limit", optional=True)
        wanted, moment = _kind(kind), _aware(as_of)
        return await self._questions.put(
            lambda viewer: self._entities.entities(viewer, wanted, limit, moment), place, author
        )


def _kind(written: str | None) -> EntityKind | None:
    kind = read_kind(written)
    if written is not None and kind is None:
        raise UsageError(f"{written!r} is no kind of entity", f"one of: {', '.join(EntityKind)}")
    return kind


def _aware(moment: datetime | None) -> datetime | None:
    if moment is None:
        return None
    check_type(moment, datetime, "as_of", "an aware datetime, or None")
    if moment.utcoffset() is None:
        raise UsageError(f"as_of {moment.isoformat()} has no offset from UTC", "an aware datetime")
    return moment
