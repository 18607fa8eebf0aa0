"""What a topic is, and how things stand with it: which sentences say so, without a model.

As long as nobody has said what it is, its note begins with where it first came up:
`First came up in [[2026-02-04-afternoon]]`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import regex

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.markdown.text.topic_lines import ORIGIN_LINE
from familiar_memory.writers.notes.salience import is_dated
from familiar_memory.writers.text.sentences import MAX_SENTENCE_CHARS, split_sentences
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.text.worth import telling_of

__all__ = ["defines", "is_origin", "origin_line", "tells_state"]


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


def origin_line(one: Utterance, session: str | None) -> Record:
    """The line of the first turn that named a topic; `session` is the note of its part of the day.

    It quotes nobody, so it is by nobody.
    """
    text = "First came up" if session is None else f"First came up in [[{session}]]"
    return Record(text, replace(one.fields, by=None))


def is_origin(record: Record) -> bool:
    """Whether a line, struck or not, has this form."""
    return ORIGIN_LINE.fullmatch(record.text) is not None


@lru_cache(maxsize=1)
def _changes() -> tuple[BoundedPattern, ...]:
    written = (table["changes"] for table in language_tables("topic_lead").values())
    return tuple(bounded(one, regex.IGNORECASE) for one in written)


@lru_cache(maxsize=512)
def _definitions(title: str) -> tuple[tuple[int, BoundedPattern], ...]:
    """Patterns with their ranks: the first of each language says it most plainly."""
    named = _named(title)
    return tuple(
        (rank, bounded(one.replace("{topic}", named), regex.IGNORECASE))
        for table in language_tables("topic_lead").values()
        for rank, one in enumerate(reversed(table["definitions"]), start=1)
    )


@lru_cache(maxsize=512)
def _pattern(title: str) -> regex.Pattern[str]:
    return regex.compile(_named(title), regex.IGNORECASE)


def _named(title: str) -> str:
    return r"[\s_-]+".join(regex.escape(word) for word in regex.split(r"[\s_-]+", title))
