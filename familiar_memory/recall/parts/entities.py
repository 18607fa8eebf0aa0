"""Who and what else is concerned: the most mentioned, with what ties them to others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.tree import TOPICS, below, note_of_person, person_of
from familiar_memory.index.base import Index
from familiar_memory.index.rows.facts import StoredFact
from familiar_memory.knowledge.fact_wording import UNSAID, SentenceSubject
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.current_facts import (
    current_facts,
    fact_sentence,
    fitting,
    is_worth_telling,
)
from familiar_memory.recall.layout import ENTITIES, FACTS, PRIORITIES, SIZES
from familiar_memory.recall.names.concerned import possible_subjects
from familiar_memory.recall.names.name_books import NameBooks
from familiar_memory.recall.parts.facts import subject_name
from familiar_memory.recall.provider import Occasion, Page
from familiar_memory.recall.search.fresh_facts import FreshFacts
from familiar_memory.recall.twins import is_wiring_fact

__all__ = ["EntitiesProvider"]

_TOP = 5
"""Names on a page: the ones mentioned most; others would cost the room of what was asked."""
_RELATIONS = 3
"""Facts of one name, so that one name does not fill the block."""
_TRUST = "learned"
_TOPIC, _END = below(TOPICS), ".md"


class EntitiesProvider:
    """People and topics by how often the question, what was retrieved and the page name them.

    Relations that stand on the page already are left out, and with them those entities
    of which nothing else is known.
    """

    source = ENTITIES

    def __init__(
        self, index: Index, facts: FreshFacts, names: NameBooks, vocabulary: Vocabulary
    ) -> None:
        """Names and facts are read from this index."""
        self._vocabulary = vocabulary
        self._index = index
        self._facts = facts
        self._names = names

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """One contribution, a line an entity, the most mentioned first."""
        if occasion.viewer.is_broadcast:
            return
        mentions = self._known(self._mentions(occasion, page, stop), page)
        stored, degraded = self._facts.about(
            occasion.viewer,
            stop,
            subjects=mentions,
            targets=(path for name in mentions for path in _paths(name)),
        )
        stop.check()
        told = {line.at for one in page.earlier if one.source == FACTS for line in one.lines}
        facts = [
            fact
            for fact in current_facts(stored, occasion.viewer, occasion.now)
            if not (
                is_wiring_fact(fact)
                or not is_worth_telling(fact, self._vocabulary, occasion.now)
                or page.shown.has(fact.key, fact.line)
                or (fact.key, fact.line) in told
            )
        ]
        relations = _by_entity(facts, mentions)
        chosen = sorted(relations, key=lambda name: (-mentions[name], name))[:_TOP]
        called = self._facts.first_names(occasion.viewer)
        lines = [_line(name, relations[name], called) for name in chosen]
        kept = fitting(lines, SIZES[occasion.request.mode][ENTITIES])
        page.degraded += degraded
        if not kept:
            return
        page.decisions += [
            Decision(ENTITIES, name, Disposition.KEPT, f"mentioned {mentions[name]} times")
            for name, line in zip(chosen, lines, strict=True)
            if line in kept
        ]
        text, priority = "\n".join(kept), PRIORITIES[ENTITIES]
        page.contributions.append(
            Contribution(Layer.CONTENT, ENTITIES, text, priority, ENTITIES, _TRUST)
        )

    def _known(self, mentions: Counter[str], page: Page) -> Counter[str]:
        """Those of whom some fact or note speaks: of hundreds of possible names a few.

        Only where something was found: then the arrays are in memory.
        """
        if not page.hits:
            return mentions
        known = self._index.snapshot().registers.entities.known
        return Counter({name: n for name, n in mentions.items() if known(name) is not None})

    def _mentions(self, occasion: Occasion, page: Page, stop: Stop) -> Counter[str]:
        """How often each is named; of topics only what their notes could be called."""
        texts = [occasion.request.text, *(hit.text for hit in page.hits)]
        book = self._names.for_viewer(occasion.viewer)
        counts: Counter[str] = Counter(page.people)
        for text in texts:
            stop.check()
            for mention in book.find(text):
                counts.update(mention.slugs)
            counts.update(possible_subjects(text))
        for hit in page.hits:
            if hit.author is not None:
                counts[hit.author] += 1
            if about := person_of(hit.path) or _topic(hit.path):
                counts[about] += 1
        return counts


def _line(name: str, facts: list[StoredFact], called: Mapping[str, str]) -> str:
    own = [subject_name(fact, called) for fact in facts if fact.subject == name]
    told = [_told(fact, name, called) for fact in facts[:_RELATIONS]]
    return one_line(f"- {own[0] if own else name}: {'; '.join(dict.fromkeys(told))}")


def _told(fact: StoredFact, name: str, called: Mapping[str, str]) -> str:
    """What ties somebody to others: of a fact of theirs without their name, which stands before."""
    is_own = fact.subject == name
    return fact_sentence(
        fact, UNSAID if is_own else SentenceSubject.named(subject_name(fact, called))
    )


def _by_entity(
    facts: Iterable[StoredFact], mentions: Mapping[str, int]
) -> dict[str, list[StoredFact]]:
    found: dict[str, list[StoredFact]] = {}
    for fact in facts:
        target = person_of(fact.object_target) or _topic(fact.object_target)
        for name in dict.fromkeys((fact.subject, target)):
            if name in mentions and name is not None:
                found.setdefault(name, []).append(fact)
    return found


def _paths(name: str) -> tuple[str, str]:
    """Where the note of somebody or something of that name would be."""
    return note_of_person(name), f"{_TOPIC}{name}{_END}"


def _topic(path: str | None) -> str | None:
    if path is None or not (path.startswith(_TOPIC) and path.endswith(_END)):
        return None
    return path[len(_TOPIC) : -len(_END)]
