"""The two questions about facts: which hold, and how they came and went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from familiar_memory.index.values import StoredFact
from familiar_memory.inspection.knowledge.entity import MeantEntity, meant_entity
from familiar_memory.inspection.knowledge.fact import FactAnswer, FactQuestion
from familiar_memory.inspection.knowledge.reading import FactReader
from familiar_memory.inspection.knowledge.succession import Succession, succession
from familiar_memory.inspection.knowledge.telling import FactTeller
from familiar_memory.recall.current_facts import term_of

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.knowledge.audience import Viewer

__all__ = ["facts", "timeline"]


def facts(parts: Parts, question: FactQuestion, viewer: Viewer) -> FactAnswer:
    """The facts that hold; with `with_retired` those as well that do not.

    Of an entity first those about it, then those that name it; of everybody by subject. Among
    these what holds first, the weightiest before others, then those learned last.

    Raises:
        UsageError: several people bear the name, or it is empty.
        IndexUnavailableError: the index cannot be read.
    """
    asked = _Asked.of(parts, question, viewer)
    kept = [one for one in asked.stored if question.with_retired or asked.holds(one)]
    kept.sort(key=lambda one: (asked.holds(one), one.importance, one.learned or ""), reverse=True)
    kept.sort(key=asked.group)
    return asked.answer(kept, question.limit)


def timeline(parts: Parts, question: FactQuestion, viewer: Viewer) -> FactAnswer:
    """Everything that was ever noted of an entity, in the order in which it began to hold.

    Then in the order in which it was learned, what is undated first. Asked as of a moment: what
    had begun by then.

    Raises:
        UsageError: several people bear the name, or it is empty.
        IndexUnavailableError: the index cannot be read.
    """
    asked = _Asked.of(parts, question, viewer)
    kept = [one for one in asked.stored if asked.had_begun(one)]
    kept.sort(key=lambda one: (*term_of(one).order, one.key, one.line))
    return asked.answer(kept, question.limit)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was read for a question, and who tells it."""

    entity: MeantEntity | None
    stored: Sequence[StoredFact]
    among: Succession
    teller: FactTeller
    degraded: str | None

    @classmethod
    def of(cls, parts: Parts, question: FactQuestion, viewer: Viewer) -> _Asked:
        now = parts.setup.clock.now()
        reader = FactReader(parts, viewer, now)
        entity = None
        if question.entity is None:
            found = reader.every()
        else:
            entity, found = reader.of(meant_entity(parts, question.entity, viewer))
        by = question.predicate and "_".join(question.predicate.strip().lower().split())
        stored = [one for one in found.facts if by is None or one.predicate == by]
        unread = parts.searching.unindexed.told(viewer)
        return cls(
            entity,
            stored,
            succession(found.facts, parts.setup.vocabulary),
            FactTeller(
                parts.fresh_facts.first_names(viewer),
                frozenset(one.author for one in found.facts if one.author is not None),
                parts.files.register.last_path if viewer.is_owner else str,
                question.as_of or now,
                now,
            ),
            "; ".join(filter(None, (unread, *found.degraded))) or None,
        )

    def holds(self, fact: StoredFact) -> bool:
        return term_of(fact).holds(self.teller.moment, self.teller.now)

    def had_begun(self, fact: StoredFact) -> bool:
        moment = self.teller.moment
        return moment >= self.teller.now or term_of(fact).order[0] <= moment

    def group(self, fact: StoredFact) -> tuple[object, ...]:
        """By what the facts of an answer are divided."""
        if self.entity is not None:
            return (fact.subject not in self.entity.subjects,)
        subject = self.teller.subject(fact)
        return (subject.name.casefold(), subject.slug)

    def answer(self, kept: Sequence[StoredFact], limit: int | None) -> FactAnswer:
        """The facts as they are told, no more than so many."""
        told = tuple(self.teller.fact(one, self.entity, self.among) for one in kept[:limit])
        entity = None if self.entity is None else self.teller.entity(self.entity, told)
        moment: datetime = self.teller.moment
        return FactAnswer(entity, told, len(kept), moment, self.degraded)
