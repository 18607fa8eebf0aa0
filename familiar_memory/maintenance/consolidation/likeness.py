"""Whether two memories say the same: by their vectors where there are any, else by their words.

A cosine knows little of what a sentence denies, counts or names, nor of whether it was so, or might
have been: "likes tea" and "does not like tea" are neighbours, and so are the birthdays of two
people. So no cosine is enough by itself.
Whatever is in doubt is another memory: a line too many harms nobody, and one that was swallowed
is gone.
"""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.knowledge.duplicates import TEXTS_ALIKE, share_words
from familiar_memory.knowledge.reconcile.markers import marker_words
from familiar_memory.knowledge.reconcile.meaning import (
    are_opposed,
    is_known_language,
    makes_no_difference,
    stance,
)
from familiar_memory.knowledge.reconcile.relation import left_over
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.reconcile.wording import Wording
from familiar_memory.knowledge.words import STOP_WORDS

__all__ = [
    "Nearness",
    "may_be_one",
    "telling_words",
    "telling_words_of",
    "plain_words_of",
    "is_near",
    "said_words",
    "say_the_same",
    "says_all_of",
    "speaks_for_both",
]


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near two texts are by their vectors; None where there are none.

    `is_of_words`: the vectors are means of words, so that two sentences with one word of difference
    are near whatever that word is.
    """

    cosine: float | None = None
    is_of_words: bool = True


def speaks_for_both(one: Wording, other: Wording) -> bool:
    """Whether one of two memories says all that the other says, so that none is lost with it."""
    if say_the_same(one, other):
        return True
    return may_be_one(one, other) and (says_all_of(one, other) or says_all_of(other, one))


def says_all_of(full: Wording, part: Wording) -> bool:
    """Whether all that one text says stands in another, in the same order, and is meant so there.

    Articles may be missing. What the other says more may be a time or a place, and nothing that
    makes another thing of the rest ("half", "could have", "allegedly").
    """
    if say_the_same(full, part):
        return True
    said, whole = plain_words_of(part), plain_words_of(full)
    extra = left_over(said, whole)
    if not said or extra is None or stance(said) != stance(whole) or full.asks != part.asks:
        return False
    return all(map(makes_no_difference, extra))


def say_the_same(one: Wording, other: Wording) -> bool:
    """Whether it is one text: a question is none with what it asks, though marks are put aside."""
    return one.text == other.text and one.asks == other.asks


def may_be_one(one: Wording, other: Wording) -> bool:
    """Whether neither denies, asks, counts, names or means what the other does not, in order."""
    if one.symbols != other.symbols or len(one.negated) != len(other.negated):
        return False
    if one.asks != other.asks:
        return False
    if sorted(one.numbers) != sorted(other.numbers):
        return False
    if one.targets and other.targets and one.targets != other.targets:
        return False
    if not (_names(one) <= other.words and _names(other) <= one.words):
        return False
    shared = one.words & other.words
    return _in_order(one, shared) == _in_order(other, shared) and _are_meant_alike(one, other)


def _are_meant_alike(one: Wording, other: Wording) -> bool:
    said, told = tokens_of(one.text), tokens_of(other.text)
    if not (is_known_language(said) and is_known_language(told)):
        # Any word may be the one that denies.
        return said == told
    return stance(said) == stance(told) and not are_opposed(said, told)


def _names(wording: Wording) -> frozenset[str]:
    return wording.capitals & wording.words


def _in_order(wording: Wording, shared: frozenset[str]) -> list[str]:
    return [token for token in dict.fromkeys(telling_words_of(wording)) if token in shared]


def is_near(
    one: Wording,
    other: Wording,
    near: Nearness,
    threshold: float,
    least_words: float = TEXTS_ALIKE,
) -> bool:
    """Whether two texts are near: by their vectors, else by the share of their words."""
    if one.text == other.text:
        return True
    if near.cosine is not None:
        return near.cosine >= threshold
    return share_words(set(telling_words_of(one)), set(telling_words_of(other)), least_words)


def plain_words_of(wording: Wording) -> tuple[str, ...]:
    """Every word but articles, what denies too: "to Bex" is not "from Bex", nor "he" "she"."""
    articles = marker_words("articles")
    return tuple(token for token in tokens_of(wording.text) if token not in articles)


def said_words(wording: Wording) -> frozenset[str]:
    """Every word of a text but articles, each once."""
    return frozenset(plain_words_of(wording))


def telling_words(wording: Wording) -> frozenset[str]:
    """The words that say what a text is about, each once."""
    return frozenset(telling_words_of(wording))


def telling_words_of(wording: Wording) -> tuple[str, ...]:
    """The words that say what a text is about, in order."""
    return tuple(token for token in wording.core if token not in STOP_WORDS)
