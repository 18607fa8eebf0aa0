"""What the facts of a predicate are about, and which of them may be so for some days only."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from familiar_memory.knowledge.write_policy.candidate import Category

__all__ = ["MENTIONS", "category_of", "may_pass"]

_RELATIONSHIPS = (
    "married_to",
    "partner_of",
    "parent_of",
    "child_of",
    "sibling_of",
    "relative",
    "friend_of",
    "knows",
)
_PREFERENCES = (
    "likes",
    "dislikes",
    "loves",
    "prefers",
    "favorite_color",
    "favorite_food",
    "favorite_game",
    "favorite_music",
    "favorite_film",
    "favorite_book",
)
_CATEGORIES: Mapping[str, Category] = MappingProxyType(
    {
        **dict.fromkeys(_RELATIONSHIPS, Category.RELATIONSHIP),
        **dict.fromkeys(_PREFERENCES, Category.PREFERENCE),
        "goal": Category.GOAL,
    }
)
_PASSING = frozenset({"health", "has_status"})
"""An illness may be a cold. Of other facts that end soon (a visit, a purchase) the predicate says
so itself."""
MENTIONS: Final = frozenset({"mentions", "mentioned_in"})
"""They say that something came up, and nothing of it."""


def category_of(predicate: str) -> Category:
    """What such a fact is about."""
    return _CATEGORIES.get(predicate, Category.CONTEXT)


def may_pass(predicate: str) -> bool:
    """Whether such a fact may be over in some days, though nothing in it says so."""
    return predicate in _PASSING
