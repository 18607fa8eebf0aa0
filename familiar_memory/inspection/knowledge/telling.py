"""A fact as the index has it, told to a viewer: names that they know, notes as they know them."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import orjson

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.tree import note_of_person, note_of_topic, subject_of
from familiar_memory.index.values import StoredFact
from familiar_memory.inspection.knowledge.dated import DatedFact
from familiar_memory.inspection.knowledge.entity import MeantEntity
from familiar_memory.inspection.knowledge.fact import EntityName, Fact, FactObject
from familiar_memory.inspection.knowledge.succession import Succession
from familiar_memory.knowledge.audience import EVERYONE, OWNER
from familiar_memory.knowledge.fact_wording import sentence_about
from familiar_memory.knowledge.predicates import SAME_AS
from familiar_memory.knowledge.term import Term
from familiar_memory.recall.names.titles import shown_subject

__all__ = ["FactTeller"]


@dataclass(frozen=True, slots=True)
class FactTeller:
    """Tells facts to one viewer.

    `called` says what they know people as, by slug, and `shown` how they know a note by its key;
    `speakers` are the slugs of who said what is told. `moment` is the one asked about, `now` the
    present; at the moment the `interrupted` gave way to others for a time.
    """

    called: Mapping[str, str]
    speakers: Container[str]
    shown: Callable[[str], str]
    moment: datetime
    now: datetime
    interrupted: Container[RecordName] = ()

    def holds(self, one: DatedFact) -> bool:
        """Whether it is what holds at the moment asked about."""
        return one.term.holds(self.moment, self.now) and one.name not in self.interrupted

    def fact(self, dated: DatedFact, meant: MeantEntity | None, among: Succession) -> Fact:
        """One fact; `meant` is whom the question asks for."""
        fact, term, name = dated.fact, dated.term, dated.name
        subject = self.subject(fact)
        if fact.predicate != SAME_AS:
            subject = self._of_one_person(subject, meant)
        target = fact.object_target
        return Fact(
            record=self._record(name),
            line=fact.line,
            subject=subject,
            predicate=fact.predicate,
            object=FactObject(fact.object, None if target is None else self.shown(target)),
            sentence=self._sentence(fact, term, subject),
            state=term.state(self.now),
            holds=self.holds(dated),
            gives_way=name in self.interrupted,
            is_about=meant is None or fact.subject in meant.subjects,
            since=fact.valid_since,
            until=fact.valid_until,
            begins=term.begins,
            ends=term.ends,
            learned=term.learned,
            by=None if fact.author is None else self._person(fact.author),
            place=None if fact.place in (EVERYONE, OWNER) else fact.place,
            refs=tuple(orjson.loads(fact.refs)),
            source=fact.source,
            seen=fact.seen or 1,
            importance=fact.importance,
            confidence=fact.confidence,
            quote=fact.quote,
            category=fact.category,
            is_temporary=fact.temporary,
            expires=fact.expires,
            is_merged=term.merged_at is not None,
            replaces=self._other(among.before.get(name)),
            replaced_by=self._other(among.after.get(name)),
        )

    def subject(self, fact: StoredFact) -> EntityName:
        """Whom a fact is about."""
        slug = fact.subject
        if subject_of(fact.key) != slug:
            return self._named(slug)
        name = shown_subject(slug, fact.key, fact.title, self.called)
        return EntityName(name, self.shown(fact.key), slug)

    def _of_one_person(self, subject: EntityName, meant: MeantEntity | None) -> EntityName:
        """The same; a note without a name is called as another of the same person's."""
        if meant is None or subject.name != subject.slug or subject.slug not in meant.subjects:
            return subject
        names = (self.called.get(slug) for slug in (meant.slug, *sorted(meant.twins)))
        return replace(subject, name=next(filter(None, names), subject.name))

    def entity(self, meant: MeantEntity, facts: tuple[Fact, ...]) -> EntityName:
        """Whom a question means: as facts about them name them, else by what is known of names."""
        own = (fact.subject for fact in facts if fact.subject.slug in meant.subjects)
        titled = sorted(own, key=lambda one: one.slug != meant.slug)
        if titled:
            return titled[0]
        if meant.key is None:
            return self._named(meant.slug)
        key = meant.key
        return EntityName(self.called.get(meant.slug, meant.slug), self.shown(key), meant.slug)

    def _named(self, slug: str) -> EntityName:
        """Somebody or something by slug: whoever has a name that is known, or speaks, is somebody.

        Whether there is a note is not asked, since it may not be known.
        """
        if slug in self.called or slug in self.speakers:
            return self._person(slug)
        return EntityName(slug, self.shown(note_of_topic(slug)), slug)

    def _person(self, slug: str) -> EntityName:
        return EntityName(self.called.get(slug, slug), self.shown(note_of_person(slug)), slug)

    def _record(self, name: RecordName) -> RecordName:
        return replace(name, note=self.shown(name.note))

    def _other(self, name: RecordName | None) -> RecordName | None:
        return None if name is None else self._record(name)

    def _sentence(self, fact: StoredFact, term: Term, subject: EntityName) -> str:
        """As it reads at the moment asked about: what holds no more is told as past."""
        is_over = term.state(self.now) is RecordState.ENDED and term.merged_at is None
        is_past = is_over and not term.holds(self.moment, self.now)
        return sentence_about(
            subject.name,
            fact.predicate,
            fact.object,
            is_past=is_past,
            since=fact.valid_since,
            until=term.ends,
        )
