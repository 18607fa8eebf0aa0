"""Whether what is said to be over is so for good, by what stands behind it.

"I'm leaving Acme at five", "sick of ramen today", "Tom dumped me in Mario Kart" and "I no longer
like gooseberries raw" end nothing. The words of a language are its `[for_now]` table
(`knowledge/languages`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern
from familiar_memory.knowledge.languages.table_patterns import table_patterns
from familiar_memory.writers.text.sentences import split_sentences

__all__ = ["is_of_some", "is_only_for_now", "is_soon_undone"]


def is_only_for_now(
    sentence: str, start: int, end: int, around: str = "", named: int | None = None
) -> bool:
    """Whether what is said to be over at `start`..`end` is so only at times, in a way, or for now.

    `around` is the sentence with what is said behind it; what is over is `named` up to there, if
    that is before the end: "I don't like ramen | with egg anymore".
    """
    rules = _rules()
    if _follows(rules.limited, sentence, end) or is_soon_undone(sentence, start, end, around):
        return True
    if not _stands(rules.state, sentence, start, end):
        return False
    ends = {end, end if named is None else named}
    return any(is_of_some(sentence, at) for at in ends) or _stands(rules.now, sentence, start)


def is_of_some(sentence: str, end: int) -> bool:
    """Whether what was named up to there is meant only in part: "ramen with seaweed"."""
    return _follows(_rules().some_of_it, sentence, end)


def is_soon_undone(sentence: str, start: int, end: int, around: str = "") -> bool:
    """Whether somebody says that they come back to it, or speaks of a game.

    That is not looked for in front of it: who says first where they were has told a story.
    """
    rules = _rules()
    if _stands(rules.elsewhere, sentence, start):
        return True
    behind = [sentence[end:], *_going_on(sentence, around, rules)]
    if any(_stands(rules.not_over, one) for one in behind):
        return True
    was = _stands(rules.was, sentence, start, end)
    return not was and any(_stands(rules.until, one) for one in behind)


def _going_on(sentence: str, around: str, rules: _Rules) -> Iterator[str]:
    """The sentences behind that go on about whoever speaks: who else comes back is no matter."""
    if around.startswith(sentence):
        later = split_sentences(around[len(sentence) :])
        yield from (one for one in later if _follows(rules.goes_on, one, 0))


@dataclass(frozen=True, slots=True)
class _Rules:
    """The patterns of all languages."""

    limited: tuple[BoundedPattern, ...]
    state: tuple[BoundedPattern, ...]
    some_of_it: tuple[BoundedPattern, ...]
    now: tuple[BoundedPattern, ...]
    not_over: tuple[BoundedPattern, ...]
    goes_on: tuple[BoundedPattern, ...]
    until: tuple[BoundedPattern, ...]
    was: tuple[BoundedPattern, ...]
    elsewhere: tuple[BoundedPattern, ...]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    return _Rules(*(table_patterns("for_now", name) for name in _Rules.__dataclass_fields__))


def _follows(patterns: Iterable[BoundedPattern], text: str, at: int) -> bool:
    return any(one.match(text, at) for one in patterns)


def _stands(
    patterns: Iterable[BoundedPattern], text: str, start: int = 0, end: int | None = None
) -> bool:
    stop = len(text) if end is None else end
    return any(one.search(text, start, stop) is not None for one in patterns)
