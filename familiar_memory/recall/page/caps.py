"""How many tokens each layer of a prompt may hold: the card whole, lore by its own budget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from familiar_memory.domain.question.context import Contribution, Layer, Mode
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.recall.layout import CAPS, CHARACTER, EXAMPLES, LORE_PLACES
from familiar_memory.recall.page.block import BlockKey, marks_tokens

__all__ = ["caps_of"]

_SEPARATOR_TOKENS = 1
"""As the budget counts it."""
_WHOLE = frozenset({CHARACTER, EXAMPLES, *LORE_PLACES.values()})
"""Sources that no layer cuts: a person wrote the card, and lore was bounded when it came in."""


def caps_of(
    mode: Mode, contributions: Iterable[Contribution], given: Mapping[Layer, int]
) -> dict[Layer, int]:
    """Tokens by layer for what is offered; a layer that is `given` has just so many.

    Otherwise what is never cut takes nothing of the room that its layer has for the others.
    """
    caps = dict(CAPS[mode]) | dict(given)
    marked: set[BlockKey] = set()
    for one in contributions:
        if one.source not in _WHOLE or one.layer in given or not one.text:
            continue
        block = (one.layer, one.source, one.trust)
        caps[one.layer] += estimate_tokens(one.text) + _SEPARATOR_TOKENS
        if block not in marked:
            marked.add(block)
            caps[one.layer] += marks_tokens(block)
    return caps
