"""What is known of the people and topics concerned, beyond what their notes on the page say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Layer, Line
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_person, note_of_topic, person_of, subject_of
from familiar_memory.index.names import object_name
from familiar_memory.index.values import FactsWanted, StoredFact
from familiar_memory.knowledge.predicates import SAME_AS, Vocabulary
from familiar_memory.recall.current_facts import current_facts, fact_line, fitting, is_worth_telling
from familiar_memory.recall.layout import FACTS, PRIORITIES, SIZES
from familiar_memory.recall.names.concerned import possible_subjects
from familiar_memory.recall.names.name_books import NameBooks
from familiar_memory.recall.names.objects import mentioned_objects
from familiar_memory.recall.names.titles import shown_title
from familiar_memory.recall.provider import Occasion, Page
from familiar_memory.recall.ranking.asked.facts import FactsAsked
from familiar_memory.recall.search.fresh_facts import FreshFacts
from familiar_memory.recall.twins import is_wiring_fact

__all__ = ["FactsProvider", "subject_name"]

_TRUST = "learned"
_ENOUGH = 60
"""Of a long fact that the budget cuts, so many characters identify it."""


@dataclass(frozen=True, slots=True)
class _Concerned:
    """Whom and what a question concerns, as facts name them."""

    speakers: frozenset[str]
    subjects: frozenset[str]
    """named by the question, as `objects` and `notes`, which are keys"""
    objects: frozenset[str]
    notes: frozenset[str]

    def is_own(self, fact: StoredFact) -> bool:
        return fact.subject in self.speakers

    def is_mentioned(self, fact: StoredFact) -> bool:
        return (
            fact.subject in self.subjects
            or fact.object_target in self.notes
            or object_name(fact.object) in self.objects
        )


class FactsProvider:
    """Current facts about whoever speaks, about whatever is spoken of, and who else is here.

    The speaker's own come first, and no number cuts them; then those whose subject or object the
    question mentions; then those of the others on the page. What is news for a while only is
    told where it is spoken of. A fact whose line stands in a note on the page is not said twice.
    """

    source = FACTS

    def __init__(
        self, facts: FreshFacts, names: NameBooks, vocabulary: Vocabulary, most: int
    ) -> None:
        """At most so many facts, beside the speaker's own; 0 = as many as have room."""
        self._facts = facts
        self._names = names
        self._vocabulary = vocabulary
        self._most = most

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """One contribution, a line a fact."""
        if occasion.viewer.is_broadcast:
            return
        concerned = self._concerned(occasion)
        wanted = FactsWanted(
            concerned.speakers | concerned.subjects | frozenset(page.people),
            concerned.notes | frozenset(map(note_of_person, page.people)),
            concerned.objects,
        )
        stored, degraded = self._facts.stated(wanted, occasion.viewer, stop)
        facts = self._chosen(stored, concerned, occasion, page)
        called = self._facts.first_names(occasion.viewer)
        page.degraded += degraded
        lines = _lines(facts, occasion, called)
        if lines:
            told = sorted({line.at for line in lines if line.at is not None})
            page.decisions += [Decision(FACTS, f"{p}:{n}", Disposition.KEPT) for p, n in told]
            page.contributions.append(
                Contribution(
                    Layer.CONTENT,
                    FACTS,
                    lines=lines,
                    priority=PRIORITIES[FACTS],
                    label=FACTS,
                    trust=_TRUST,
                )
            )

    def _concerned(self, occasion: Occasion) -> _Concerned:
        """Whom the request says, without asking whether anything is known of them."""
        text, author = occasion.request.text, occasion.request.author
        topics = possible_subjects(text)
        people = {
            slug
            for mention in self._names.for_viewer(occasion.viewer).find(text)
            for slug in mention.slugs
        }
        return _Concerned(
            frozenset() if author is None else frozenset({author.slug}),
            frozenset({*topics, *people}),
            mentioned_objects(text, self._facts.named_objects()),
            frozenset({*map(note_of_topic, topics), *map(note_of_person, people)}),
        )

    def _chosen(
        self,
        stored: Sequence[StoredFact],
        concerned: _Concerned,
        occasion: Occasion,
        page: Page,
    ) -> list[StoredFact]:
        """The facts to be told: of each group those asked for, the weightiest, then the newest."""
        held = [
            fact
            for fact in current_facts(stored, occasion.viewer, occasion.now, self._vocabulary)
            if is_worth_telling(fact, self._vocabulary, occasion.now)
        ]
        concerned = _with_twins(concerned, held)
        told = [
            fact
            for fact in held
            if fact.predicate != SAME_AS and not page.shown.has(fact.key, fact.line)
        ]
        asked = FactsAsked(occasion.request.text)
        told.sort(key=lambda fact: not asked.has_predicate(fact.predicate))
        lasting = [fact for fact in told if not self._is_passing(fact)]
        own = [fact for fact in lasting if concerned.is_own(fact)]
        mentioned = [fact for fact in told if concerned.is_mentioned(fact)]
        others = list(dict.fromkeys((*mentioned, *lasting)))
        others = [fact for fact in others if fact not in own]
        return [*own, *(others[: max(self._most - len(own), 0)] if self._most else others)]

    def _is_passing(self, fact: StoredFact) -> bool:
        """Whether it is news for a while only: what somebody has bought, or decided."""
        predicate = self._vocabulary.get(fact.predicate)
        return predicate is not None and predicate.fades_after is not None


def _with_twins(concerned: _Concerned, held: Iterable[StoredFact]) -> _Concerned:
    """The same where the speaker speaks for all notes of theirs that `same_as` joins."""
    speakers = set(concerned.speakers)
    for fact in filter(is_wiring_fact, held):
        pair = {person_of(fact.key), person_of(fact.object_target)} - {None}
        if len(pair) > 1 and not pair.isdisjoint(concerned.speakers):
            speakers |= {slug for slug in pair if slug is not None}
    return _Concerned(frozenset(speakers), concerned.subjects, concerned.objects, concerned.notes)


def _lines(
    facts: Iterable[StoredFact], occasion: Occasion, called: Mapping[str, str]
) -> list[Line]:
    """As many as fit; of facts that read alike the last one stands for all."""
    said = {f"- {fact_line(f, subject_name(f, called))}": f for f in facts}
    return [
        Line(text, at=(said[text].key, said[text].line), enough=min(len(text), _ENOUGH))
        for text in fitting(said, SIZES[occasion.request.mode][FACTS])
    ]


def subject_name(fact: StoredFact, called: Mapping[str, str]) -> str:
    """The title of the note that a fact stands in where it is of its subject, else the subject.

    `called` says what the viewer knows people as, by slug.
    """
    is_own = subject_of(fact.key) == fact.subject
    return (is_own and shown_title(fact.key, fact.title, called)) or fact.subject
