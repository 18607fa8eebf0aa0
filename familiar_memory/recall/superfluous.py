"""What was found and is not given out, because the page has it, or because it is no memory."""

from __future__ import annotations

import re
from enum import StrEnum

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.tree import LORE, TOPICS, below
from familiar_memory.recall.provider import Shown
from familiar_memory.recall.twins import is_wiring_hit

__all__ = ["Superfluous", "superfluous"]

_LORE = below(LORE)
_TOPICS = below(TOPICS)
_COUNT = re.compile(
    r"[1-9][0-9]{0,8} more(?: since \d{4}-\d\d-\d\d)?(?:, in [^\n]+)?"
    r"|First came up(?: in \d{4}-\d\d-\d\d[^\n]*)?"
)
"""How a topic says how often else it was mentioned (`writers.notes.topic_counts`), and where first
(`writers.notes.topic_lead`), as shown."""


class Superfluous(StrEnum):
    """Why a recall does not give out what a search would."""

    WIRING = "wiring"
    """It only joins two notes of one person, and the headings say that."""
    COUNT = "count"
    """It only counts the mentions that a topic does not list, or says where the first one was."""
    ON_PAGE = "on the page"
    IN_LORE = "in lore"
    """It is lore, and lore on the page says the same word for word."""


def superfluous(hit: SearchHit, shown: Shown) -> Superfluous | None:
    """Why a hit adds nothing to a page on which that is shown; None where it does."""
    if is_wiring_hit(hit):
        return Superfluous.WIRING
    if hit.path.startswith(_TOPICS) and _COUNT.fullmatch(hit.text):
        return Superfluous.COUNT
    # A note on the page says what holds now: what was so before is not there.
    is_past = hit.fact is not None and hit.fact.is_past
    if (shown.has(hit.path, hit.line) and not is_past) or hit.turn in shown.turns:
        return Superfluous.ON_PAGE
    if hit.path.startswith(_LORE) and shown.says(hit.text):
        return Superfluous.IN_LORE
    return None
