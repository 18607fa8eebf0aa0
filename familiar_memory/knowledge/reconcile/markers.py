"""The marker words of every language: corrections, what forbids, fillers, and the like.

They are data (`[reconcile]` of the languages). Words are compared whole: "art" is not in
"party", and a curly apostrophe is an apostrophe. Where no spaces stand between words, each
character is one, so there a phrase is found wherever its characters stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.reconcile.tokens import tokens_of

__all__ = [
    "RULE",
    "CorrectionKind",
    "Phrases",
    "correction_in",
    "is_number",
    "marker_words",
    "negations",
]

RULE = "reconcile"
_NUMBER = regex.compile(r"\p{N}")
_NEGATIONS = "negations"


class CorrectionKind(StrEnum):
    """What a sentence says of what was noted before: nothing, that it ended, that it was wrong."""

    NONE = "none"
    ENDED = "ended"
    WRONG = "wrong"


class Phrases:
    """Phrases, found in tokens where they stand side by side."""

    def __init__(self, phrases: Iterable[str]) -> None:
        """Take them as they are written."""
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in phrases:
            if tokens := tokens_of(phrase):
                self._by_first.setdefault(tokens[0], []).append(tokens)
        for some in self._by_first.values():
            some.sort(key=len, reverse=True)

    def spans(self, tokens: Sequence[str]) -> list[tuple[int, int]]:
        """Where they stand, the longest first at each place, none over another."""
        found, at = [], 0
        while at < len(tokens):
            length = self._at(tokens, at)
            if length:
                found.append((at, at + length))
            at += length or 1
        return found

    def are_in(self, tokens: Sequence[str]) -> bool:
        """Whether any of them stands there."""
        return any(self._at(tokens, at) for at in range(len(tokens)))

    def _at(self, tokens: Sequence[str], at: int) -> int:
        for phrase in self._by_first.get(tokens[at], ()):
            if tuple(tokens[at : at + len(phrase)]) == phrase:
                return len(phrase)
        return 0


def correction_in(text: str) -> CorrectionKind:
    """What somebody's words say of what was noted; that it was wrong before that it ended."""
    if not text:
        return CorrectionKind.NONE
    tokens = tokens_of(text)
    for kind in (CorrectionKind.WRONG, CorrectionKind.ENDED):
        if _phrases(kind.value).are_in(tokens):
            return kind
    return CorrectionKind.NONE


@lru_cache(maxsize=1)
def negations() -> Phrases:
    """What turns an object into its opposite ("no meetings"), and a request into a ban."""
    return Phrases((*_listed("forbids"), *_negating("words"), *_negating("endings")))


def is_number(token: str) -> bool:
    """Whether a token is a number, or has one: "3", "5th", "three"."""
    return token in _number_words() or _NUMBER.search(token) is not None


@lru_cache(maxsize=1)
def _number_words() -> frozenset[str]:
    tables = language_tables("dates").values()
    said = (word for table in tables for word in table.get("numbers", ()))
    return frozenset(t[0] for word in said if len(t := tokens_of(word)) == 1) - marker_words(
        "fillers"
    )


@lru_cache(maxsize=16)
def marker_words(name: str) -> frozenset[str]:
    """The words of a list that are one token each: fillers, polite, alters, particles."""
    return frozenset(t[0] for word in _listed(name) if len(t := tokens_of(word)) == 1)


@lru_cache(maxsize=4)
def _phrases(name: str) -> Phrases:
    return Phrases(_listed(name))


def _listed(name: str) -> list[str]:
    return [word for table in language_tables(RULE).values() for word in table.get(name, ())]


def _negating(name: str) -> list[str]:
    tables = language_tables(_NEGATIONS).values()
    return [word for table in tables for word in table.get(name, ())]
