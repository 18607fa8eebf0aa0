"""Whether a message sets an earlier one right, and whether two statements speak of one matter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.text.spelling import as_spelt
from familiar_memory.writers.text.words import salient_words

__all__ = [
    "ended_line",
    "is_changed",
    "is_of_a_thing",
    "matter_named",
    "may_end",
    "names_nothing",
    "speak_of_one",
]

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
    kinds = _kinds()
    if first & kinds and second & kinds and not first & second & kinds:
        return False
    # Two deadlines are one only by what they are deadlines of, where both say it.
    named = (first - kinds, second - kinds)
    if all(named):
        first, second = named
    return len(first & second) >= max(1, _SHARED * min(len(first), len(second)))


def is_of_a_thing(line: str) -> bool:
    """Whether it speaks of what can be moved or called off: a flight, a meeting."""
    return bool(_matter(line) & _kinds())


def names_nothing(text: str) -> bool:
    """Whether it says neither which thing it is about nor of what kind: "it's now due in June"."""
    return not _matter(text)


def matter_named(line: str, *, any_kind: bool = False) -> str:
    """What a line says it is of, "the deadline for the report"; "" where it only says the kind.

    `any_kind` = the words themselves, also where they name nothing but a kind.
    """
    if any_kind:
        return " ".join(sorted(_matter(line) - _kinds()))
    found = next((match[0] for one in _named() if (match := one.search(line))), "")
    return found if _matter(found) - _kinds() else ""


def may_end(words: str) -> bool:
    """Whether it says that something is over."""
    spelt = as_spelt(words)
    return any(said.search(spelt) for said, _ in _ends())


def ended_line(words: str, lines: Iterable[str]) -> str | None:
    """The one line that is over by what is said: "sold the Volvo" ends "my car is a Volvo"."""
    spelt = as_spelt(words)
    for said, line in _ends():
        match = said.search(spelt)
        if match is None or not match["o"]:
            continue
        over = bounded(line.replace("{o}", regex.escape(match["o"])), regex.IGNORECASE)
        found = [one for one in lines if over.search(one)]
        if len(found) == 1:
            return found[0]
    return None


def _matter(text: str) -> frozenset[str]:
    """The words of a statement without its days and numbers, and without those of moving."""
    bare = text
    for one in _beside():
        bare = one.sub(" ", bare)
    return frozenset(_stem(word) for word in salient_words(bare) if not word.isdigit())


def _stem(word: str) -> str:
    return word.rstrip("s")


@lru_cache(maxsize=1)
def _kinds() -> frozenset[str]:
    """The words that say what kind of thing is meant: a deadline, a meeting."""
    tables = language_tables("statements").values()
    words = (table.get("words", {}).get("thing", "") for table in tables)
    return frozenset(_stem(word) for one in words for word in one.split("|") if word)


@lru_cache(maxsize=1)
def _ends() -> tuple[tuple[BoundedPattern, str], ...]:
    return tuple(
        (
            bounded(spelled(row["said"], table.get("words", {})), regex.IGNORECASE),
            spelled(row["line"], table.get("words", {})),
        )
        for table in language_tables("statements").values()
        for row in table.get("ends", ())
    )


@lru_cache(maxsize=1)
def _named() -> tuple[BoundedPattern, ...]:
    return _patterns("named")


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
