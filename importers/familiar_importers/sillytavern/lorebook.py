"""Lorebooks in: World Info, books of V2 and V3, NovelAI, Agnai, Risu."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from familiar_importers.sillytavern.book_bytes import PNG_SIGNATURE, book_json, read_book_file
from familiar_importers.sillytavern.book_detect import is_book_file
from familiar_importers.sillytavern.book_items import book_items
from familiar_memory.transfer.importer import BytesFile, Item

__all__ = ["LorebookImporter"]

_ENDINGS = frozenset({"json", "lorebook"})


class LorebookImporter:
    """One note an entry in `lore/imported/<book>/`, beside the sidecar and the file itself."""

    name = "lorebook"
    describe = "a lorebook: World Info, V2, V3, NovelAI (.lorebook, .png), Agnai, Risu"

    def detect(self, path: Path) -> bool:
        """Whether the file looks like a lorebook; a picture only without a character."""
        return is_book_file(path)

    def read(self, path: Path) -> Iterator[Item]:
        """The notes, the sidecar, the original, and remarks on what is odd.

        Raises:
            InputError: it is too large, no JSON, or no lorebook; it names file and place.
        """
        data = read_book_file(path)
        book = book_items(book_json(data, path.name), path.stem, label=path.name)
        yield from book.items
        yield BytesFile(f"{book.folder}/.original.{_ending(path, data)}", data)


def _ending(path: Path, data: bytes) -> str:
    if data.startswith(PNG_SIGNATURE):
        return "png"
    ending = path.suffix.lower().removeprefix(".")
    return ending if ending in _ENDINGS else "json"
