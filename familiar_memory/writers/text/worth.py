"""What a message tells to somebody who reads it months later, without what stood around it.

A greeting, thanks, a cheer, a wish and a question tell nothing. An answer, and a sentence whose
subject only the line before names, tell half. The rules of a language are its `[worth]` table
(`knowledge/languages`); a language that has none is judged by its questions alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern
from familiar_memory.knowledge.languages.table_patterns import table_patterns
from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.writers.text.sentences import split_sentences

__all__ = ["Telling", "telling_of"]

_GAP = " … "
"""Stands for sentences that were left out between two that are shown."""
_DENSE_ENDS = "。！？」』）"
"""No space follows these."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What a message tells.

    `text` are its sentences without those that say nothing; "" when none is left. `is_personal`:
    somebody says what they do, did, have, plan or feel. `advises`: it says what another should
    do. `is_opinion`: it opens with what somebody thinks. `leans`: its subject is named elsewhere,
    and `is_unnamed`: what it says something about may be. `answers`: it opens as an answer does.
    `is_addressed`: it speaks of the other, and `has_self`: of whoever speaks. `is_lasting`:
    it speaks of what lasts in a life, as a home, an illness or a wedding does. `asks`: how many of
    its sentences were questions.
    """

    text: str
    is_personal: bool = False
    leans: bool = False
    is_unnamed: bool = False
    answers: bool = False
    is_addressed: bool = False
    is_opinion: bool = False
    advises: bool = False
    is_passing: bool = False
    has_self: bool = False
    is_lasting: bool = False
    asks: int = 0


@lru_cache(maxsize=8192)
def telling_of(words: str) -> Telling:
    """Judge what somebody typed; several lines may be given."""
    sentences = split_sentences(words)
    rules = _rules()
    kept: list[tuple[int, str]] = []
    asking = 0
    for number, sentence in enumerate(sentences):
        if asks(sentence):
            asking += 1
        elif not _matches(rules.empty, sentence):
            kept.append((number, sentence))
    if not kept:
        return Telling("", asks=asking)
    text = _joined(kept)
    opening = kept[0][1]
    return Telling(
        text,
        is_personal=_matches(rules.telling, text),
        leans=_matches(rules.leaning, opening),
        is_unnamed=_matches(rules.unnamed, opening),
        answers=_matches(rules.answering, opening),
        is_addressed=_matches(rules.addressing, text),
        is_opinion=_matches(rules.opining, opening),
        advises=_matches(rules.advising, text),
        is_passing=_matches(rules.passing, text),
        has_self=_matches(rules.self, text),
        is_lasting=_matches(rules.life, text),
        asks=asking,
    )


def _joined(kept: Iterable[tuple[int, str]]) -> str:
    text, last = "", None
    for number, sentence in kept:
        if last is not None and number != last + 1:
            text += _GAP
        elif text and text[-1] not in _DENSE_ENDS:
            text += " "
        text, last = text + sentence, number
    return text


@dataclass(frozen=True, slots=True)
class _Rules:
    empty: tuple[BoundedPattern, ...]
    answering: tuple[BoundedPattern, ...]
    leaning: tuple[BoundedPattern, ...]
    unnamed: tuple[BoundedPattern, ...]
    addressing: tuple[BoundedPattern, ...]
    opining: tuple[BoundedPattern, ...]
    advising: tuple[BoundedPattern, ...]
    passing: tuple[BoundedPattern, ...]
    self: tuple[BoundedPattern, ...]
    life: tuple[BoundedPattern, ...]
    telling: tuple[BoundedPattern, ...]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    return _Rules(*(table_patterns("worth", name) for name in _Rules.__dataclass_fields__))


def _matches(patterns: Iterable[BoundedPattern], text: str) -> bool:
    curly = text.replace("'", "’")
    return any(pattern.search(curly) for pattern in patterns)
