"""The lorebook inside a card: a folder of lore like any other, and back into the card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from familiar_importers.sillytavern.containers.json_kind import kind_of
from familiar_importers.sillytavern.lorebooks.items import book_items
from familiar_importers.sillytavern.lorebooks.placing import BookDestination, place_of_card_book
from familiar_importers.sillytavern.lorebooks.shelf import Shelf
from familiar_importers.sillytavern.lorebooks.stored_books import (
    StoredBook,
    book_now,
    named_book,
    stored_book,
)
from familiar_memory.errors import InputError, UsageError
from familiar_memory.lore.book.books import IMPORTED_FOLDER
from familiar_memory.lore.book.joined.conversion import convert_book
from familiar_memory.lore.book.joined.kinship import EntryMark
from familiar_memory.lore.book.json.sidecar import SIDECAR_NAME
from familiar_memory.transfer.exporter import TreeReader
from familiar_memory.transfer.importer import Item, Remark

__all__ = ["book_notes", "embedded_book", "named_card_book", "own_card_book"]

_KEY = "character_book"
_FORM = "v2"


def embedded_book(
    value: Any,  # noqa: ANN401 - JSON
    name: str,
    label: str,
    *,
    shelf: Shelf,
    before: str | None,
    is_replaced: bool,
) -> tuple[str | None, tuple[Item, ...]]:
    """The slug of the book's folder, and what is brought of it; (None, …) without a book.

    `before` is the folder of the card's book until now. A book that cannot be read costs
    only itself: it stays in the sidecar.
    """

    def placing(own_name: str, marks: Sequence[EntryMark | None]) -> BookDestination:
        return place_of_card_book(own_name, name, marks, shelf, before)

    if value is None:
        return None, ()
    where = f"{label}: {_KEY}"
    if not isinstance(value, dict | list):
        return None, (Remark(where, f"it is {kind_of(value)}: kept, and no lore is made of it"),)
    try:
        book = book_items(
            value, name, label=where, placing=placing, of_card=True, is_replaced=is_replaced
        )
    except InputError as problem:
        return None, (Remark(where, f"kept, and no lore is made of it: {problem.problem}"),)
    return book.slug, (*book.items, book.brought)


def book_notes(tree: TreeReader, slug: str | None) -> tuple[str, ...]:
    """The notes of a book by its slug; none where a card has no book."""
    found = [] if slug is None else named_book(tree, slug)
    return found[0].folder.notes if len(found) == 1 else ()


def own_card_book(tree: TreeReader, slug: str, before: Any, remarks: list[str]) -> Any:  # noqa: ANN401 - JSON
    """The card's own book with the edits of its notes; `before` if there were none.

    Raises:
        InputError: its sidecar or a note is damaged.
    """
    folder = f"{IMPORTED_FOLDER}/{slug}"
    if not tree.has(f"{folder}/{SIDECAR_NAME}") and not tree.paths(folder):
        remarks.append(f"{folder} is gone: the card keeps its book without entries")
        return _emptied(before)
    stored = stored_book(tree, folder)
    if stored.sidecar is None or not stored.sidecar.of_card:
        remarks.append(
            f"{folder} is not the card's own book any more: the card's goes out as it came"
            " (import the card again to have its notes)"
        )
        return before
    now = book_now(tree, folder)
    remarks += (f"{path}: {text}" for path, text in now.remarks)
    return before if now.value == before else now.value


def named_card_book(tree: TreeReader, name: str, remarks: list[str]) -> tuple[str, Any]:
    """Slug and value of another book, in the form that cards hold.

    Raises:
        UsageError: there is none of that name, or there are several.
        InputError: its sidecar or a note is damaged.
    """
    book = _named(tree, name)
    now = book_now(tree, book.folder.folder)
    converted = convert_book(now.book, _FORM, book.name)
    remarks += (f"{path}: {text}" for path, text in now.remarks)
    remarks += (f"{book.slug}, {place}: {text}" for place, text in converted.losses)
    return book.slug, converted.value


def _named(tree: TreeReader, name: str) -> StoredBook:
    found = named_book(tree, name)
    if len(found) == 1:
        return found[0]
    which = "several lorebooks are" if found else "no lorebook is"
    raise UsageError(f"{which} called {name!r}", "--book with the name of one folder of lore")


def _emptied(book: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(book, list):
        return []
    if not isinstance(book, dict) or not book.get("entries"):
        return book
    return {**book, "entries": [] if isinstance(book["entries"], list) else {}}
