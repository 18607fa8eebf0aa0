"""Whether what is decided takes the place of what was decided before.

"…instead" and "moved to…" say so themselves. "Change of plan: …" (`changed` of a language's
`[shared_context]`) says that something is otherwise, and not what: it is what is of the same thing
and has a value of the same kind (`values`), a day where it puts another day, a time of day where it
puts another. What is settled for two things (`purposes`) is two. Where several may be meant, it is
the one that the message names beside what it puts in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex

from familiar_memory.maintenance.channels.settled.shared_rules import shared_rules
from familiar_memory.writers.arcs.wording import overlap
from familiar_memory.writers.promised.clause_patterns import finds
from familiar_memory.writers.statements.changed import is_changed, speak_of_one
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.words import salient_words

__all__ = ["SettledMatter", "is_replaced", "named_beside"]

_CLAUSE = regex.compile(r"[,;:.!?…()–—、。！？]")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}'’-]+")


@dataclass(frozen=True, slots=True)
class SettledMatter:
    """What was settled: the words that say it, and the matter that they are about."""

    words: str
    matter: str


def is_replaced(earlier: SettledMatter, later: SettledMatter, message: str) -> bool:
    """Whether it is settled otherwise by a later one, which is said in this message."""
    first, second = _about(earlier), _about(later)
    if not speak_of_one(first, second) or _are_for_two(first, second):
        return False
    return is_changed(message) or (_changes_a_plan(later.words) and _may_differ(first, second))


def named_beside(
    found: Sequence[SettledMatter], later: SettledMatter, message: str
) -> tuple[int, ...]:
    """Those (by their places) of which the message has a word that is of no other of them.

    The words of what is put in their place do not count: "Thursday for the book" names no other
    Thursday.
    """
    beside = " ".join(_beside(later.matter, as_spelt(message)))
    return tuple(at for at in range(len(found)) if overlap(_own(at, found), beside)[0])


def _beside(matter: str, message: str) -> Iterator[str]:
    """What a message says beside the first clause of what it settles, or there in place of it."""
    first = _CLAUSE.split(as_spelt(matter), maxsplit=1)[0]
    for rules in shared_rules():
        for pattern in rules.in_place_of:
            yield from (match["what"] for match in pattern.finditer(first))
    if first.strip() and first in message:
        yield from message.split(first, 1)


def _own(at: int, found: Sequence[SettledMatter]) -> str:
    others = " ".join(one.matter for where, one in enumerate(found) if where != at)
    return " ".join(one for one in salient_words(found[at].matter) if not overlap(one, others)[0])


def _about(settled: SettledMatter) -> str:
    """The matter; "new date for the fair: the 5th" names it in front of that."""
    spelt = as_spelt(settled.words)
    opened = (pattern.search(spelt) for rules in shared_rules() for pattern in rules.changed)
    found = next((one for one in opened if one is not None), None)
    return settled.matter if found is None else spelt[found.end() :]


def _changes_a_plan(said: str) -> bool:
    spelt = as_spelt(said)
    return any(finds(rules.changed, spelt) for rules in shared_rules())


def _may_differ(earlier: str, later: str) -> bool:
    """Whether they put two values of one kind; where they put none, whatever differs is one."""
    first, second = _kinds_of_value(earlier), _kinds_of_value(later)
    if not first and not second:
        return True
    return bool(first & second) and not _are_called_otherwise(earlier, later)


def _kinds_of_value(matter: str) -> frozenset[str]:
    spelt = as_spelt(matter)
    return frozenset(
        kind
        for rules in shared_rules()
        for kind, pattern in rules.values.items()
        if pattern.search(spelt)
    )


def _are_called_otherwise(earlier: str, later: str) -> bool:
    """Whether both name a thing by the word before it, and by two: winter fair, summer fair."""
    first, second = dict(_called(earlier)), dict(_called(later))
    return any(first[name] != second[name] for name in first.keys() & second.keys())


def _called(matter: str) -> Iterator[tuple[str, str]]:
    """Each word that says something, with the one right before it where that does too."""
    named = frozenset(salient_words(matter))
    words = [one.casefold() for one in _WORD.findall(matter)]
    for before, word in pairwise(words):
        if {before, word} <= named and not _kinds_of_value(before):
            yield word, before


def _are_for_two(earlier: str, later: str) -> bool:
    first, second = " ".join(_purposes(earlier)), " ".join(_purposes(later))
    return bool(first and second) and not overlap(first, second)[0]


def _purposes(matter: str) -> Iterator[str]:
    spelt = as_spelt(matter)
    for rules in shared_rules():
        for pattern in rules.purposes:
            yield from (match["what"] for match in pattern.finditer(spelt))
