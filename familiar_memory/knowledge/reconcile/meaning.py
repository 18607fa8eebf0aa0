"""What makes two sentences of nearly the same words two: tense, modality, who, and hearsay.

"Bex could have killed the dog" has every word of "Bex killed the dog", and says something else.
The words are data (`[reconcile]` of the languages). Of a language that has no data there is no
telling which word denies, so each of its words counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.reconcile.markers import Phrases, is_number, marker_words
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.words import STOP_WORDS

__all__ = [
    "are_inflected_apart",
    "are_opposed",
    "is_known_language",
    "makes_no_difference",
    "stance",
]

_SHORTEST_INFLECTED = 4
"""Letters of a word that may have an ending: "bus" is none of "bu"."""
_SHORTEST_STEM = 3
_LONGEST_ENDING = 3
"""Letters that two words share, and that either has more: "lives", "lived", "live", "living"."""


def stance(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    """What says when, whether and by whose word a sentence holds, in order."""
    return _found("changes", tokens)


def are_opposed(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether each says who or which way in a word that the other lacks: "he", "she"."""
    first, second = (set(_found("opposed", tokens)) for tokens in (one, other))
    return bool(first - second) and bool(second - first)


def are_inflected_apart(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether a word stands in each that differs in its ending alone: "lives", "lived"."""
    first, second = set(one), set(other)
    return any(_share_a_stem(a, b) for a in first - second for b in second - first)


def is_known_language(tokens: Sequence[str]) -> bool:
    """Whether the words show a language whose little words are known here."""
    if any(map(_is_kana, tokens)):
        return True
    if not all(token.isascii() or not token.isalpha() for token in tokens):
        # A name may have an accent; a few little words of English show it all the same.
        return not _function_words().isdisjoint(tokens)
    known = sum(token in STOP_WORDS or token in _function_words() for token in tokens)
    return known > sum(token in marker_words("foreign") for token in tokens)


def makes_no_difference(token: str) -> bool:
    """Whether a sentence may have this word more, and still say what the shorter one says."""
    if _is_dense(token):
        return token in marker_words("particles")
    changing = marker_words("alters") | marker_words("changes") | marker_words("present")
    return not (token in changing or is_number(token) or _is_inflected(token))


def _is_inflected(token: str) -> bool:
    if token in STOP_WORDS or len(token) < _SHORTEST_INFLECTED:
        return False
    return token.endswith(tuple(marker_words("changing_endings")))


def _share_a_stem(one: str, other: str) -> bool:
    pairs = zip(one, other, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return shared >= _SHORTEST_STEM and max(len(one), len(other)) - shared <= _LONGEST_ENDING


def _found(name: str, tokens: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(tokens[start:end]) for start, end in _phrases(name).spans(tokens)]


def _is_dense(token: str) -> bool:
    return len(token) == 1 and is_dense_script(token)


def _is_kana(token: str) -> bool:
    return "\u3040" <= token <= "\u30ff"


@lru_cache(maxsize=2)
def _phrases(name: str) -> Phrases:
    tables = language_tables("reconcile").values()
    return Phrases(word for table in tables for word in table.get(name, ()))


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    tables = language_tables("first_person").values()
    said = (word for table in tables for word in table.get("function_words", ()))
    return frozenset(token for word in said for token in tokens_of(word))
