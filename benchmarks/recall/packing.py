"""Ranked turns, and those that a page of so many characters takes, whoever ranked them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

__all__ = ["BUDGET_CHARS", "Ranked", "Ranker", "packed", "until_full"]

BUDGET_CHARS = 4_000
"""1,000 tokens at 4 characters a token."""
_LENGTH_POWER = 0.15


class Ranked(NamedTuple):
    """One ranked passage: the turns that it counts as, the length of its text, its score."""

    refs: Collection[str]
    chars: int
    score: float


Ranker = Callable[[str], Sequence[Ranked]]
"""From a question to passages, the best first; all scores are above 0."""


def packed(passages: Sequence[Ranked], budget: int = BUDGET_CHARS) -> list[Ranked]:
    """Whole passages by score / length^.15; what does not fit is skipped, and the next is tried.

    So a page is filled: a short turn goes before a long one that scores as well, and a turn too
    long for what is left does not end the page.
    """
    kept, left = [], budget
    for passage in sorted(passages, key=_by_worth):
        if passage.chars <= left:
            kept.append(passage)
            left -= passage.chars
    return kept


def until_full(passages: Sequence[Ranked], budget: int = BUDGET_CHARS) -> list[Ranked]:
    """Passages in the order of the ranking, up to the first that does not fit."""
    used = 0
    for count, passage in enumerate(passages):
        used += passage.chars
        if used > budget:
            return list(passages[:count])
    return list(passages)


def _by_worth(passage: Ranked) -> float:
    # Sorting is stable, so what is worth the same stays in the order of the ranking.
    worth: float = passage.score / max(passage.chars, 1) ** _LENGTH_POWER
    return -worth
