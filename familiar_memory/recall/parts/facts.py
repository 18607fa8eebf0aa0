"""What is known of the people and topics concerned, beyond what their notes on the page say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Layer, Line
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_person, subject_of
from familiar_memory.index.rows.facts import StoredFact
from familiar_memory.knowledge.predicates import SAME_AS
from familiar_memory.recall.current_facts import current_facts, fact_line, fitting
from familiar_memory.recall.layout import FACTS, PRIORITIES, SIZES
from familiar_memory.recall.names.concerned import possible_subjects
from familiar_memory.recall.names.titles import shown_title
from familiar_memory.recall.provider import Occasion, Page
from familiar_memory.recall.ranking.asked.facts import FactsAsked
from familiar_memory.recall.search.fresh_facts import FreshFacts

__all__ = ["FactsProvider", "subject_name"]

_TRUST = "learned"
_ENOUGH = 60
"""Of a long fact that the budget cuts, so many characters identify it."""


class FactsProvider:
    """Current facts about whoever is here, and about whatever is spoken of, by name.

    A fact whose line stands in a note on the page is not said twice.
    """

    source = FACTS

    def __init__(self, facts: FreshFacts, most: int) -> None:
        """At most so many facts; 0 = as many as have room."""
        self._facts = facts
        self._most = most

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """One contribution, a line a fact: what is asked for, then the weightiest."""
        if occasion.viewer.is_broadcast:
            return
        topics = possible_subjects(occasion.request.text)
        stored, degraded = self._facts.about(
            occasion.viewer,
            stop,
            subjects=(*page.people, *topics),
            targets=(note_of_person(slug) for slug in page.people),
        )
        facts = [
            fact
            for fact in current_facts(stored, occasion.viewer, occasion.now)
            if fact.predicate != SAME_AS and not page.shown.has(fact.key, fact.line)
        ]
        asked = FactsAsked(occasion.request.text)
        facts.sort(key=lambda fact: not asked.has_predicate(fact.predicate))
        called = self._facts.first_names(occasion.viewer)
        page.degraded += degraded
        lines = _lines(facts[: self._most] if self._most else facts, occasion, called)
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
