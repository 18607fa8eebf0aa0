"""Lorebooks in: World Info, books of V2 and V3, NovelAI, Agnai, Risu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from familiar_importers.sillytavern.containers.incoming import PNG_SIGNATURE, read_input
from familiar_importers.sillytavern.lorebooks.book_bytes import MAX_BOOK_BYTES, book_json
from familiar_importers.sillytavern.lorebooks.detect import is_book_file
from familiar_importers.sillytavern.lorebooks.items import book_items
from familiar_importers.sillytavern.lorebooks.placing import BookDestination, place_of_own_book
from familiar_importers.sillytavern.lorebooks.shelf import Shelf, shelf_of
from familiar_importers.sillytavern.reading.shape import is_card
from familiar_memory.errors import InputError
from familiar_memory.lore.book.joined.kinship import EntryMark
from familiar_memory.transfer.importer import BytesFile, Importer, Item, Remark
from familiar_memory.transfer.tree import TreeReader

__all__ = ["LorebookImporter"]

_ENDINGS = frozenset({"json", "lorebook"})


@dataclass(frozen=True, slots=True)
class LorebookImporter:
    """One note an entry in `lore/imported/<book>/`, beside the sidecar and the file itself.

    The setting `book` names the folder: for a book that would come to that of another, or
    to one of its own although it is a version of another.
    """

    book: str = ""
    _tree: TreeReader | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The word for `--as`."""
        return "lorebook"

    @property
    def describe(self) -> str:
        """What it reads."""
        return "a lorebook: World Info, V2, V3, NovelAI (.lorebook, .png), Agnai, Risu"

    def detect(self, path: Path) -> bool:
        """Whether the file looks like a lorebook; a picture only without a character."""
        return is_book_file(path)

    def beside(self, tree: TreeReader) -> Importer:
        """As it reads for this tree: a newer version of a book comes to the older one."""
        return replace(self, _tree=tree)

    def read(self, path: Path) -> Iterator[Item]:
        """The notes, the sidecar, the original, and remarks on what is odd.

        Raises:
            InputError: it is too large, no JSON, or no lorebook; it names file and place. Or
                the chosen folder is that of a card's book.
        """
        data = read_input(path, max_bytes=MAX_BOOK_BYTES)
        value, flaws = book_json(data, path.name)
        if is_card(value):
            raise InputError(
                f"{path.name}: this is a character card, not a lorebook",
                "--as card, which brings the lorebook in it too",
            )
        shelf = Shelf() if self._tree is None else shelf_of(self._tree)

        def placing(name: str, marks: Sequence[EntryMark | None]) -> BookDestination:
            return place_of_own_book(name, path.stem, marks, shelf, self.book)

        book = book_items(value, path.stem, label=path.name, placing=placing)
        yield from book.items
        yield from (Remark(path.name, flaw) for flaw in flaws)
        yield BytesFile(f"{book.folder}/.original.{_ending(path, data)}", data)
        yield book.brought


def _ending(path: Path, data: bytes) -> str:
    if data.startswith(PNG_SIGNATURE):
        return "png"
    ending = path.suffix.lower().removeprefix(".")
    return ending if ending in _ENDINGS else "json"
