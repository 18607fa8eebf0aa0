"""Whether a passage stands on the page of a recall without being a hit: in its note, as a fact."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from familiar_memory.domain.question.context import Contribution, Layer
from familiar_memory.domain.tree import MEMORY
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.validity import holds
from familiar_memory.recall.explain.case import Case
from familiar_memory.recall.layout import CHARACTER, EXAMPLES
from familiar_memory.recall.page.surfaced import Kept
from familiar_memory.recall.ranking.masks.table import Exclusion

__all__ = ["Standing", "given_by", "standing_of"]

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
_MACRO = re.compile(r"\{\{.*?\}\}|<(?:char|user|bot)>", re.IGNORECASE | re.DOTALL)
_ENOUGH = 60
"""Of a long passage that was cut, so many characters prove that it is there."""


class Standing(StrEnum):
    """What became of a passage that was given with its note."""

    THERE = "there"
    NO_ROOM = "no room"
    NOT_NOW = "not now"
    """The note is there, without what has not begun or has ended."""


def standing_of(passage: StoredPassage, exclusion: Exclusion | None, case: Case) -> Standing | None:
    """Whether it was given with its note, and had room; None where it was not given so.

    `exclusion` is what kept it out of the search.
    """
    if case.fitted is None or passage.source != MEMORY:
        return None
    card = [one for one in case.fitted if one.label == passage.key and one.source in _CARD]
    if card:
        # It is given as its author wrote it, at any moment, but for what is not for the viewer.
        if exclusion is Exclusion.FORBIDDEN:
            return None
        if passage.key not in case.shortened or _begins_in(passage.text, card):
            return Standing.THERE
        return Standing.NO_ROOM
    if exclusion in _NOT_IN_A_NOTE:
        return None
    if given_by(passage, case) is not None:
        return Standing.THERE if _is_kept(passage, case) else Standing.NO_ROOM
    if case.shown.has(passage.key, passage.line):
        return _in_note(passage, case)
    is_fact = f"{passage.key}:{passage.line}" in case.facts
    return Standing.THERE if is_fact and _is_kept(passage, case) else None


def given_by(passage: StoredPassage, case: Case) -> str | None:
    """The name of the provider that a passage's line is from, where nothing else says it."""
    if (given := case.provided.get(f"{passage.key}:{passage.line}")) is None:
        return None
    at = (passage.key, passage.line)
    sources = {one.source for one in case.fitted or () if at in Kept.of([one]).lines}
    return given if sources <= {given} else None


def _in_note(passage: StoredPassage, case: Case) -> Standing:
    if _is_kept(passage, case):
        return Standing.THERE
    if not holds(passage.valid_since, passage.valid_until, None, case.filters.moment):
        return Standing.NOT_NOW
    return Standing.NO_ROOM if passage.key in case.shortened else Standing.THERE


def _is_kept(passage: StoredPassage, case: Case) -> bool:
    """Whether its line was left on the page by the budget."""
    fitted = case.fitted or ()
    if passage.line is not None and (passage.key, passage.line) in Kept.of(fitted).lines:
        return True
    # Lore that its keys brought is given as its author wrote it.
    lore = [one for one in fitted if one.layer is Layer.LORE and one.label == passage.key]
    return _begins_in(passage.text, lore)


def _begins_in(text: str, authored: Iterable[Contribution]) -> bool:
    """Whether the beginning of a text stands in these, which have no lines of notes.

    They are whole, with their macros filled in, unless a budget has cut them.
    """
    pieces = [" ".join(piece.split())[:_ENOUGH] for piece in _MACRO.split(text)]
    first = [piece for piece in pieces if piece][:2]
    pages = [f" {' '.join(one.text.split())}" for one in authored]
    if len(pieces) == 1:
        # A whole word at least, where nothing was put in before it.
        first = [f" {piece}" for piece in first]
    return bool(first) and any(all(piece in page for piece in first) for page in pages)
