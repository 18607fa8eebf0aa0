"""Character cards: PNG, `.charx` and JSON of every generation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from familiar_importers.sillytavern.cards.card_file import open_card
from familiar_importers.sillytavern.cards.detect import is_card_file
from familiar_importers.sillytavern.cards.items import card_items
from familiar_importers.sillytavern.containers.incoming import read_input
from familiar_memory.transfer.importer import Item

__all__ = ["CardImporter"]


class CardImporter:
    """A character into `self/`, its lorebook into `lore/imported/`; see docs/sillytavern.md."""

    name = "card"
    describe = "a character card: PNG, .charx or JSON (SillyTavern, V1 to V3)"

    def detect(self, path: Path) -> bool:
        """A card by its content, or a PNG or .charx that may have been one."""
        return is_card_file(path)

    def read(self, path: Path) -> Iterator[Item]:
        """Notes of the card, its lorebook, assets, the original and the sidecar.

        Raises:
            InputError: there is no card in the file, or it is damaged or too large.
        """
        label = path.name
        return card_items(open_card(read_input(path), label), label)
