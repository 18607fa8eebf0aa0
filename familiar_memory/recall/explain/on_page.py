"""Whether a passage stands on the page of a recall without being a hit: in its note, as a fact."""

from __future__ import annotations

import re
from enum import StrEnum

from familiar_memory.domain.tree import MEMORY
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.validity import holds
from familiar_memory.recall.explain.reasons import Asked
from familiar_memory.recall.layout import CHARACTER, EXAMPLES
from familiar_memory.recall.page.surfaced import stands_in
from familiar_memory.recall.ranking.masks import Exclusion

__all__ = ["Standing", "standing_of"]

_CARD = frozenset({CHARACTER, EXAMPLES})
_NOT_IN_A_NOTE = frozenset(
    {
        Exclusion.ABSENT,
        Exclusion.FORBIDDEN,
        Exclusion.NOT_KNOWN_THEN,
        Exclusion.RETIRED,
        Exclusion.NOT_HOLDING,
        Exclusion.EXPIRED,
    }
)
"""What keeps a line out of a search keeps it off its note's page as well; filters do not."""
_PREDICATE = re.compile(r"\A[\w-]+:: ")


class Standing(StrEnum):
    """What became of a passage that was given with its note."""

    THERE = "there"
    NO_ROOM = "no room"
    NOT_NOW = "not now"
    """The note is there, without what has not begun or has ended."""


def standing_of(
    passage: StoredPassage, exclusion: Exclusion | None, asked: Asked
) -> Standing | None:
    """Whether it was given with its note, and had room; None where it was not given so.

    `exclusion` is what kept it out of the search.
    """
    if asked.fitted is None or passage.source != MEMORY:
        return None
    card = [one for one in asked.fitted if one.label == passage.key and one.source in _CARD]
    if card:
        # It is given as its author wrote it, at any moment, but for what is not for the viewer.
        if exclusion is Exclusion.FORBIDDEN:
            return None
        if stands_in(passage.text, card):
            return Standing.THERE
        return Standing.NO_ROOM if passage.key in asked.shortened else None
    if exclusion in _NOT_IN_A_NOTE:
        return None
    if asked.shown.has(passage.key, passage.line):
        return _in_note(passage, asked)
    is_fact = f"{passage.key}:{passage.line}" in asked.facts
    return Standing.THERE if is_fact and stands_in(_words(passage), asked.fitted) else None


def _in_note(passage: StoredPassage, asked: Asked) -> Standing:
    if stands_in(_words(passage), asked.fitted or ()):
        return Standing.THERE
    if not holds(passage.valid_since, passage.valid_until, None, asked.filters.moment):
        return Standing.NOT_NOW
    return Standing.NO_ROOM if passage.key in asked.shortened else Standing.THERE


def _words(passage: StoredPassage) -> str:
    """What of a passage stands on a page word for word: the name of a predicate does not."""
    return _PREDICATE.sub("", passage.text)
