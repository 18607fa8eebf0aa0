"""Words to terms: the one place that decides which words can be found.

English words are stemmed, stop words dropped. Scripts without spaces become
overlapping pairs of characters (and single Han characters), so that a part of a
word is found too. An emoji is a term, once a text however often it stands there.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from py_rust_stemmers import SnowballStemmer

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.emoji import emoji_in
from familiar_memory.knowledge.words import content_words

__all__ = ["TOKENIZER_VERSION", "content_terms", "stem", "term_hash", "terms_of"]

TOKENIZER_VERSION = "2"
"""Part of the index's identity: another tokenizer means a rebuild."""

_MAX_TERM = 64
"""Characters; what is longer is no word but a link or a key, and its beginning finds it."""


def terms_of(words: Iterable[str]) -> Iterator[str]:
    """The terms by which words are found, in order."""
    for word in words:
        yield from _terms_of_word(word)


def content_terms(text: str) -> Counter[str]:
    """Count the terms of a text that can be searched."""
    counts = Counter(chain.from_iterable(map(_terms_of_word, content_words(text))))
    counts.update(emoji_in(text))
    return counts


@lru_cache(maxsize=65_536)
def _terms_of_word(word: str) -> tuple[str, ...]:
    if word.isascii():
        return (stem(word[:_MAX_TERM]),)
    return tuple(term for run in _script_runs(word) for term in _pairs(run))


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The English stem of an ASCII word; any other word is its own stem."""
    return str(_stemmer().stem_word(word)) if word.isascii() else word


@lru_cache(maxsize=131_072)
def term_hash(term: str) -> int:
    """Name a term by 64 bits, stable across processes; collisions are negligible."""
    return int.from_bytes(hashlib.blake2b(term.encode(), digest_size=8).digest(), "little")


@lru_cache(maxsize=1)
def _stemmer() -> SnowballStemmer:
    return SnowballStemmer("english")


def _script_runs(word: str) -> Iterator[str]:
    """Split a word where a script without spaces begins or ends."""
    run = ""
    for character in word:
        if run and is_dense_script(run[-1]) != is_dense_script(character):
            yield run
            run = ""
        run += character
    if run:
        yield run


def _pairs(run: str) -> Iterator[str]:
    if not is_dense_script(run[0]) or len(run) == 1:
        yield stem(run[:_MAX_TERM])
        return
    for start, character in enumerate(run):
        if _is_han(character):
            yield character
        if start + 1 < len(run):
            yield run[start : start + 2]


def _is_han(character: str) -> bool:
    # One Han character is often a word; one kana or hangul letter is not.
    return "\u3400" <= character <= "\u9fff" or character >= "\U00020000"
