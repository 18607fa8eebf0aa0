"""The lorebooks that stand in a tree, to be exported as they are now."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.errors import InputError
from familiar_memory.lore.book.books import (
    AUTHORED_FOLDER,
    IMPORTED_FOLDER,
    BookFolder,
    book_folders,
)
from familiar_memory.lore.book.joined.merging import BookNow, authored_book, merged_book
from familiar_memory.lore.book.json.sidecar import SIDECAR_NAME, Sidecar, load_sidecar
from familiar_memory.transfer.exporter import TreeReader

__all__ = [
    "StoredBook",
    "book_now",
    "check_told",
    "named_book",
    "stored_book",
    "stored_books",
]


@dataclass(frozen=True, slots=True)
class StoredBook:
    """One book of the tree: its folder's name, the name it calls itself, where it is from."""

    slug: str
    name: str
    folder: BookFolder
    sidecar: Sidecar | None

    @property
    def is_imported(self) -> bool:
        """Whether it is a book of `lore/imported/`."""
        return self.folder.folder != AUTHORED_FOLDER


def stored_books(tree: TreeReader) -> list[StoredBook]:
    """Every book, also an imported one that has no notes, sorted by folder.

    Raises:
        InputError: a sidecar is damaged.
    """
    folders = {one.folder: one for one in book_folders(tree.paths(AUTHORED_FOLDER))}
    for folder in tree.folders(IMPORTED_FOLDER):
        if tree.has(f"{folder}/{SIDECAR_NAME}"):
            folders.setdefault(folder, BookFolder(folder, ()))
    return [_stored(tree, one) for _, one in sorted(folders.items())]


def named_book(tree: TreeReader, name: str) -> list[StoredBook]:
    """The books that are called this: by folder, else by name.

    Raises:
        InputError: a sidecar is damaged.
    """
    wanted = name.strip().casefold()
    books = stored_books(tree)
    by_folder = [book for book in books if book.slug == wanted]
    return by_folder or [book for book in books if book.name.casefold() == wanted]


def book_now(tree: TreeReader, folder: str) -> BookNow:
    """The book of a folder (`lore/imported/tavern`) with every edit of its notes.

    Raises:
        InputError: its sidecar or a note is damaged, or neither is there.
    """
    stored = stored_book(tree, folder)
    if stored.sidecar is None and not stored.folder.notes:
        raise InputError(
            f"{folder}: no lorebook is there", f"a folder with notes or {SIDECAR_NAME}"
        )
    texts = {path: _text(tree, path) for path in stored.folder.notes}
    if stored.sidecar is None:
        return authored_book(stored.name, texts)
    return merged_book(stored.sidecar, folder, texts)


def check_told(told: TreeReader, book: StoredBook) -> None:
    """See that a part of a tree still has some of a book that is made of notes alone.

    Raises:
        InputError: none of its notes is in that part.
    """
    if book.sidecar is None and book.folder.notes and not any(map(told.has, book.folder.notes)):
        raise InputError(f"no part of the lorebook {book.slug} is for everyone", "another book")


def stored_book(tree: TreeReader, folder: str) -> StoredBook:
    """The book of a folder, maybe with neither sidecar nor notes.

    Raises:
        InputError: its sidecar is damaged.
    """
    found = {one.folder: one for one in book_folders(tree.paths(folder))}
    return _stored(tree, found.get(folder, BookFolder(folder, ())))


def _stored(tree: TreeReader, folder: BookFolder) -> StoredBook:
    slug = folder.folder.rpartition("/")[2]
    sidecar = None
    if folder.sidecar is not None and tree.has(folder.sidecar):
        sidecar = load_sidecar(tree.read_bytes(folder.sidecar), folder.sidecar)
    return StoredBook(slug, (sidecar.name if sidecar else "") or slug, folder, sidecar)


def _text(tree: TreeReader, path: str) -> str:
    try:
        return tree.read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as problem:
        raise InputError(f"{path}: byte {problem.start + 1} is not UTF-8", "UTF-8 text") from None
