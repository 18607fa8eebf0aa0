"""Which words of English the table is made of: no names, no numbers, nothing foreign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.knowledge.words import content_words

__all__ = ["choose_words"]

_SHORTEST = 3
"""Letters: a word of two is mostly short for something, and for what, a list does not say."""
_NUMBERS = frozenset(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand million billion first second third fourth fifth sixth seventh eighth ninth
    tenth""".split()  # noqa: SIM905 - a list of 50 literals reads worse
)


def choose_words(vocabulary: Iterable[str], dictionary: Iterable[str]) -> list[str]:
    """The words of a vocabulary and a dictionary that may be near others, in alphabetical order.

    A word that the dictionary knows only with a capital is a name: who asks about Anna does not
    mean Maria, and who asks about July does not mean August. Numbers are left out for the same
    reason. What the dictionary does not know is a part of a word, or of another language.
    """
    known = {word for word in dictionary if word.islower()}
    left_out = _NUMBERS | {month.lower() for month in MONTHS}
    chosen = {folded for word in (*vocabulary, *known) for folded in _plain(word)}
    return sorted((chosen & known) - left_out)


def _plain(word: str) -> Iterator[str]:
    if len(word) >= _SHORTEST and word.isascii() and word.isalpha() and word.islower():
        yield from content_words(word)
