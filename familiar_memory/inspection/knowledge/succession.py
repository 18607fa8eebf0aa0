"""Which fact took the place of which: as lines say it, else as their times do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.inspection.knowledge.dated import DatedFact
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.term import Term

__all__ = ["Succession", "succession"]


@dataclass(frozen=True, slots=True)
class Succession:
    """By the name of a record, the one that took its place, and the one whose place it took."""

    after: Mapping[RecordName, RecordName] = field(default_factory=dict)
    before: Mapping[RecordName, RecordName] = field(default_factory=dict)


def succession(
    facts: Iterable[DatedFact], vocabulary: Vocabulary, led: Callable[[str], str] = str
) -> Succession:
    """Find it among facts that the viewer may know, and in nothing else.

    `led` gives the key of the note at a path.

    A line says so by `replaces:` or `into:`. Where it does not, or another fact has come in between
    since it was written, a fact that ended where another
    of the same subject begins was ended by that one, if their predicate has one object at a time:
    by one of the same speaker and audience, else by one that has no speaker, since what the owner
    says ends what anybody has said, anywhere.
    """
    standing = list(facts)
    by_time, told = _by_time(standing, vocabulary), _as_told(standing, led)
    when = {one.name: one.term for one in standing}
    stale = {old for old in told.keys() & by_time if _is_stale(when[old], when[told[old]])}
    after = by_time | {old: new for old, new in told.items() if old not in stale}
    return Succession(after, {new: old for old, new in after.items()})


def _is_stale(old: Term, new: Term) -> bool:
    """Whether what a line says that it replaced had ended before: something came in between."""
    end = instant_of(old.until) if old.until else None
    begin = instant_of(new.begins) if new.begins else None
    return end is not None and begin is not None and end < begin


def _as_told(
    facts: Iterable[DatedFact], led: Callable[[str], str]
) -> Mapping[RecordName, RecordName]:
    named = {one.name for one in facts}
    found: dict[RecordName, RecordName] = {}
    for one in facts:
        fact, name = one.fact, one.name
        if fact.replaces and (old := _named(fact.key, fact.replaces, led)) in named:
            found[old] = name
        if fact.into and (new := _named(fact.key, fact.into, led)) in named:
            found[name] = new
    return found


def _named(key: str, written: str, led: Callable[[str], str]) -> RecordName:
    """The record that a line means by an id, or by a note and an id (`people/bex#^k3f9a1`)."""
    note, mark, record = written.rpartition("#^")
    return RecordName(led(f"{note.removesuffix('.md')}.md") if mark else key, record)


def _by_time(facts: Iterable[DatedFact], vocabulary: Vocabulary) -> dict[RecordName, RecordName]:
    slots: defaultdict[tuple[object, ...], list[DatedFact]] = defaultdict(list)
    for one in facts:
        fact = one.fact
        predicate = vocabulary.get(fact.predicate)
        if predicate is not None and predicate.single and not fact.temporary:
            slots[fact.key, fact.subject, fact.predicate].append(one)
    found: dict[RecordName, RecordName] = {}
    for standing in slots.values():
        begins: defaultdict[object, list[DatedFact]] = defaultdict(list)
        for one in standing:
            if not _was_wrong(one):
                begins[one.term.begins].append(one)
        for one in standing:
            others = begins[one.term.until] if one.term.until else []
            if (other := _ended_by(one, others)) is not None:
                found[one.name] = other.name
    return found


def _ended_by(old: DatedFact, others: Sequence[DatedFact]) -> DatedFact | None:
    """The last of its own speaker and audience, else the last that has no speaker."""
    some = [one for one in others if one is not old]
    own = [one for one in some if _whose(one) == _whose(old)]
    unsaid = [one for one in some if one.fact.author is None]
    return next(reversed(own or unsaid), None)


def _whose(one: DatedFact) -> tuple[str | None, str]:
    return one.fact.author, one.fact.audience


def _was_wrong(one: DatedFact) -> bool:
    return one.term.is_struck and not one.term.until
