"""What a topic is, and how things stand with it: which sentences say so, without a model."""

from __future__ import annotations

from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.writers.notes.salience import is_dated
from familiar_memory.writers.text.sentences import MAX_SENTENCE_CHARS, split_sentences
from familiar_memory.writers.text.worth import telling_of

__all__ = ["defines", "tells_state"]


def defines(words: str, title: str) -> int:
    """How much a text says what the topic is: 0 nothing, else more for plainer words."""
    told = telling_of(words).text[:MAX_SENTENCE_CHARS].replace("'", "’")
    return max((rank for rank, one in _definitions(title) if one.search(told)), default=0)


def tells_state(words: str, title: str) -> int:
    """Whether a text says of the topic what has been decided, or has a date: 1; 2 of a change."""
    telling = telling_of(words)
    if telling.is_addressed and not telling.has_self:
        return 0
    about = [
        one
        for one in split_sentences(telling.text.replace("'", "’"))
        if _pattern(title).search(one)
    ]
    if any(one.search(sentence) for one in _changes() for sentence in about):
        return 2
    return int(any(map(is_dated, about)))


@lru_cache(maxsize=1)
def _changes() -> tuple[regex.Pattern[str], ...]:
    written = (table["changes"] for table in language_tables("topic_lead").values())
    return tuple(regex.compile(one, regex.IGNORECASE) for one in written)


@lru_cache(maxsize=512)
def _definitions(title: str) -> tuple[tuple[int, regex.Pattern[str]], ...]:
    """Patterns with their ranks: the first of each language says it most plainly."""
    named = _named(title)
    return tuple(
        (rank, regex.compile(one.replace("{topic}", named), regex.IGNORECASE))
        for table in language_tables("topic_lead").values()
        for rank, one in enumerate(reversed(table["definitions"]), start=1)
    )


@lru_cache(maxsize=512)
def _pattern(title: str) -> regex.Pattern[str]:
    return regex.compile(_named(title), regex.IGNORECASE)


def _named(title: str) -> str:
    return r"[\s_-]+".join(regex.escape(word) for word in regex.split(r"[\s_-]+", title))
