"""Whether a question asks for nothing but a fact: each of its words is accounted for.

"What is Rowan allergic to?" has a name and words of a predicate. "What did Rowan's allergy test
look like?" has these too, and asks for something else. So a fact answers only where nothing is
left of the question once its names, the words of the predicate and of the object, its date and
tense, and words that say nothing (`[known]` of a language) are taken out. In scripts without spaces
what is left is told by ideographs and katakana: the rest is mostly grammar.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.index.words.tokens import content_terms, terms_of
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.words import STOP_WORDS, fold, words

__all__ = ["Words", "said_of", "words_left", "accounted_by"]

_CONTENT = re.compile("[\u3005-\u3007\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_NOT_DENSE = re.compile(r"[0-9a-z]+")


@dataclass(frozen=True, slots=True)
class Words:
    """Words to account for others with: terms, and pieces of scripts without spaces."""

    terms: frozenset[str]
    pieces: tuple[str, ...]

    def __or__(self, other: Words) -> Words:
        """Both."""
        return Words(self.terms | other.terms, (*self.pieces, *other.pieces))


@lru_cache(maxsize=4_096)
def accounted_by(*phrases: str) -> Words:
    """The words of phrases, as terms or, in scripts without spaces, as they are written."""
    terms: set[str] = set()
    pieces: list[str] = []
    for phrase in phrases:
        for word in words(phrase):
            if any(map(is_dense_script, word)):
                pieces.append(word)
            else:
                terms.update(terms_of((word,)))
    return Words(frozenset(terms), tuple(pieces))


def words_left(text: str, accounted: Words) -> frozenset[str]:
    """What of a text nothing accounts for: terms, and pieces of scripts without spaces."""
    everything = accounted | _plain()
    pieces = sorted(set(everything.pieces), key=len, reverse=True)
    left: set[str] = set()
    for word in words(text):
        if any(map(is_dense_script, word)):
            left.update(_pieces_left(word, pieces, everything.terms))
        elif word not in STOP_WORDS:
            left.update(set(terms_of((word,))) - everything.terms)
    return frozenset(left)


def said_of(text: str, words_: Words) -> int:
    """How many of these words a text has."""
    folded = fold(text)
    terms = content_terms(text).keys()
    return len(words_.terms & terms) + sum(piece in folded for piece in words_.pieces)


def _pieces_left(word: str, pieces: Iterable[str], terms: Collection[str]) -> set[str]:
    for piece in pieces:
        word = word.replace(piece, " ")
    left = {run for run in _CONTENT.findall(word) if not any(run in piece for piece in pieces)}
    return left | {
        run for run in _NOT_DENSE.findall(word) if not set(terms_of((run,))) <= set(terms)
    }


@lru_cache(maxsize=1)
def _plain() -> Words:
    return accounted_by(*(word for t in language_tables("known").values() for word in t["plain"]))
