"""`{{outlet::name}}` in a card: where lore stands that was made for just that place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from familiar_memory.domain.context import Contribution
from familiar_memory.recall.layout import CHARACTER, EXAMPLES

__all__ = ["fill_outlets"]

_OUTLET = re.compile(r"\{\{\s*outlet::(?P<name>[^{}]*)\}\}", re.IGNORECASE)
_CARD = frozenset({CHARACTER, EXAMPLES})


def fill_outlets(
    contributions: Iterable[Contribution], outlets: Mapping[str, str]
) -> Iterator[Contribution]:
    """Put the texts into the card by name; an outlet that nothing fills vanishes.

    What is put in is not looked through again. A part of the card that was only an outlet,
    and is empty, is left out.
    """

    def text_of(match: re.Match[str]) -> str:
        return outlets.get(match["name"].strip(), "")

    for one in contributions:
        if one.source not in _CARD or "{{" not in one.text:
            yield one
        elif text := _OUTLET.sub(text_of, one.text).strip():
            yield replace(one, text=text)
