"""One human on two platforms: `same_as::` lines, which only a person writes.

Such a line is wiring: it joins two notes, and no prompt shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime

from familiar_memory.domain.memory.document import FactRow, ParsedDocument, Passage
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_person, person_of
from familiar_memory.index.rows.facts import StoredFact
from familiar_memory.index.values import FactsWanted
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.predicates import SAME_AS, SHIPPED
from familiar_memory.knowledge.validity import holds
from familiar_memory.recall.current_facts import current_facts, term_of
from familiar_memory.recall.search.fresh_facts import FreshFacts

__all__ = [
    "MOST_TWINS",
    "is_wiring",
    "is_wiring_fact",
    "is_wiring_hit",
    "joined_by",
    "joined_people",
    "linked_from",
    "linking_to",
    "people_of_one",
]

MOST_TWINS = 8
"""Notes of one person: who is known on more platforms than these is a mistake in a note."""
_NO_REFS = "[]"


def is_wiring(line: Passage, fact: FactRow | None) -> bool:
    """Whether a line of a person's note was written to join it to another.

    A line that cites a turn was drawn from what somebody said: anybody can claim to be
    somebody else, so such a line merges nobody, and is a memory as any other.
    """
    return fact is not None and fact.predicate == SAME_AS and not line.refs


def is_wiring_fact(fact: StoredFact) -> bool:
    """The same of a line as the index knows it."""
    return fact.predicate == SAME_AS and fact.refs == _NO_REFS


def is_wiring_hit(hit: SearchHit) -> bool:
    """The same of a line that was found."""
    is_own = person_of(hit.path) is not None and not hit.refs
    return is_own and hit.text.startswith(f"{SAME_AS}::")


def linked_from(
    document: ParsedDocument, viewer: Viewer, now: datetime, resolve: Callable[[str], str]
) -> tuple[str, ...]:
    """Whom a note says to be the same person, as far as this viewer may know.

    `resolve` says which key a link leads to.
    """
    found: dict[str, None] = {}
    for fact in document.facts:
        line = document.passages[fact.passage]
        slug = person_of(fact.object_target and resolve(fact.object_target))
        if slug is None or line.retired or not is_wiring(line, fact):
            continue
        if permits(viewer, line.audience) and holds(
            line.valid_since, line.valid_until, line.expires, now
        ):
            found[slug] = None
    return tuple(found)


def linking_to(
    facts: FreshFacts, slugs: Iterable[str], viewer: Viewer, now: datetime, stop: Stop
) -> dict[str, tuple[str, ...]]:
    """By slug, whose notes say to be the same person as that one; by the same rules."""
    stored, _ = facts.about(viewer, stop, targets=(note_of_person(slug) for slug in slugs))
    found: dict[str, dict[str, None]] = {}
    for fact in current_facts(stored, viewer, now, SHIPPED):
        target, other = person_of(fact.object_target), person_of(fact.key)
        if is_wiring_fact(fact) and target and other:
            found.setdefault(target, {})[other] = None
    return {target: tuple(sorted(others)) for target, others in found.items()}


def joined_by(facts: Iterable[StoredFact], now: datetime) -> Iterator[tuple[str, str]]:
    """The two people, by slug, that each of these facts says to be one, where it holds now."""
    for fact in facts:
        one, other = person_of(fact.key), person_of(fact.object_target)
        if one is None or other is None or not is_wiring_fact(fact):
            continue
        if term_of(fact).holds(now, now):
            yield one, other


def joined_people(pairs: Iterable[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    """Everybody whom the pairs join, each with all who are the same person, themselves too."""
    found: dict[str, frozenset[str]] = {}
    for one, other in pairs:
        together = found.get(one, frozenset({one})) | found.get(other, frozenset({other}))
        found |= dict.fromkeys(together, together)
    return found


def people_of_one(
    facts: FreshFacts, slugs: Iterable[str], viewer: Viewer, now: datetime, stop: Stop
) -> Mapping[str, frozenset[str]]:
    """These people as `joined_people`, by the lines that this viewer may know.

    Raises:
        IndexUnavailableError: the index cannot be read.
    """
    asked, pairs = frozenset[str](), dict[tuple[str, str], None]()
    ask = frozenset(slugs)
    for _ in range(MOST_TWINS):
        if not ask:
            break
        asked |= ask
        keys = frozenset(map(note_of_person, ask))
        found = facts.stated(FactsWanted(ask, keys), viewer, stop, notes=keys)
        pairs |= dict.fromkeys(joined_by(found.facts, now))
        ask = frozenset(slug for pair in pairs for slug in pair) - asked
    return joined_people(pairs)
