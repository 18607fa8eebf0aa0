"""Decisions with a number ("Decision three: the saves are Markdown"), which a later one replaces.

Whoever writes so keeps minutes: it is meant for good, and its number says what it replaces. The
words are the `numbered` of a language's `[shared_context]`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.writers.text.sentences import plain_prose, split_sentences
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["NumberedWords", "numbers_in", "numbered_in"]

_STRUCK = regex.compile(r"~~[^~\n]*+~~\s*")
_EMPHASIS = regex.compile(r"(?<![\w*_])([*_]{1,3})(?=\S)([^*_\n]++)(?<=\S)\1(?![\w*_])")


@dataclass(frozen=True, slots=True)
class NumberedWords:
    """A sentence that decides something under a number; `words` has the number too.

    `is_changed` says that it was decided otherwise before ("Decision one, amended: …").
    """

    label: str
    words: str
    matter: str
    is_changed: bool


def numbered_in(said: str) -> tuple[NumberedWords, ...]:
    """What a message decides so, in order; what it strikes through itself it does not mean."""
    return tuple(_numbered(said))


def numbers_in(said: str) -> frozenset[str]:
    """The numbers under which a message decides something."""
    return frozenset(one.label for one in numbered_in(said))


def _numbered(said: str) -> Iterator[NumberedWords]:
    plain = _EMPHASIS.sub(r"\2", _STRUCK.sub("", plain_prose(said)))
    for sentence in split_sentences(plain):
        found = _match(as_spelt(sentence))
        if found is not None and not asks(sentence):
            words = found.string[found.start() :].strip()
            is_changed = found.groupdict().get("changed") is not None
            label = found["label"].casefold()
            yield NumberedWords(label, words, found["what"].strip(), is_changed)


def _match(sentence: str) -> regex.Match[str] | None:
    matches = (pattern.search(sentence) for pattern in _patterns())
    return next((one for one in matches if one is not None), None)


@lru_cache(maxsize=1)
def _patterns() -> tuple[BoundedPattern, ...]:
    return tuple(
        bounded(spelled(one, table.get("words", {})), regex.IGNORECASE)
        for table in language_tables("shared_context").values()
        for one in table.get("numbered", ())
    )
