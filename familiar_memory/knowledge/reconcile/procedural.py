"""What a new rule of conduct does to the active ones: "answer in short sentences".

Rules for one person and rules for all never meet; whoever asks gives the rules of one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache

import regex

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.reconcile.markers import is_number, marker_words, negations
from familiar_memory.knowledge.reconcile.relation import left_over
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.records.machine_lines import day_of
from familiar_memory.knowledge.words import STOP_WORDS

__all__ = ["MOST_RULES", "RuleAction", "RuleVerdict", "decide_rule"]

MOST_RULES = 20
"""Active at once: each stands in every prompt."""
_LEAST_SHARED = 2
"""Words that two rules share when they are about one thing."""
_MOST_OF_THE_SHORTER = 0.75
"""And so much of the shorter: "never mention my ex in public" is no ban on "mention release dates
in public"."""

_ENDING = regex.compile(r"\p{Hiragana}")


class RuleAction(StrEnum):
    """What is done with a new rule."""

    SAME = "same"
    REPLACE = "replace"
    APPEND = "append"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """What happens, and why.

    `replaced` are rules that the new one takes the place of, the first of them the place in the
    list. `archived` are those that go since there would be too many, the oldest first. Both are
    kept in the archive. `same` is the rule that says it already.
    """

    action: RuleAction
    reason: str
    replaced: tuple[Record, ...] = ()
    archived: tuple[Record, ...] = ()
    same: Record | None = None


def decide_rule(active: Sequence[Record], new: Record, most: int = MOST_RULES) -> RuleVerdict:
    """What happens when a rule comes to those that are active, in their order.

    The rule is the text of a record, what it was learned from its quote, and when its date.
    """
    if not _words(new.text):
        return RuleVerdict(RuleAction.REJECT, "it has no letter or digit, so it says nothing")
    text = normalised(new.text)
    for one in active:
        if normalised(one.text) == text:
            return RuleVerdict(RuleAction.SAME, "it is already there", same=one)
    replaced = []
    for one in active:
        relation = _stands_to(one, new)
        if relation is RuleAction.SAME:
            return RuleVerdict(RuleAction.SAME, "it was said more exactly", same=one)
        if relation is RuleAction.REPLACE:
            replaced.append(one)
    staying = [one for one in active if one not in replaced]
    archived = tuple(_oldest(staying, len(staying) + 1 - most))
    action = RuleAction.REPLACE if replaced else RuleAction.APPEND
    reason = "it takes the place of another" if replaced else "it is new"
    return RuleVerdict(action, reason, tuple(replaced), archived)


def _stands_to(old: Record, new: Record) -> RuleAction:
    """Replace, where the new one is the opposite or more exact; same, where it is less exact."""
    before, after = _words(old.text), _words(new.text)
    if _forbids(old) != _forbids(new):
        return RuleAction.REPLACE if _is_one_matter(before, after) else RuleAction.APPEND
    counts = _numbers(before), _numbers(after)
    if counts[0] != counts[1]:
        # "Two sentences at most", then "five sentences at most".
        is_other_count = all(counts) and _without(before, counts[0]) == _without(after, counts[1])
        return RuleAction.REPLACE if is_other_count else RuleAction.APPEND
    if len(set(before) & set(after)) < _LEAST_SHARED:
        return RuleAction.SAME if before == after else RuleAction.APPEND
    if left_over(after, before) is not None:
        return RuleAction.SAME
    return RuleAction.APPEND if left_over(before, after) is None else RuleAction.REPLACE


def _is_one_matter(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether a ban speaks of what a request asks for.

    Where each has a word that the other lacks, they are of two things: "use long sentences" and
    "never use short sentences" agree. Endings of Japanese words are none.
    """
    if _of_their_own(before, after) and _of_their_own(after, before):
        return False
    shared = len(set(before) & set(after))
    shorter = min(len(set(before)), len(set(after)))
    is_most = shared >= _LEAST_SHARED and shared >= _MOST_OF_THE_SHORTER * shorter
    return is_most or before == after


def _of_their_own(words: Sequence[str], others: Sequence[str]) -> list[str]:
    return [word for word in _without(words, others) if not _ENDING.fullmatch(word)]


def _forbids(rule: Record) -> bool:
    return negations().are_in(tokens_of(rule.text))


def _words(text: str) -> tuple[str, ...]:
    """The words that say what a rule is about: neither what forbids nor what is polite."""
    tokens = tokens_of(text)
    spans = negations().spans(tokens)
    kept = (token for at, token in enumerate(tokens) if not any(s <= at < e for s, e in spans))
    return tuple(token for token in kept if token not in _empty_words())


@lru_cache(maxsize=1)
def _empty_words() -> frozenset[str]:
    return STOP_WORDS | marker_words("fillers") | marker_words("polite") | marker_words("particles")


def _numbers(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if is_number(word))


def _without(words: Sequence[str], some: Sequence[str]) -> list[str]:
    return [word for word in words if word not in some]


def _oldest(rules: Sequence[Record], count: int) -> list[Record]:
    """So many of the oldest; of one day those that stand first, and last what says no day.

    People write such lines by hand.
    """
    ordered = sorted(rules, key=lambda rule: day_of(rule.fields.learned) or date.max)
    return ordered[: max(0, count)]
