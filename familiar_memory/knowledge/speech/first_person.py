"""Whether somebody speaks of themselves in a text, by the words of their language.

A language that says its subjects (English) shows it by what is missing: a sentence of it
without "I" or "my" is of something else. One that drops them (Japanese) shows only in what is
addressed to another, advice and requests, that nobody speaks of themselves. Whatever shows
neither, in whatever language, is left open.

Data: `[first_person]` of a language. `words` are words of the first person (`i` is in "I'm"
too), `exact` those where capitals matter (us, but not the US), `patterns` the same as regular
expressions, for scripts other than Latin. Then either `function_words`, without apostrophes, by
which a text is known to be of this language (words that other languages have too are left
out), or `addressed`, patterns of sentences that are of another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.speech.unquoted import without_quotes

__all__ = ["Subject", "speaks_of_self", "person_spoken_of"]

_WORD = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile("['’]")
_OTHER_SCRIPT = re.compile("[\u0370-\u1dff\u2e80-\ud7ff\uf900-\ufaff]")
"""Greek and all that is not Latin: a title in English makes no English text of what has it."""
_SENTENCE_END = re.compile(r"[。．！？!?\n]+")


class Subject(StrEnum):
    """Of whom a text speaks."""

    SELF = "self"
    OTHERS = "others"
    OPEN = "open"
    """The text does not show it, or nobody has described its language."""


def speaks_of_self(text: str) -> bool:
    """Whether somebody speaks of themselves, or may: False only where it is clear they do not."""
    return person_spoken_of(text) is not Subject.OTHERS


def person_spoken_of(text: str) -> Subject:
    """Of whom a text speaks in its own words, outside of code and quotes; in linear time."""
    said = _Said(without_quotes(text))
    languages = _languages()
    if any(language.tells_of_self(said) for language in languages):
        return Subject.SELF
    if any(language.tells_of_others(said) for language in languages):
        return Subject.OTHERS
    return Subject.OPEN


class _Said:
    """A text as the languages look at it: sets of words, for each is asked for many."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.exact = frozenset(_WORD.findall(text))
        self.words = frozenset(map(str.lower, self.exact))

    @cached_property
    def is_of_other_script(self) -> bool:
        """Whether any of it is not Latin."""
        return _OTHER_SCRIPT.search(self.text) is not None

    @cached_property
    def joined(self) -> frozenset[str]:
        """The words without their apostrophes: don't as dont."""
        if _APOSTROPHE.search(self.text) is None:
            return self.words
        return frozenset(_WORD.findall(_APOSTROPHE.sub("", self.text).lower()))


@dataclass(frozen=True, slots=True)
class _Language:
    words: frozenset[str]
    exact: frozenset[str]
    patterns: BoundedPattern | None
    function_words: frozenset[str]
    addressed: BoundedPattern | None

    def tells_of_self(self, said: _Said) -> bool:
        """Whether there is a first person."""
        if not (self.words.isdisjoint(said.words) and self.exact.isdisjoint(said.exact)):
            return True
        return said.is_of_other_script and _finds(self.patterns, said.text)

    def tells_of_others(self, said: _Said) -> bool:
        """Whether a text without a first person is clearly of something else."""
        if not self.function_words.isdisjoint(said.joined):
            return not said.is_of_other_script
        return said.is_of_other_script and _mostly(self.addressed, said.text)


def _finds(pattern: BoundedPattern | None, text: str) -> bool:
    return pattern is not None and pattern.search(text) is not None


def _mostly(pattern: BoundedPattern | None, text: str) -> bool:
    """Whether more than half of the sentences match."""
    if not _finds(pattern, text):
        return False
    sentences = [one for one in _SENTENCE_END.split(text) if one.strip()]
    return 2 * sum(_finds(pattern, one) for one in sentences) > len(sentences)


@lru_cache(maxsize=1)
def _languages() -> tuple[_Language, ...]:
    return tuple(map(_language, language_tables("first_person").values()))


def _language(table: Mapping[str, Any]) -> _Language:
    words, exact, function_words = (
        frozenset(table.get(name, ())) for name in ("words", "exact", "function_words")
    )
    patterns, addressed = (_either(table.get(name, ())) for name in ("patterns", "addressed"))
    return _Language(words, exact, patterns, function_words, addressed)


def _either(patterns: Sequence[str]) -> BoundedPattern | None:
    return bounded("|".join(patterns)) if patterns else None
