"""Who the familiar is, as far as its prompts need to know."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.recall.parts.imported_card import ImportedCard

__all__ = ["Persona"]


@dataclass(frozen=True, slots=True)
class Persona:
    """What the familiar is called, which `{{char}}` means, and the card it was imported from."""

    name: str
    card: ImportedCard
