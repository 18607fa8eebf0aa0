"""Whom the words of a question name: in full, by a short form, or misspelled."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import islice, takewhile

from familiar_memory.knowledge.words import fold

__all__ = ["authors_named"]

_SHORT_FORM = 3
"""A short form of a name (Deb for Deborah) has at least so many letters."""
_ALIKE = 0.72
"""Twice the letters that two spellings share in order, by the letters of both: Muhammad is
Muhhamed, Josh is nearly John and the limit above which it was wrong once in 53 questions."""
_MOST_MISSPELLED = 8
"""Words of one question: each is compared with all names that begin like it."""
_WORD = re.compile(r"[^\W\d_]+")


def authors_named(
    text: str,
    said: Sequence[str],
    name_words: Mapping[str, set[int]],
    is_rare: Callable[[str], bool] | None = None,
) -> dict[str, frozenset[int]]:
    """Each word of a question that is `said`, with the authors whom it names, mostly none.

    Args:
        text: the question as it was written: a name has a capital there.
        said: words of it, folded.
        name_words: words of the names that may be known, with the numbers of who bears them.
        is_rare: whether a word that is no name is hardly ever used in what may be seen; only
            then it may be another's spelling of one. None = none is.
    """
    names = sorted(name_words)
    named = {word: _bearers(word, names, name_words) for word in said}
    if is_rare is not None:
        strange = (word for word in _capitalised(text) if word in named and not named[word])
        for word in islice(filter(is_rare, strange), _MOST_MISSPELLED):
            named[word] = _union(_nearest(word, names), name_words)
    return named


def _bearers(word: str, names: Sequence[str], name_words: Mapping[str, set[int]]) -> frozenset[int]:
    if word in name_words:
        return frozenset(name_words[word])
    if len(word) < _SHORT_FORM:
        return frozenset()
    longer = takewhile(lambda name: name.startswith(word), names[bisect_left(names, word) :])
    return _union(longer, name_words)


def _capitalised(text: str) -> Iterator[str]:
    """The words that are written as names are, once each, folded."""
    written = (word for word in _WORD.findall(text) if word[0].isupper() and word[1:].islower())
    return (word for word in dict.fromkeys(map(fold, written)) if len(word) >= _SHORT_FORM)


def _nearest(word: str, names: Sequence[str]) -> list[str]:
    """The names that are spelled most like a word, if any is nearly the same; in order."""
    matcher = SequenceMatcher(None, "", word, autojunk=False)
    best = _ALIKE
    nearest: list[str] = []
    for name in _beginning_alike(word, names):
        matcher.set_seq1(name)
        # The first two are upper bounds, and much quicker.
        if matcher.real_quick_ratio() < best or matcher.quick_ratio() < best:
            continue
        if (ratio := matcher.ratio()) >= best:
            nearest = [*nearest, name] if ratio == best else [name]
            best = ratio
    return nearest


def _beginning_alike(word: str, names: Sequence[str]) -> Iterator[str]:
    """The names with the same first letter: people misspell what comes after it."""
    return takewhile(lambda name: name[0] == word[0], names[bisect_left(names, word[0]) :])


def _union(names: Iterable[str], name_words: Mapping[str, set[int]]) -> frozenset[int]:
    return frozenset().union(*(name_words[name] for name in names))
