"""The folder of a book that is brought: its own from before, or one that nobody has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from familiar_importers.sillytavern.lorebooks.shelf import Shelf, StandingBook
from familiar_memory.errors import InputError
from familiar_memory.lore.book.books import IMPORTED_FOLDER
from familiar_memory.lore.book.joined.kinship import (
    EntryMark,
    KnownBook,
    Likeness,
    are_one_book,
    likeness,
)
from familiar_memory.lore.book.joined.versions import family_name, is_older_name, plain_name
from familiar_memory.lore.book.notes.file_names import book_slug

__all__ = ["BookDestination", "place_of_card_book", "place_of_own_book"]


@dataclass(frozen=True, slots=True)
class BookDestination:
    """A folder of `lore/imported/`, the version that stands there, and why it is so.

    `version` is the name that tells which version this one is; `is_older` where what stands
    there is a newer one.
    """

    slug: str
    standing: StandingBook | None = None
    remarks: tuple[str, ...] = ()
    version: str = ""
    is_older: bool = False


def place_of_own_book(
    own_name: str, file_name: str, marks: Sequence[EntryMark | None], shelf: Shelf, chosen: str
) -> BookDestination:
    """The folder of a book that is a file of its own; never that of a card's book.

    A book of the same name, or of that of a copy, is another version if they share entries.

    Raises:
        InputError: the folder that was `chosen` is that of a card's book.
    """
    version = own_name if own_name != plain_name(own_name) else file_name
    place = _place(own_name, file_name, marks, shelf, chosen)
    before = place.standing
    is_older = not chosen and before is not None and is_older_name(version, before.sidecar.version)
    remarks = (*place.remarks, *_copies_told(place.slug, own_name or file_name, marks, shelf))
    return replace(place, remarks=remarks, version=version, is_older=is_older)


def _place(
    own_name: str, file_name: str, marks: Sequence[EntryMark | None], shelf: Shelf, chosen: str
) -> BookDestination:
    slug = book_slug(chosen or plain_name(own_name), plain_name(file_name))
    there = shelf.books.get(slug)
    if chosen:
        if there is not None and there.sidecar.of_card:
            raise InputError(f"{_at(slug)} is the lorebook of the card", "--set book=ANOTHER-NAME")
        return BookDestination(slug, there)
    name = own_name or file_name
    family = family_name(name)
    kin = [
        (book, likeness(marks, book.marks))
        for book in shelf.alone()
        if family in (family_name(book.sidecar.name), family_name(book.slug))
    ]
    same = [(book, how) for book, how in kin if how.is_one_book]
    if same:
        best, how = max(same, key=lambda pair: (pair[0].slug == slug, pair[1].shared))
        return BookDestination(best.slug, best, _as_a_version(name, best, how))
    if there is None:
        return BookDestination(slug, None, _twin_elsewhere(marks, shelf))
    suffix = "world-info" if there.sidecar.of_card else ""
    free = _free(slug, suffix, shelf)
    if there.sidecar.of_card:
        why = f"{_at(slug)} is the card's own book: this one is {_at(free)}"
        return BookDestination(free, None, (why,))
    how = likeness(marks, there.marks)
    why = (
        f"another book of this name is {_at(slug)}, and they share {how.shared} of"
        f" {how.of} entries: this one is {_at(free)} (--set book={slug} makes it a"
        " newer version of that)"
    )
    return BookDestination(free, None, (why,))


def place_of_card_book(
    own_name: str,
    character: str,
    marks: Sequence[EntryMark | None],
    shelf: Shelf,
    before: str | None,
) -> BookDestination:
    """The folder of the book inside a card; never that of a book that came by itself.

    `before` is the folder that the card's book has had.
    """
    place = _place_in_shelf(own_name, character, shelf, before)
    name = own_name or character
    kin = (book for book in shelf.alone() if _is_kin(name, marks, book))
    told = (_copy_told(place.slug, book.slug) for book in kin)
    return replace(place, remarks=(*place.remarks, *told))


def _place_in_shelf(
    own_name: str, character: str, shelf: Shelf, before: str | None
) -> BookDestination:
    slug = book_slug(own_name, character)
    cards = {book.slug: book for book in shelf.cards()}
    if before in cards and before in (slug, *(f"{slug}-card{n}" for n in ("", *_numbers(9)))):
        return BookDestination(before, cards[before])
    there = shelf.books.get(slug)
    if there is None or there.sidecar.of_card:
        return BookDestination(slug, there)
    for free in (f"{slug}-card{n}" for n in ("", *_numbers(len(shelf.books) + 2))):
        if free not in shelf.books or free in cards:
            break
    why = f"{IMPORTED_FOLDER}/{slug} is a separate book: the card's own is {IMPORTED_FOLDER}/{free}"
    return BookDestination(free, cards.get(free), (why,))


def _copies_told(
    slug: str, name: str, marks: Sequence[EntryMark | None], shelf: Shelf
) -> Iterator[str]:
    """Which books of cards are silent beside this one."""
    for book in shelf.cards():
        if _is_kin(name, marks, book):
            yield _copy_told(book.slug, slug)


def _is_kin(name: str, marks: Sequence[EntryMark | None], book: StandingBook) -> bool:
    """Whether they are one book, by the rule of recall."""
    there = KnownBook(book.sidecar.name, lambda: book.marks)
    return are_one_book(KnownBook(name, lambda: marks), there)


def _copy_told(copy: str, by: str) -> str:
    return (
        f"{_at(copy)} is the card's copy of {_at(by)}: in prompts only {_at(by)} speaks"
        " (card_copies = true under [lore] lets both), the copy stays for the card's export"
    )


def _at(slug: str) -> str:
    return f"{IMPORTED_FOLDER}/{slug}"


def _free(slug: str, suffix: str, shelf: Shelf) -> str:
    base = f"{slug}-{suffix}" if suffix else slug
    if suffix and base not in shelf.books:
        return base
    return next(f"{base}-{n}" for n in count(2) if f"{base}-{n}" not in shelf.books)


def _numbers(most: int) -> list[str]:
    return [f"-{n}" for n in range(2, most + 1)]


def _as_a_version(name: str, book: StandingBook, how: Likeness) -> tuple[str, ...]:
    if book_slug(name, "") in (book.slug, book_slug(book.sidecar.name, "")):
        return ()
    return (
        f"a version of {book.sidecar.name!r} ({_at(book.slug)}): they share"
        f" {how.shared} of {how.of} entries; --set book=NAME makes it a book of its own",
    )


def _twin_elsewhere(marks: Sequence[EntryMark | None], shelf: Shelf) -> tuple[str, ...]:
    """A book of another name that says the same: both would come into prompts."""
    for book in shelf.alone():
        how = likeness(marks, book.marks)
        if how.shared > how.of // 2:
            return (
                f"it shares {how.shared} of {how.of} entries with {_at(book.slug)}: if it is a"
                f" newer version of that, --set book={book.slug}",
            )
    return ()
