"""How two statements of one thing stand to each other: the same, the opposite, more exact.

Words in common prove little: "ice cream" and "ice cream cake", "Berlin marathon" and "Berlin
half marathon" are two things each, and so are coffee and decaf coffee. So a near duplicate needs
most words in common (Jaccard index), in one order, with the same last word, no number, negation or
sign of difference, nothing but praise or particles more, and enough words for that to mean
something. Whatever is in doubt is another thing: a line too many harms nobody, a fact swallowed is
gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import regex

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.duplicates import OBJECTS_ALIKE, share_words
from familiar_memory.knowledge.predicates import ObjectKind
from familiar_memory.knowledge.reconcile.markers import marker_words
from familiar_memory.knowledge.reconcile.wording import Wording
from familiar_memory.knowledge.words import STOP_WORDS

__all__ = ["FEWEST_DENSE", "FEWEST_WORDS", "Relation", "common_words", "left_over", "relation"]

FEWEST_WORDS = 3
"""So many words the shorter one has: of two words and three, a third of the text is new."""
_JOINED = regex.compile(r"['\u2019&,、/+]")
"""What makes several of one name, or another one's."""
FEWEST_DENSE = 6
"""The same in characters, in scripts without spaces."""


class Relation(StrEnum):
    """What a later statement is to an earlier one."""

    SAME = "same"
    OPPOSITE = "opposite"
    MORE_EXACT = "more exact"
    LESS_EXACT = "less exact"
    OTHER = "other"


def relation(
    earlier: Wording,
    later: Wording,
    objects: ObjectKind = ObjectKind.THING,
    *,
    may_be_near: bool = True,
) -> Relation:
    """What the later of two wordings of an object is to the earlier.

    Unless they `may_be_near`, most of the same words are no sign that they are one: of an
    employer or an allergy every word counts.
    """
    if earlier.targets and later.targets and earlier.targets != later.targets:
        return Relation.OTHER
    if earlier.text == later.text:
        return Relation.SAME
    if earlier.symbols != later.symbols or not (earlier.core and later.core):
        return Relation.OTHER
    if earlier.core == later.core:
        return _by_negation(earlier, later)
    if earlier.negated != later.negated or earlier.numbers != later.numbers:
        return Relation.OTHER
    if _is_short_for(earlier, later, objects):
        return Relation.MORE_EXACT
    if _is_short_for(later, earlier, objects):
        return Relation.LESS_EXACT
    return _near(earlier, later) if may_be_near else Relation.OTHER


def common_words(one: Wording, other: Wording) -> int:
    """How many words two texts share."""
    return len(one.words & other.words)


def left_over(shorter: Sequence[str], longer: Sequence[str]) -> list[str] | None:
    """What the longer one has more; None unless it has all the other's words in their order."""
    extra: list[str] = []
    at = 0
    for token in longer:
        if at < len(shorter) and token == shorter[at]:
            at += 1
        else:
            extra.append(token)
    return extra if at == len(shorter) else None


def _by_negation(earlier: Wording, later: Wording) -> Relation:
    """Of the same words: "meetings" and "no meetings" are opposites."""
    if earlier.negated == later.negated:
        return Relation.SAME
    negated = earlier.negated or later.negated
    is_plain = not (earlier.negated and later.negated)
    if is_plain and len(negated) == 1 and negated[0] in (0, len(earlier.core)):
        return Relation.OPPOSITE
    return Relation.OTHER


def _is_short_for(short: Wording, full: Wording, objects: ObjectKind) -> bool:
    """Whether one is another's name without what explains it: "Oban", "Oban, Scotland"."""
    if objects is ObjectKind.PLACE:
        return short.text == full.head
    return objects is ObjectKind.BEING and _is_part_of_name(short, full)


def _is_part_of_name(short: Wording, full: Wording) -> bool:
    """Whether somebody may be called so: "Nadia" of "my cousin Nadia", "Ann" of "Ann Lee".

    "Bob" is neither "sister of Bob" nor "Bob's cat" nor "Bob and Ann", and of "Ann Lee" there is
    no telling whether "Lee" is she.
    """
    size = len(short.core)
    is_first = full.core[:size] == short.core
    extra = full.core[size:] if is_first else full.core[:-size]
    if not extra or not (is_first or full.core[-size:] == short.core):
        return False
    if not is_first and any(token in full.capitals for token in extra):
        return False
    joins = any(token in STOP_WORDS or _is_dense(token) for token in full.core)
    return not joins and _JOINED.search(full.text) is None


def _near(earlier: Wording, later: Wording) -> Relation:
    shorter, longer = sorted((earlier, later), key=lambda one: len(one.core))
    extra = left_over(shorter.core, longer.core)
    if extra is None or shorter.core[-1] != longer.core[-1]:
        return Relation.OTHER
    if not _is_alike(shorter.core, longer.core):
        return Relation.OTHER
    # Any other word may make another thing of it: decaf coffee, what was sold, tree nuts.
    return Relation.SAME if all(map(_is_idle, extra)) else Relation.OTHER


def _is_alike(shorter: Sequence[str], longer: Sequence[str]) -> bool:
    fewest = FEWEST_DENSE if any(map(_is_dense, shorter)) else FEWEST_WORDS
    one, other = set(shorter) - STOP_WORDS, set(longer) - STOP_WORDS
    return len(one) >= fewest and share_words(one, other, OBJECTS_ALIKE)


def _is_idle(token: str) -> bool:
    return token in marker_words("particles") or token in marker_words("praise")


def _is_dense(token: str) -> bool:
    return len(token) == 1 and is_dense_script(token)
