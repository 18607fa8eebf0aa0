"""Which facts answer a question: of whom it names, or whose object it says.

For a question of the past also what has been struck since, if it says when it ended: a line that
was wrong is no answer to anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.predicate_words import object_of, words_of_predicate
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.validity import has_ended, holds
from familiar_memory.recall.known.about import FactsAbout
from familiar_memory.recall.known.asking import FactAsking
from familiar_memory.recall.known.covered import Words, accounted_by, said_of, words_left
from familiar_memory.recall.known.term import days_of_question
from familiar_memory.recall.ranking.asked.facts import is_short
from familiar_memory.recall.ranking.asked.stated import stated_predicate
from familiar_memory.recall.ranking.asked.tense import Tense

__all__ = ["KnownFacts"]

_RECORD = "record"
_ENOUGH_OF_OBJECT = 2
"""Words of an object by which a fact of somebody is meant where its predicate is not said."""
_MOST = 5
"""Facts that go before everything else: who asks for more wants to read the note."""


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """The facts that answer one question; the `vocabulary` says which of them are events."""

    about: FactsAbout
    vocabulary: Vocabulary

    @property
    def asked(self) -> FactAsking:
        """What is asked, and of when."""
        return self.about.asked

    def answers(self, found: Iterable[StoredPassage]) -> list[StoredPassage]:
        """The facts that answer, the best first, of those about whom is named and of `found`.

        Those that were found say the object, or are of whom is named: who works at the archive?
        """
        if not is_short(self.about.question.text):
            return []
        records = [one for one in found if one.kind == _RECORD]
        candidates = {one.id: one for one in (*self.about.facts.values(), *records)}.values()
        weighed = [(weight, one) for one in candidates if (weight := self._weight(one)) is not None]
        weighed.sort(key=lambda pair: (*(-part for part in pair[0]), *_order(pair[1])))
        return [one for _, one in weighed[:_MOST]]

    def asks_for(self, passage: StoredPassage) -> bool:
        """Whether a passage is a fact whose predicate the question uses."""
        return passage.kind == _RECORD and self.asked.asked.has(passage.text)

    def may_answer(self, passage: StoredPassage) -> bool:
        """Whether it is a fact that is asked for, of whom the question names, if anybody.

        And of the days that it names, if any: of what was learned later, and does not say since
        when it holds, nobody knows whether it was so then.
        """
        is_meant = not self.about.named or self.about.is_of_named(passage)
        return self.asks_for(passage) and is_meant and self._may_be_of_days(passage)

    def _may_be_of_days(self, fact: StoredPassage) -> bool:
        spans = self.asked.spans
        return not spans or (days_of_question(fact, spans, self.asked.today, self.vocabulary) > 0)

    def _weight(self, fact: StoredPassage) -> tuple[float, ...] | None:
        """What puts one answer before another; None for what is none."""
        predicate = stated_predicate(fact.text)
        if predicate is None or (time := self._time(fact)) is None:
            return None
        object_ = accounted_by(object_of(fact.text))
        by_predicate = accounted_by(*words_of_predicate(predicate))
        is_asked = self.asked.asked.has(fact.text)
        said = self._said_of(object_, by_predicate)
        accounted = object_ | by_predicate
        if fact.id in self.about.facts:
            names = self.about.names_in(fact)
            if not (is_asked or (names and said >= _ENOUGH_OF_OBJECT)):
                return None
            accounted |= accounted_by(*sorted(names))
        elif not (is_asked and said):
            return None
        if words_left(self.asked.text, accounted):
            return None
        return (said, is_asked, *time)

    def _said_of(self, object_: Words, by_predicate: Words) -> int:
        """How much of the object a question says that words of the predicate do not."""
        only = Words(
            object_.terms - by_predicate.terms,
            tuple(one for one in object_.pieces if one not in by_predicate.pieces),
        )
        return said_of(self.asked.text, only)

    def _time(self, fact: StoredPassage) -> tuple[float, ...] | None:
        """How well a fact is of the time that is asked for; None where it is not."""
        moment = self.about.filters.moment
        is_over = has_ended(fact.valid_until, moment)
        if self.asked.spans:
            held = days_of_question(fact, self.asked.spans, self.asked.today, self.vocabulary)
            return (float(held),) if held else None
        tense = self.asked.tense
        if fact.merged_at is not None and tense is not Tense.NOW:
            # It has not ended: the line that it went into says so, or that it has.
            return None
        if tense is Tense.PAST and not is_over:
            return None
        if tense is Tense.NOW and not holds(fact.valid_since, fact.valid_until, None, moment):
            return None
        return (float(is_over if tense in (Tense.PAST, Tense.DID) else not is_over),)


def _order(fact: StoredPassage) -> tuple[object, ...]:
    """Among equals: what was learned last, then as the notes say it."""
    learned = fact.valid_since or fact.learned or ""
    return tuple(-ord(c) for c in learned), fact.source, fact.key, fact.char_start
