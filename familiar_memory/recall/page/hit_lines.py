"""A passage that was found, as a line of a prompt."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from familiar_memory.domain.question.contribution import Line
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.text.one_line import LONGEST_NAME, one_line
from familiar_memory.domain.tree import LORE, below
from familiar_memory.knowledge.validity import told_term
from familiar_memory.recall.page.budget import cut_to_tokens
from familiar_memory.recall.page.macros import Macros

__all__ = ["hit_lines"]

_HIT_TOKENS = 400
"""One endless passage must not take the place of all others."""
_LORE = below(LORE)
_ATTRIBUTED = "**"
"""How a line of a note begins that says itself who spoke."""
_ENOUGH = 60
"""Of a long passage that the budget cuts, so many characters identify it."""


def hit_lines(hits: Iterable[SearchHit], macros: Macros, moment: datetime | None) -> list[Line]:
    """A line a hit; terms are worded as seen from the moment, without one they are not."""
    return [_line(hit, macros, moment) for hit in hits]


def _line(hit: SearchHit, macros: Macros, moment: datetime | None) -> Line:
    """Date, term, speaker or note, place, class: a model needs them to weigh what it reads."""
    day = (hit.said_at or "")[:10]
    where = f"in {hit.audience}" if hit.source == "conversation" else f"{hit.trust}, {hit.path}"
    # Only lore is written with macros; what people said with braces stays as they said it.
    text = macros.expand(hit.text) if hit.path.startswith(_LORE) else hit.text
    text = cut_to_tokens(one_line(text), _HIT_TOKENS)
    who = one_line(hit.author_name or hit.title, LONGEST_NAME)
    said = "" if text.startswith(_ATTRIBUTED) or not who else f"{who}: "
    term = told_term(hit.since, hit.until, moment) if moment is not None else ""
    head = f"- [{one_line(', '.join(filter(None, (day, term, where))))}] {said}"
    return Line(f"{head}{text}", hit, enough=len(head) + min(len(text), _ENOUGH))
