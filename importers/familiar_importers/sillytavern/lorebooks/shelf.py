"""Which book stands in which folder of `lore/imported/`: told by its sidecar, not by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from familiar_memory.errors import FamiliarError, InputError
from familiar_memory.lore.book.books import IMPORTED_FOLDER
from familiar_memory.lore.book.joined.kinship import (
    EntryMark,
    partners,
    sidecar_marks,
)
from familiar_memory.lore.book.joined.pairing import pair_notes
from familiar_memory.lore.book.json.sidecar import SIDECAR_NAME, Sidecar, load_sidecar
from familiar_memory.lore.book.notes.file_names import note_names
from familiar_memory.lore.book.notes.note_text import render_entry
from familiar_memory.transfer.tree import TreeReader

__all__ = ["Shelf", "StandingBook", "shelf_of"]


class StandingBook:
    """A book that an import left: its entries, and where the note of each is now."""

    def __init__(self, slug: str, sidecar: Sidecar, tree: TreeReader) -> None:
        """Look at the folder; notes are read only where one was renamed."""
        self.slug = slug
        self.sidecar = sidecar
        self._tree = tree
        self._folder = f"{IMPORTED_FOLDER}/{slug}"

    @cached_property
    def marks(self) -> list[EntryMark | None]:
        """By what its entries are known."""
        return sidecar_marks(self.sidecar)

    @cached_property
    def left(self) -> dict[str, str]:
        """Each note as the import left it: its path now, and the text.

        One that is gone is among them only if a person had renamed it: then an import has
        seen it there. Of the others the journal knows whether they were ever written.
        """
        left: dict[str, str] = {}
        for number, mark in enumerate(self.marks):
            if mark is not None:
                file = self._there.get(number) or self.sidecar.files[number]
                if number in self._there or file != mark.file:
                    left[f"{self._folder}/{file}"] = render_entry(mark.shown)
        return left

    @property
    def gone(self) -> frozenset[str]:
        """The notes that nobody finds any more, by the names that they had last."""
        return frozenset(
            f"{self._folder}/{file}"
            for number, file in enumerate(self.sidecar.files)
            if file is not None and number not in self._there
        )

    def files(self, new: Sequence[EntryMark | None]) -> tuple[str | None, ...]:
        """What the notes of a newer version are called: as they are called here by now.

        A note that a person renamed keeps their name, one that they deleted the old name;
        what is new gets a name that nobody has.
        """
        known = {
            number: self._there.get(old) or self.sidecar.files[old]
            for number, old in partners(new, self.marks, by_name=True).items()
        }
        taken = {*filter(None, known.values()), *self._notes, *filter(None, self.sidecar.files)}
        fresh = [
            (number, mark)
            for number, mark in enumerate(new)
            if mark is not None and known.get(number) is None
        ]
        names = note_names(((mark.shown.title or "", mark.uid) for _, mark in fresh), taken)
        known |= {number: name for (number, _), name in zip(fresh, names, strict=True)}
        return tuple(known.get(number) for number in range(len(new)))

    @cached_property
    def _notes(self) -> list[str]:
        start = f"{self._folder}/"
        paths = (path for path in self._tree.paths(self._folder) if path.lower().endswith(".md"))
        return [path.removeprefix(start) for path in paths]

    @cached_property
    def _there(self) -> dict[int, str]:
        """By the number of an entry, its note's name in the folder."""
        paths = [f"{self._folder}/{name}" for name in self._notes]
        pairs = pair_notes(self.sidecar, self._folder, paths, self._text)
        start = f"{self._folder}/"
        return {
            pair.number: pair.path.removeprefix(start)
            for pair in pairs
            if pair.number is not None and pair.path is not None
        }

    def _text(self, path: str) -> str:
        try:
            return self._tree.read_bytes(path).decode("utf-8", "replace")
        except FamiliarError:
            return ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The imported books by folder. One whose sidecar is damaged is not among them."""

    books: Mapping[str, StandingBook] = field(default_factory=dict)

    def cards(self) -> list[StandingBook]:
        """Those that came inside a card."""
        return [book for book in self.books.values() if book.sidecar.of_card]

    def alone(self) -> list[StandingBook]:
        """Those that came as files of their own."""
        return [book for book in self.books.values() if not book.sidecar.of_card]


def shelf_of(tree: TreeReader) -> Shelf:
    """The books of a tree."""
    books: dict[str, StandingBook] = {}
    for folder in tree.folders(IMPORTED_FOLDER):
        path = f"{folder}/{SIDECAR_NAME}"
        slug = folder.rpartition("/")[2]
        if not tree.has(path):
            continue
        try:
            books[slug] = StandingBook(slug, load_sidecar(tree.read_bytes(path), path), tree)
        except InputError:
            # Importing the book again mends it: its folder is free for that.
            continue
    return Shelf(books)
