"""By which words a fact is asked for and said: `works_at` by work, job, employer, 職場.

A note says a fact in a form of its own (`works_at:: Acme`), which shares few words with a
question about it ("who employs Rowan?"). The words of every language count for every fact,
for the predicate is the same in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.words import fold

__all__ = ["RULE", "near_predicates", "object_of", "predicate_of", "words_of_predicate"]

RULE = "predicates"
"""The table of the languages: by predicate, words and phrases by which it is asked for and said."""
_MOST_NEAR = 6
_FACT = re.compile(r"([a-z][a-z0-9_]{0,39}):: ")


def predicate_of(text: str) -> str | None:
    """The predicate with which the text of a record begins; None for what is no fact."""
    found = _FACT.match(text)
    return None if found is None else found[1]


def object_of(text: str) -> str:
    """What the text of a record says of its predicate; all of it for what is no fact."""
    return _FACT.sub("", text, count=1)


@lru_cache(maxsize=1_024)
def words_of_predicate(predicate: str) -> tuple[str, ...]:
    """Words and phrases, folded; of a predicate that no table has, those of its own name."""
    words = [fold(w) for table in language_tables(RULE).values() for w in table.get(predicate, ())]
    return tuple(dict.fromkeys((fold(predicate.replace("_", " ")), *words)))


def near_predicates(known: Iterable[str], written: str) -> tuple[str, ...]:
    """Of the known predicates those that may be meant by what somebody wrote, the likeliest first.

    By their spelling, and by the words by which each is asked for.
    """
    names, word = list(known), fold(written.replace("_", " ")).strip()
    spelt = word.replace(" ", "_")
    begun = [name for name in names if word and name.startswith(spelt)]
    said = [name for name in names if word in words_of_predicate(name)]
    near = get_close_matches(spelt, names, n=_MOST_NEAR, cutoff=0.6)
    return tuple(dict.fromkeys((*begun, *said, *near)))[:_MOST_NEAR]
