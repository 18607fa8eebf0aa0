"""Whether a message sets an earlier one right, and whether two statements speak of one matter."""

from __future__ import annotations

from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.words import salient_words

__all__ = ["is_changed", "speak_of_one"]

_SHARED = 0.5
"""Of the words of the shorter one: half of them name its matter, the others what became of it."""


def is_changed(words: str) -> bool:
    """Whether something is put off, moved or otherwise than it was."""
    spelt = as_spelt(words)
    return any(one.search(spelt) for one in _changes())


def speak_of_one(earlier: str, later: str) -> bool:
    """Whether two statements share the words that say what they are about, and differ else."""
    first, second = _matter(earlier), _matter(later)
    if not first or not second or earlier == later:
        return False
    return len(first & second) >= max(1, _SHARED * min(len(first), len(second)))


def _matter(text: str) -> frozenset[str]:
    """The words of a statement without its days and numbers, and without those of moving."""
    bare = text
    for one in _beside():
        bare = one.sub(" ", bare)
    return frozenset(word.rstrip("s") for word in salient_words(bare) if not word.isdigit())


@lru_cache(maxsize=1)
def _changes() -> tuple[BoundedPattern, ...]:
    return _patterns("changes")


@lru_cache(maxsize=1)
def _beside() -> tuple[BoundedPattern, ...]:
    return _patterns("beside")


def _patterns(name: str) -> tuple[BoundedPattern, ...]:
    tables = language_tables("statements").values()
    return tuple(
        bounded(spelled(table[name], table.get("words", {})), regex.IGNORECASE)
        for table in tables
        if name in table
    )
