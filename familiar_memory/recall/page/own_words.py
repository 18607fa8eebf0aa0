"""What the familiar said itself stands behind what people said: a guess of its own is no source."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from familiar_memory.domain.question.contribution import Line
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.index.words.tokens import content_terms

__all__ = ["people_first"]

_NEARLY = 0.8
"""The share of its terms that somebody else's words must have for the familiar's to be an echo."""


def people_first(lines: Sequence[Line]) -> list[Line]:
    """Lines of hits with the familiar's own last, in their order; its echoes are worth least.

    So where there is too little room, what it only repeated goes first; what nobody else
    said keeps its worth, as it may be all that answers.
    """
    own = [line for line in lines if _is_own(line)]
    others = [line for line in lines if not _is_own(line)]
    if not own or not others:
        return list(lines)
    said = [_terms(line.hit) for line in others]
    least = min(line.worth or 0.0 for line in lines)
    return [*others, *(_lowered(line, least) if _echoes(line, said) else line for line in own)]


def _is_own(line: Line) -> bool:
    return line.hit is not None and line.hit.is_own


def _terms(hit: SearchHit | None) -> AbstractSet[str]:
    return content_terms(hit.text).keys() if hit is not None else frozenset()


def _echoes(line: Line, said: Sequence[AbstractSet[str]]) -> bool:
    """Whether somebody else says the same, or nearly."""
    terms = _terms(line.hit)
    return any(len(terms & one) >= _NEARLY * len(terms) for one in said)


def _lowered(line: Line, worth: float) -> Line:
    return replace(line, worth=worth)
