"""Whether what is said to be over is so for good, by what stands behind it.

"I'm leaving Acme at five", "sick of ramen today", "Tom dumped me in Mario Kart" and "I no longer
like gooseberries raw" end nothing. The words of a language are its `[for_now]` table
(`knowledge/languages`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["is_of_some", "is_only_for_now", "is_soon_undone"]


def is_only_for_now(
    sentence: str, start: int, end: int, around: str = "", named: int | None = None
) -> bool:
    """Whether what is said to be over at `start`..`end` is so only at times, in a way, or for now.

    `around` is the sentence with what is said behind it; what is over is `named` up to there, if
    that is before the end: "I don't like ramen | with egg anymore".
    """
    rules = _rules()
    if any(one.match(sentence, end) for rule in rules for one in rule.limited):
        return True
    if is_soon_undone(sentence, start, end, around):
        return True
    return any(
        rule.state.search(sentence, start, end) is not None
        and (
            any(is_of_some(sentence, at) for at in {end, end if named is None else named})
            or rule.now.search(sentence, start) is not None
        )
        for rule in rules
    )


def is_of_some(sentence: str, end: int) -> bool:
    """Whether what was named up to there is meant only in part: "ramen with seaweed"."""
    return any(one.match(sentence, end) for rule in _rules() for one in rule.some_of_it)


def is_soon_undone(sentence: str, start: int, end: int, around: str = "") -> bool:
    """Whether somebody says that they come back to it, or speaks of a game.

    That is not looked for in front of it: who says first where they were has told a story.
    """
    behind = around[end:] if around.startswith(sentence) else sentence[end:]
    return any(
        rule.elsewhere.search(sentence, start) is not None
        or any(one.search(behind) for one in rule.not_over)
        or (rule.until.search(behind) is not None and rule.was.search(sentence, start, end) is None)
        for rule in _rules()
    )


@dataclass(frozen=True, slots=True)
class _Rules:
    """The patterns of one language."""

    limited: tuple[BoundedPattern, ...]
    state: BoundedPattern
    some_of_it: tuple[BoundedPattern, ...]
    now: BoundedPattern
    not_over: tuple[BoundedPattern, ...]
    until: BoundedPattern
    was: BoundedPattern
    elsewhere: BoundedPattern


@lru_cache(maxsize=1)
def _rules() -> tuple[_Rules, ...]:
    return tuple(map(_compiled, language_tables("for_now").values()))


def _compiled(table: Mapping[str, Any]) -> _Rules:
    def several(name: str) -> tuple[BoundedPattern, ...]:
        return tuple(bounded(one, regex.IGNORECASE) for one in table[name])

    def single(name: str) -> BoundedPattern:
        return bounded(table[name], regex.IGNORECASE)

    return _Rules(
        several("limited"),
        single("state"),
        several("some_of_it"),
        single("now"),
        several("not_over"),
        single("until"),
        single("was"),
        single("elsewhere"),
    )
