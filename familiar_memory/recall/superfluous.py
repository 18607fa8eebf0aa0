"""What was found and is not given out, because the page has it, or because it is no memory."""

from __future__ import annotations

from enum import StrEnum

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.tree import LORE, below
from familiar_memory.recall.provider import Shown
from familiar_memory.recall.twins import is_wiring_hit

__all__ = ["Superfluous", "superfluous"]

_LORE = below(LORE)


class Superfluous(StrEnum):
    """Why a recall does not give out what a search would."""

    WIRING = "wiring"
    """It only joins two notes of one person, and the headings say that."""
    ON_PAGE = "on the page"
    IN_LORE = "in lore"
    """It is lore, and lore on the page says the same word for word."""


def superfluous(hit: SearchHit, shown: Shown) -> Superfluous | None:
    """Why a hit adds nothing to a page on which that is shown; None where it does."""
    if is_wiring_hit(hit):
        return Superfluous.WIRING
    # A note on the page says what holds now: what was so before is not there.
    is_past = hit.fact is not None and hit.fact.is_past
    if (shown.has(hit.path, hit.line) and not is_past) or hit.turn in shown.turns:
        return Superfluous.ON_PAGE
    if hit.path.startswith(_LORE) and shown.says(hit.text):
        return Superfluous.IN_LORE
    return None
