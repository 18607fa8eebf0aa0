"""What of a recall really stands in the prompt: by name, for the recall log and for explain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from familiar_memory.domain.memory.surfaced import Surfaced
from familiar_memory.domain.question.context import Contribution, Decision
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.domain.tree import CONVERSATION, MEMORY, SELF, below
from familiar_memory.recall.page.render import Context

__all__ = ["is_shown", "kept_hits", "stands_in", "surfaced_of"]

_KEPT = "kept"
_ENOUGH = 60
"""Of a long passage that was cut, so many characters tell that it is there."""
_CARD_FOLDER = below(SELF)
_MACRO = re.compile(r"\{\{.*?\}\}|<(?:char|user|bot)>", re.IGNORECASE | re.DOTALL)


def kept_hits(context: Context) -> Iterator[tuple[Decision, SearchHit]]:
    """The passages that retrieval (and filters after it) let through, best first.

    A later decision on the same passage replaces an earlier one.
    """
    last: dict[tuple[str, int | None, tuple[str, ...], str], tuple[Decision, SearchHit]] = {}
    for decision in context.trace.decisions:
        if decision.hit is not None:
            hit = decision.hit
            last[hit.path, hit.line, hit.refs, hit.audience] = (decision, hit)
    return (pair for pair in last.values() if pair[0].verdict == _KEPT)


def is_shown(hit: SearchHit, contributions: tuple[Contribution, ...]) -> bool:
    """Whether the passage stands in what fitted, at least its beginning."""
    words = " ".join(hit.text.split())[:_ENOUGH]
    if any(words in " ".join(one.text.split()) for one in contributions):
        return True
    # Lore is given with its macros filled in.
    return _MACRO.search(hit.text) is not None and stands_in(hit.text, contributions)


def stands_in(text: str, contributions: Iterable[Contribution]) -> bool:
    """Whether a text stands in one of these, at least its beginning; its macros are filled in."""
    pieces = [" ".join(piece.split())[:_ENOUGH] for piece in _MACRO.split(text)]
    first = [piece for piece in pieces if piece][:2]
    pages = [f" {' '.join(one.text.split())}" for one in contributions]
    if len(pieces) == 1:
        # A whole word at least, where nothing was put in before it.
        first = [f" {piece}" for piece in first]
    return bool(first) and any(all(piece in page for piece in first) for page in pages)


def surfaced_of(context: Context) -> tuple[Surfaced, ...]:
    """Notes that are given as such, then passages and turns in order, each once.

    The card is the familiar itself: it is no memory that came up.
    """
    notes = [
        Surfaced(MEMORY, one.label)
        for one in context.contributions
        if one.label.endswith(".md") and not one.label.startswith(_CARD_FOLDER)
    ]
    passages = [
        _surfaced(hit) for _, hit in kept_hits(context) if is_shown(hit, context.contributions)
    ]
    return tuple(dict.fromkeys((*notes, *passages)))


def _surfaced(hit: SearchHit) -> Surfaced:
    place = hit.audience if hit.refs and parse_place_slug(hit.audience) else None
    if hit.source == CONVERSATION:
        # Notes that hold the same memory lend a turn their refs; it is named by its own.
        return Surfaced(CONVERSATION, hit.audience, None, place, hit.refs[:1])
    return Surfaced(hit.source, hit.path, hit.line, place, hit.refs)
