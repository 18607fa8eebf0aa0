"""Who and what else is concerned: the most mentioned, with what ties them to others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from datetime import datetime
from itertools import islice

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.tree import TOPICS, below, note_of_person, person_of
from familiar_memory.index.base import Index
from familiar_memory.index.rows.facts import StoredFact
from familiar_memory.knowledge.entities.mentions import MentionDate, mentions_of
from familiar_memory.knowledge.fact_wording import UNSAID, SentenceSubject
from familiar_memory.knowledge.names import spelled_name
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
from familiar_memory.recall.ranking.graph import mentions_in
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import visible_rows
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
    of which nothing else is known; so is who was named but once, and not for a season.
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
            for fact in current_facts(stored, occasion.viewer, occasion.now, self._vocabulary)
            if not (
                is_wiring_fact(fact)
                or not is_worth_telling(fact, self._vocabulary, occasion.now)
                or page.shown.has(fact.key, fact.line)
                or (fact.key, fact.line) in told
            )
        ]
        relations = _by_entity(facts, mentions)
        ranked = sorted(relations, key=lambda name: (-mentions[name], name))
        is_stale = self._stale(occasion, page, stored)
        chosen = list(islice((name for name in ranked if not is_stale(name)), _TOP))
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

    def _stale(
        self, occasion: Occasion, page: Page, stored: Iterable[StoredFact]
    ) -> Callable[[str], bool]:
        """Whether somebody was named but once, and long ago.

        Mostly the facts that were read say that they were not; only else all records are looked
        at, and where nothing was found nobody waits for the arrays.
        """
        of = _by_entity((fact for fact in stored if not is_wiring_fact(fact)), None)

        def is_stale(name: str) -> bool:
            told = {(fact.key, fact.line): MentionDate(_moment(fact)) for fact in of.get(name, ())}
            if not page.hits or not mentions_of(told.values()).is_stale(occasion.now):
                return False
            snapshot = self._index.snapshot()
            masks = visible_rows(snapshot, occasion.viewer, Filters(occasion.now))
            return mentions_in(snapshot, masks, name).is_stale(occasion.now)

        return is_stale

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
    told = dict.fromkeys(_told(fact, name, called) for fact in _strongest(facts))
    return one_line(f"- {own[0] if own else name}: {'; '.join(islice(told, _RELATIONS))}")


def _told(fact: StoredFact, name: str, called: Mapping[str, str]) -> str:
    """What ties somebody to others: of a fact of theirs without their name, which stands before."""
    is_own = fact.subject == name
    return fact_sentence(
        fact, UNSAID if is_own else SentenceSubject.named(subject_name(fact, called))
    )


def _by_entity(
    facts: Iterable[StoredFact], among: Container[str] | None
) -> dict[str, list[StoredFact]]:
    """Facts by whom they are about, and by whose note their object is; of those `among` some."""
    found: dict[str, list[StoredFact]] = {}
    for fact in facts:
        target = person_of(fact.object_target) or _topic(fact.object_target)
        for name in dict.fromkeys((fact.subject, target)):
            if name is not None and (among is None or name in among):
                found.setdefault(name, []).append(fact)
    return found


def _strongest(facts: list[StoredFact]) -> list[StoredFact]:
    """What was said most often first, over all lines that say it; else in their order."""
    strengths: Counter[tuple[str, str, str]] = Counter()
    for fact in facts:
        strengths[_said(fact)] += fact.seen or 1
    return sorted(facts, key=lambda fact: -strengths[_said(fact)])


def _said(fact: StoredFact) -> tuple[str, str, str]:
    return (fact.subject, fact.predicate, spelled_name(fact.object))


def _moment(fact: StoredFact) -> datetime | None:
    written = fact.learned or fact.valid_since
    return None if written is None else instant_of(written)


def _paths(name: str) -> tuple[str, str]:
    """Where the note of somebody or something of that name would be."""
    return note_of_person(name), f"{_TOPIC}{name}{_END}"


def _topic(path: str | None) -> str | None:
    if path is None or not (path.startswith(_TOPIC) and path.endswith(_END)):
        return None
    return path[len(_TOPIC) : -len(_END)]
