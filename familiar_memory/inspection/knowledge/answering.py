"""The two questions about facts: which hold, and how they came and went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.inspection.knowledge.dated import DatedFact
from familiar_memory.inspection.knowledge.entity import MeantEntity, heard_entity, meant_entity
from familiar_memory.inspection.knowledge.fact import FactAnswer, FactQuestion
from familiar_memory.inspection.knowledge.reading import FactReader
from familiar_memory.inspection.knowledge.succession import Succession, succession
from familiar_memory.inspection.knowledge.telling import FactTeller
from familiar_memory.knowledge.term import giving_way
from familiar_memory.recall.current_facts import stated_term

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
    kept.sort(key=asked.weight, reverse=True)
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
    # They come in path and line order, which equal times keep.
    kept.sort(key=lambda one: one.term.order)
    return asked.answer(kept, question.limit)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was read for a question, and who tells it."""

    entity: MeantEntity | None
    stored: Sequence[DatedFact]
    named: Mapping[RecordName, DatedFact]
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
            if entity.key is None and not found.facts:
                # No note and no fact has the name: it may be what somebody is called.
                heard = heard_entity(parts, question.entity, viewer)
                entity, found = (entity, found) if heard is None else reader.of(heard)
        moment = question.as_of or now
        by = question.predicate and "_".join(question.predicate.strip().lower().split())
        dated = list(map(DatedFact.of, found.facts))
        vocabulary, terms = parts.setup.vocabulary, [stated_term(one.fact) for one in dated]
        among = succession(dated, vocabulary, parts.files.register.resolve)
        interrupted = {dated[at].name for at in giving_way(terms, vocabulary, moment, now)}
        unread = parts.searching.unindexed.told(viewer)
        return cls(
            entity,
            [one for one in dated if by is None or one.fact.predicate == by],
            {one.name: one for one in dated},
            among,
            FactTeller(
                parts.fresh_facts.first_names(viewer),
                frozenset(one.author for one in found.facts if one.author is not None),
                cache(parts.files.register.seen_path) if viewer.is_owner else str,
                moment,
                now,
                interrupted | _told_by_merged(dated, among, moment, now),
            ),
            "; ".join(filter(None, (unread, *found.degraded))) or None,
        )

    def holds(self, one: DatedFact) -> bool:
        return self.teller.holds(one)

    def had_begun(self, one: DatedFact) -> bool:
        moment = self.teller.moment
        return moment >= self.teller.now or one.term.order[0] <= moment

    def weight(self, one: DatedFact) -> tuple[object, ...]:
        """What comes first among the facts of one division."""
        return (self.holds(one), one.fact.importance, one.fact.learned or "")

    def group(self, one: DatedFact) -> tuple[object, ...]:
        """By what the facts of an answer are divided."""
        if self.entity is not None:
            return (one.fact.subject not in self.entity.subjects,)
        subject = self.teller.subject(one.fact)
        return (subject.name.casefold(), subject.slug)

    def answer(self, kept: Sequence[DatedFact], limit: int | None) -> FactAnswer:
        """The facts as they are told, no more than so many."""
        told = tuple(self.teller.fact(one, self.entity, self.among) for one in kept[:limit])
        entity = None if self.entity is None else self.teller.entity(self.entity, told)
        moment: datetime = self.teller.moment
        after = (self.among.after.get(one.name) for one in kept[:limit])
        others = dict.fromkeys(name for name in after if name in self.named)
        shown = {one.name for one in kept[:limit]}
        then = tuple(
            self.teller.fact(self.named[name], self.entity, self.among)
            for name in others
            if name is not None and name not in shown
        )
        passed_over = len(self.stored) - len(kept)
        return FactAnswer(entity, told, len(kept), moment, self.degraded, then, passed_over)


def _told_by_merged(
    dated: Sequence[DatedFact], among: Succession, moment: datetime, now: datetime
) -> frozenset[RecordName]:
    """Those that went into a line that says since when, and by that holds at the moment itself."""
    holding = {one.name for one in dated if one.term.holds(moment, now)}
    went = (one.name for one in dated if one.term.merged_at is not None)
    return frozenset(name for name in went if among.after.get(name) in holding)
