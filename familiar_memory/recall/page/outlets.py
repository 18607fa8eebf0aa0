"""`{{outlet::name}}` in a card: where lore stands that was made for just that place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from familiar_memory.domain.question.context import Contribution
from familiar_memory.recall.layout import CHARACTER, EXAMPLES
from familiar_memory.recall.provider import Outlet, Shown

__all__ = ["fill_outlets", "shown_by_outlets"]

_OUTLET = re.compile(r"\{\{\s*outlet::(?P<name>[^{}]*)\}\}", re.IGNORECASE)
_CARD = frozenset({CHARACTER, EXAMPLES})


def fill_outlets(
    contributions: Iterable[Contribution], outlets: Iterable[Outlet]
) -> Iterator[Contribution]:
    """Put the texts into the card by name; an outlet that nothing fills vanishes.

    What is put in is not looked through again. A part of the card that was only an outlet,
    and is empty, is left out.
    """
    texts = {outlet.name: outlet.text for outlet in outlets}

    def text_of(match: re.Match[str]) -> str:
        return texts.get(match["name"].strip(), "")

    for one in contributions:
        if one.source not in _CARD or "{{" not in (text := one.text):
            yield one
        elif filled := _OUTLET.sub(text_of, text).strip():
            yield one.with_text(filled)


def shown_by_outlets(contributions: Iterable[Contribution], outlets: Iterable[Outlet]) -> Shown:
    """The notes that come onto the page because the card asks for their outlet."""
    card = [one.text for one in contributions if one.source in _CARD and "{{" in one.text]
    asked = {match["name"].strip() for text in card for match in _OUTLET.finditer(text)}
    filled = [one for one in outlets if one.name in asked]
    return Shown(
        frozenset().union(*(one.paths for one in filled)),
        texts=frozenset(one.text for one in filled),
    )
