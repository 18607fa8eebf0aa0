"""What real chat puts where the object of a fact would stand: noises, stretched words, halves.

The words of a language are its `[facts]` table (`knowledge/languages`); a language that has none
is left alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = [
    "is_limited",
    "is_no_allergen",
    "is_no_thing",
    "is_only_sometimes",
    "without_interjections",
    "without_stretching",
]

_STRETCH = regex.compile(r"(\p{L})\1{2,}", regex.IGNORECASE)
_WORD = regex.compile(r"[\p{L}\p{M}'’-]+")
_LONGEST_NUMERAL = 5
"""`VIII` and `AAA` are no shouts."""


def without_stretching(caught: str) -> str | None:
    """The text with small words as they are spelt ("tooo" is "too").

    None where another word is stretched: how it is spelt is anybody's guess.
    """
    words = {match[0] for match in _WORD.finditer(caught) if _is_stretched(match[0])}
    spelt = {word: _spelt(word) for word in words}
    if None in spelt.values():
        return None
    return _WORD.sub(lambda match: spelt.get(match[0]) or match[0], caught)


def without_interjections(phrase: str) -> str:
    """The phrase without the noises at its end ("pizza bro"); "" where it begins with one."""
    words = phrase.split()
    while words and words[-1].casefold() in _rules().interjections:
        words.pop()
    return "" if words and words[0].casefold() in _rules().interjections else " ".join(words)


def is_no_thing(phrase: str) -> bool:
    """Whether all of it are noises and words that only say what something is like ("local")."""
    rules = _rules()
    return all(
        word in rules.interjections or word in rules.adjectives
        for word in phrase.casefold().split()
    )


def is_limited(kept: str, rest: str) -> bool:
    """Whether what was cut off says that only some of it is meant.

    "google | every time my VPN is on", "eating | too much in the morning".
    """
    halves = f"{kept} | {rest.strip()}"
    return any(one.search(halves) for one in _rules().limits)


def is_only_sometimes(caught: str) -> bool:
    """Whether it is said when or where something is so, and not that it always is."""
    return any(one.search(caught) for one in _rules().sometimes)


def is_no_allergen(kept: str) -> bool:
    """Whether being allergic to it is only a way of saying that one minds it."""
    return not _rules().no_allergens.isdisjoint(kept.casefold().split())


def _is_stretched(word: str) -> bool:
    is_numeral = word.isupper() and len(word) <= _LONGEST_NUMERAL
    return not is_numeral and _STRETCH.search(word) is not None


def _spelt(word: str) -> str | None:
    """A word that is stretched, as it is spelt; None for one that is not in the table."""
    forms = (_STRETCH.sub(repeated, word.casefold()) for repeated in (r"\1", r"\1\1"))
    small = _rules().small | _rules().interjections
    return next((form for form in forms if form in small), None)


@dataclass(frozen=True, slots=True)
class _Rules:
    interjections: frozenset[str]
    adjectives: frozenset[str]
    small: frozenset[str]
    limits: tuple[BoundedPattern, ...]
    sometimes: tuple[BoundedPattern, ...]
    no_allergens: frozenset[str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    tables = language_tables("facts").values()

    def words(name: str) -> frozenset[str]:
        return frozenset(word for table in tables for word in table.get(name, ()))

    def patterns(name: str) -> tuple[BoundedPattern, ...]:
        written = (one for table in tables for one in table.get(name, ()))
        return tuple(bounded(one, regex.IGNORECASE) for one in written)

    return _Rules(
        words("interjections"),
        words("adjectives"),
        words("small"),
        patterns("limits"),
        patterns("sometimes"),
        words("no_allergens"),
    )
