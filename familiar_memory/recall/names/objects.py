"""Which objects of facts a text mentions: "who drinks coffee?" means `strong black coffee`.

A short object has to stand there in whole: somebody who says "go and make tea" speaks of no game
of Go. Of a longer one the word that it ends with will do, which in most phrases says what the
thing is, or half of its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.words import STOP_WORDS, words

__all__ = ["mentioned_objects"]

_MOST_WORDS = 128
"""Of a message. No bound may depend on how many facts there are: some are not for its reader."""
_MOST_CHARACTERS = 8_000
_SHORTEST = 3
"""Letters of a word by which an object is found: "go" stands in too many texts."""
_SHORT = 2
"""Words of an object that has to be said in whole."""
_DENSE = range(2, 11)
"""Characters of an object in a script without spaces."""
_DENSE_RUN = 120
"""Characters of an unbroken run, where each may begin an object."""


def mentioned_objects(text: str, named: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Names of objects that a text mentions; `named` has them by each of their words."""
    said = words(text[:_MOST_CHARACTERS])[:_MOST_WORDS]
    spoken = frozenset(said)
    phrases = _phrase(word for word in said if word not in STOP_WORDS)
    return frozenset(
        name
        for word in (*spoken, *_dense_runs(said))
        for name in _named_by(word, named)
        if _is_mentioned(name, spoken, phrases)
    )


def _named_by(word: str, named: Mapping[str, Sequence[str]]) -> Iterable[str]:
    is_telling = word not in STOP_WORDS and (len(word) >= _SHORTEST or is_dense_script(word[0]))
    return named.get(word, ()) if is_telling else ()


def _is_mentioned(name: str, spoken: frozenset[str], phrases: str) -> bool:
    if is_dense_script(name[0]):
        return True
    telling = [word for word in name.split() if word not in STOP_WORDS]
    if len(telling) <= _SHORT:
        return _phrase(telling) in phrases
    return telling[-1] in spoken or 2 * sum(word in spoken for word in telling) >= len(telling)


def _dense_runs(said: Iterable[str]) -> Iterator[str]:
    """Stretches of a script without spaces, where any may be an object."""
    for word in said:
        if word.isascii():
            continue
        dense = "".join(c if is_dense_script(c) else " " for c in word).split()
        for run in islice(dense, _MOST_WORDS):
            for start in range(min(len(run), _DENSE_RUN)):
                for size in _DENSE:
                    if start + size <= len(run):
                        yield run[start : start + size]


def _phrase(said: Iterable[str]) -> str:
    return f" {' '.join(said)} "
