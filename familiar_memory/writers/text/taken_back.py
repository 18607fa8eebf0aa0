"""What its speaker takes back right behind it: "I'm moving to Mars next week. jk".

Who says that it was a joke means what stands just before. That is one sentence as a rule, and those
before it as well where it only goes on about them ("I quit my job. It was awful. kidding").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.writers.text.sentences import MASK, mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.utterance import Utterance

__all__ = [
    "begins_by_taking_back",
    "is_taken_back",
    "joked_messages",
    "revokes",
    "says_that_it_was_a_joke",
    "without_taken_back",
]

_NEVER = r"(?!)"
_SOON_US = 15 * 60 * 1_000_000
"""A quarter of an hour: who takes a whole message back later says which."""
_FEWEST_WORDS = 3
"""Of a sentence that may be what was taken back: "lol" and "so there" stand in between."""


def begins_by_taking_back(text: str) -> bool:
    """Whether a message says by its first words that the one before it was a joke.

    "Not really" and "I wish" do not: as messages of their own they answer somebody.
    """
    return says_that_it_was_a_joke(_first(text))


def revokes(one: Utterance, past: Utterance) -> bool:
    """Whether a message says of the one `past` of its speaker, right before it, that it was a joke.

    What arrives late was said before that, and takes back nothing of it.
    """
    return _is_soon(one, past) and begins_by_taking_back(one.words)


@lru_cache(maxsize=8_192)  # what was said before is looked at with every batch
def says_that_it_was_a_joke(sentence: str) -> bool:
    """Whether a sentence says so of what stands before it."""
    spelt = as_spelt(sentence)
    return any(one.joking.match(spelt) is not None for one in _rules())


def joked_messages(
    said: Iterable[Utterance], is_joke: Callable[[str], bool] = says_that_it_was_a_joke
) -> frozenset[int]:
    """The messages (by their order) that whoever wrote them takes back with the next one there.

    `is_joke` judges the first sentence of that.
    """
    last: dict[tuple[str, str], Utterance] = {}
    found: set[int] = set()
    for one in said:
        key = (one.author.slug, one.place.slug)
        past = last.get(key)
        if past is not None and _is_soon(one, past) and is_joke(_first(one.words)):
            found.add(past.order)
        last[key] = one
    return frozenset(found)


def _is_soon(one: Utterance, past: Utterance) -> bool:
    return 0 <= one.said_us - past.said_us <= _SOON_US


def is_taken_back(text: str) -> bool:
    """Whether a message takes back something of its own."""
    return any(map(_takes_back, split_sentences(text.replace("’", "'"))[1:]))


def without_taken_back(sentences: Sequence[str]) -> tuple[str, ...]:
    """The sentences of a message, with a mask for each that the next one takes back."""
    kept = list(sentences)
    for number, sentence in enumerate(sentences):
        if number and _takes_back(sentence):
            for at in _meant(sentences[:number]):
                kept[at] = MASK
    return tuple(kept)


@lru_cache(maxsize=8_192)
def _first(text: str) -> str:
    return next(iter(split_sentences(mask_quotations(text))), "")


def _takes_back(sentence: str) -> bool:
    spelt = as_spelt(sentence)
    return says_that_it_was_a_joke(sentence) or any(
        one.not_so.match(spelt) is not None for one in _rules()
    )


def _meant(before: Sequence[str]) -> range:
    """The places of the sentences that are meant, the last of them right before."""
    first = len(before) - 1
    while first and _goes_on(before[first]):
        first -= 1
    return range(first, len(before))


def _goes_on(sentence: str) -> bool:
    if len(sentence.split()) < _FEWEST_WORDS and sentence.isascii():
        return True
    return any(one.going_on.search(as_spelt(sentence)) is not None for one in _rules())


@dataclass(frozen=True, slots=True)
class _Rules:
    """The patterns of one language."""

    joking: BoundedPattern
    not_so: BoundedPattern
    going_on: BoundedPattern


@lru_cache(maxsize=1)
def _rules() -> tuple[_Rules, ...]:
    return tuple(
        _Rules(
            bounded(table["joking"], regex.IGNORECASE),
            bounded(table.get("not_so", _NEVER), regex.IGNORECASE),
            bounded(table["going_on"], regex.IGNORECASE),
        )
        for table in language_tables("corrections").values()
        if "joking" in table
    )
