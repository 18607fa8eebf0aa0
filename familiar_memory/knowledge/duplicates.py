"""When two texts are the same memory: one rule for writers, imports and clean-up."""

from __future__ import annotations

import unicodedata
from collections.abc import Set as AbstractSet

__all__ = ["OBJECTS_ALIKE", "TEXTS_ALIKE", "normalised", "share_words"]

OBJECTS_ALIKE = 0.6
"""Of the words of two objects, from which one may be a statement of the other. Istota has 0.6 on
objects, its older version 0.7 on predicate and object, OpenCouch 0.85 on whole quotes. With what
is asked for beside it (`knowledge.reconcile.relation`), 0.6 takes a word of praise more
among three for the same thing."""
TEXTS_ALIKE = 0.8
"""Of the words of two memories, or of two lasting requests, from which they say the same where no
vectors are asked: of five words one may be missing."""

_FINAL_MARKS = ".!?…。！？、, ;:"


def normalised(text: str) -> str:
    """The form in which texts are compared: case, width, spacing and final marks put aside.

    A text of nothing but marks keeps them, so that "?" and "!" stay different.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    spaced = " ".join(unicodedata.normalize("NFKC", folded).split())
    return spaced.rstrip(_FINAL_MARKS) or spaced


def share_words(one: AbstractSet[str], other: AbstractSet[str], least: float) -> bool:
    """Whether the words that two texts share are so many of all their words (Jaccard index)."""
    return len(one & other) >= least * len(one | other)
