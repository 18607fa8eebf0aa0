"""Which fact took the place of which: as lines say it, else as their times do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.index.values import StoredFact
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.current_facts import term_of

__all__ = ["Succession", "record_of", "succession"]


@dataclass(frozen=True, slots=True)
class Succession:
    """By the name of a record, the one that took its place, and the one whose place it took."""

    after: Mapping[RecordName, RecordName] = field(default_factory=dict)
    before: Mapping[RecordName, RecordName] = field(default_factory=dict)


def record_of(fact: StoredFact) -> RecordName:
    """What the line of a fact is called."""
    return RecordName(fact.key, fact.record_id)


def succession(facts: Iterable[StoredFact], vocabulary: Vocabulary) -> Succession:
    """Find it among facts that the viewer may know, and in nothing else.

    A line says so by `replaces:` or `into:`. Where it does not, a fact that ended where another
    of the same subject, speaker and audience begins was ended by that one, if their predicate
    has one object at a time.
    """
    standing = list(facts)
    named = {record_of(fact) for fact in standing}
    after: dict[RecordName, RecordName] = {}
    for fact in standing:
        name = record_of(fact)
        old = RecordName(fact.key, fact.replaces) if fact.replaces else None
        new = RecordName(fact.key, fact.into) if fact.into else None
        if old in named and old is not None:
            after[old] = name
        if new in named and new is not None:
            after[name] = new
    for name, other in _by_time(standing, vocabulary).items():
        after.setdefault(name, other)
    return Succession(after, {new: old for old, new in after.items()})


def _by_time(
    facts: Iterable[StoredFact], vocabulary: Vocabulary
) -> Mapping[RecordName, RecordName]:
    slots: defaultdict[tuple[object, ...], list[StoredFact]] = defaultdict(list)
    for fact in facts:
        predicate = vocabulary.get(fact.predicate)
        if predicate is not None and predicate.single and not fact.temporary:
            slots[fact.key, fact.subject, fact.predicate, fact.author, fact.audience].append(fact)
    found: dict[RecordName, RecordName] = {}
    for slot in slots.values():
        begins = {term_of(fact).begins: fact for fact in slot if not _was_wrong(fact)}
        for fact in slot:
            other = begins.get(fact.valid_until) if fact.valid_until else None
            if other is not None and other is not fact:
                found[record_of(fact)] = record_of(other)
    return found


def _was_wrong(fact: StoredFact) -> bool:
    return fact.retired and not fact.valid_until
