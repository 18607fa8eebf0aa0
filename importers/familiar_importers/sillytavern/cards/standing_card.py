"""The character that a familiar is before another card comes."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_importers.sillytavern.cards.notes.text import shown
from familiar_importers.sillytavern.cards.sidecar import (
    SIDECAR_PATH,
    CardSidecar,
    load_card_sidecar,
)
from familiar_importers.sillytavern.lorebooks.shelf import Shelf, shelf_of
from familiar_importers.sillytavern.reading.card_file import CardFile
from familiar_importers.sillytavern.reading.shape import shape_of
from familiar_memory.errors import InputError
from familiar_memory.transfer.tree import TreeReader

__all__ = ["StandingCard", "standing_card"]

_TELLING = ("description", "first_mes")
"""Two cards that share one of these are versions of one character, whatever their names."""


@dataclass(frozen=True, slots=True)
class StandingCard:
    """The card that was imported before, None where none was, and the books that are there."""

    sidecar: CardSidecar | None = None
    shelf: Shelf = field(default_factory=Shelf)

    @property
    def book(self) -> str | None:
        """The folder of its lorebook."""
        return self.sidecar.book if self.sidecar is not None else None

    def is_another(self, name: str, file: CardFile) -> bool:
        """Whether the character of this file, called `name`, is not the one that is there."""
        if self.sidecar is None or not self.sidecar.name.strip():
            return False
        if self.sidecar.name.strip().casefold() == name.strip().casefold():
            return False
        shape = shape_of(self.sidecar.card, SIDECAR_PATH)
        return not any(
            (text := shown(file.shape.value(file.card, part)).strip())
            and text == shown(shape.value(self.sidecar.card, part)).strip()
            for part in _TELLING
        )


def standing_card(tree: TreeReader) -> StandingCard:
    """The character and the books of a tree.

    A damaged sidecar names no character: importing the card again mends it.
    """
    sidecar = None
    if tree.has(SIDECAR_PATH):
        try:
            sidecar = load_card_sidecar(tree.read_bytes(SIDECAR_PATH), SIDECAR_PATH)
            shape_of(sidecar.card, SIDECAR_PATH)
        except InputError:
            sidecar = None
    return StandingCard(sidecar, shelf_of(tree))
