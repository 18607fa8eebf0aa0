"""Character cards: PNG, `.charx` and JSON of every generation, and YAML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from familiar_importers.sillytavern.cards.items import card_items
from familiar_importers.sillytavern.cards.standing_card import standing_card
from familiar_importers.sillytavern.containers.incoming import read_input
from familiar_importers.sillytavern.reading.card_file import open_card
from familiar_importers.sillytavern.reading.detect import is_card_file
from familiar_memory.transfer.importer import Importer, Item
from familiar_memory.transfer.tree import TreeReader

__all__ = ["CardImporter"]


@dataclass(frozen=True, slots=True)
class CardImporter:
    """A character into `self/`, its lorebook into `lore/imported/`; see docs/sillytavern.md.

    The setting `replace` lets another character take the place of the one that is there.
    """

    replace: bool = False
    _tree: TreeReader | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The word for `--as`."""
        return "card"

    @property
    def describe(self) -> str:
        """What it reads."""
        return "a character card: PNG, .charx, JSON or YAML (SillyTavern, V1 to V3)"

    def detect(self, path: Path) -> bool:
        """A card by its content, or a PNG or .charx that may have been one."""
        return is_card_file(path)

    def beside(self, tree: TreeReader) -> Importer:
        """As it reads for this tree: it knows the character that is there."""
        return replace(self, _tree=tree)

    def read(self, path: Path) -> Iterator[Item]:
        """Notes of the card, its lorebook, assets, the original and the sidecar.

        Raises:
            InputError: there is no card in the file, or it is damaged or too large. Or another
                character is there, and nobody said that it is to be replaced.
        """
        label = path.name
        file = open_card(read_input(path), label)
        there = None if self._tree is None else standing_card(self._tree)
        return card_items(file, label, there, is_replacing=self.replace)
