"""A card's copy of a book that came by itself too: SillyTavern has one of them, so one speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from familiar_memory.domain.memory.lore import LoreBook
from familiar_memory.lore.book.joined.kinship import KnownBook, are_one_book
from familiar_memory.lore.book.json.sidecar import Sidecar

__all__ = ["BookWithSidecar", "CardCopies", "speaking_books"]


class BookWithSidecar(NamedTuple):
    """A folder of lore, and the sidecar that an import left in it."""

    folder: str
    sidecar: Sidecar | None


class CardCopies:
    """Which books by themselves are one book with the card's; what was compared is kept."""

    def __init__(self) -> None:
        """Nothing is compared yet."""
        self._compared: dict[tuple[str, str], tuple[Sidecar, Sidecar, bool]] = {}

    def of(self, books: Sequence[BookWithSidecar]) -> dict[str, tuple[str, ...]]:
        """By the folder of a card's book, those of the books that it is a copy of."""
        known = self._compared
        self._compared = {}
        found: dict[str, tuple[str, ...]] = {}
        for card in books:
            if card.sidecar is None or not card.sidecar.of_card:
                continue
            kin = tuple(
                other.folder
                for other in books
                if other.sidecar is not None
                and not other.sidecar.of_card
                and self._are_one((card.folder, other.folder), card.sidecar, other.sidecar, known)
            )
            if kin:
                found[card.folder] = kin
        return found

    def _are_one(
        self,
        folders: tuple[str, str],
        card: Sidecar,
        other: Sidecar,
        known: Mapping[tuple[str, str], tuple[Sidecar, Sidecar, bool]],
    ) -> bool:
        before = known.get(folders)
        # A sidecar that did not change is the same object as before.
        if before is None or before[0] is not card or before[1] is not other:
            before = (card, other, are_one_book(KnownBook.of(card), KnownBook.of(other)))
        self._compared[folders] = before
        return before[2]


def speaking_books(
    books: Sequence[LoreBook], copies: Mapping[str, tuple[str, ...]]
) -> tuple[tuple[LoreBook, ...], dict[str, str]]:
    """The books of one viewer without copies, and by a copy's folder the one that speaks for it.

    `books` are as the viewer may read them: one of which they may read nothing speaks for
    nobody. The one that speaks is the character's own, as the copy was.
    """
    there = {book.folder for book in books if book.entries}
    silent = {
        copy: next(folder for folder in kin if folder in there)
        for copy, kin in copies.items()
        if copy in there and there.intersection(kin)
    }
    owned = {folder for copy in silent for folder in copies[copy]}
    return tuple(
        replace(book, of_character=True) if book.folder in owned else book
        for book in books
        if book.folder not in silent
    ), silent
