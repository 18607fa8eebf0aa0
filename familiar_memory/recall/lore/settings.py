"""How lorebooks are asked, in one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from familiar_memory.lore.activation.settings import ActivationSettings

__all__ = ["LoreSettings"]


@dataclass(frozen=True, slots=True)
class LoreSettings(ActivationSettings):
    """`[lore]`: how entries come in by their keys, and how much of a prompt they may take.

    With `budget_tokens` 0 it is as the mode allows; `budget_percent` is of a request's own
    budget. Without `activation` lore is only found by search, as any note is. With
    `card_copies` a card's book speaks beside a book by itself that it is a copy of.
    """

    budget_tokens: Annotated[int, Ge(0)] = 0
    activation: bool = True
    budget_percent: Annotated[int, Ge(1), Le(100)] = 25
    card_copies: bool = False
