"""Whether a word that came back names what the talk was about, judged without a dictionary.

A noun is seen by what stands in front of it ("the scanner", "my soup"), and a verb too ("to eat",
"we play"). Words that are nouns and say nothing ("thing", "today", "lol") are listed. The rules of
a language are its `[subjects]` table (`knowledge/languages`); a word in a script of which no table
knows is taken as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["is_common", "is_subject"]

_WORD = regex.compile(r"[\p{L}\p{N}'’-]+")
_STRETCH = regex.compile(r"(\p{L})\1{2,}")


def is_subject(word: str, texts: Iterable[str]) -> bool:
    """Whether a word, in small letters, stands as a noun in texts where it was used."""
    if not word.isascii():
        return True
    rules = _rules()
    if word in rules.common or _STRETCH.search(word) or rules.endings.search(word):
        return False
    named = done = 0
    for text in texts:
        words = [one.casefold() for one in _WORD.findall(text)]
        for before, one in pairwise(words):
            if one == word:
                named += before in rules.before_nouns
                done += before in rules.before_verbs
    return named > done or (named == done == 0)


def is_common(word: str) -> bool:
    """Whether a word, in small letters, says nothing of what talk is about, however it stands."""
    return word in _rules().common


@dataclass(frozen=True, slots=True)
class _Rules:
    before_nouns: frozenset[str]
    before_verbs: frozenset[str]
    common: frozenset[str]
    endings: BoundedPattern


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    tables = language_tables("subjects").values()

    def words(name: str) -> frozenset[str]:
        return frozenset(word for table in tables for word in table[name])

    common = words("common") | {form for verb in words("verbs") for form in _forms(verb)}
    endings = "|".join(table["endings"] for table in tables)
    return _Rules(words("before_nouns"), words("before_verbs"), common, bounded(endings, regex.I))


def _forms(verb: str) -> tuple[str, ...]:
    """A regular verb of English as it is used; other verbs of it are listed."""
    stem = verb.removesuffix("e")
    twice = stem + stem[-1]
    return (verb, f"{verb}s", f"{verb}es", f"{stem}ed", f"{stem}ing", f"{twice}ed", f"{twice}ing")
