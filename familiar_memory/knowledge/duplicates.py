"""When two texts are the same memory: one rule for writers, imports and clean-up."""

from __future__ import annotations

import unicodedata

__all__ = ["normalised"]

_FINAL_MARKS = ".!?…。！？、, ;:"


def normalised(text: str) -> str:
    """The form in which texts are compared: case, width, spacing and final marks put aside.

    A text of nothing but marks keeps them, so that "?" and "!" stay different.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    spaced = " ".join(unicodedata.normalize("NFKC", folded).split())
    return spaced.rstrip(_FINAL_MARKS) or spaced
