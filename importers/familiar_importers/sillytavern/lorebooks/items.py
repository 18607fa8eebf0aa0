"""A lorebook as an import brings it: one note an entry, and the sidecar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from familiar_memory.lore.book.book_value import BookValue, RawEntry, read_book
from familiar_memory.lore.book.books import IMPORTED_FOLDER
from familiar_memory.lore.book.entry_form import oddities
from familiar_memory.lore.book.file_names import book_slug, note_names
from familiar_memory.lore.book.note_text import render_entry
from familiar_memory.lore.book.raw_entry import read
from familiar_memory.lore.book.shown import Shown, one_line, shown_of
from familiar_memory.lore.book.sidecar import SIDECAR_NAME, Sidecar, sidecar_value
from familiar_memory.transfer.importer import BytesFile, Item, NoteFile, OwnedFolder, Remark
from familiar_memory.transfer.strict_json import dump_json

__all__ = ["BookItems", "book_items"]

_USUAL_CAP = 256 * 1024
_LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class BookItems:
    """What is brought of one book, and the folder where it goes: `lore/imported/<slug>`."""

    slug: str
    items: tuple[Item, ...]

    @property
    def folder(self) -> str:
        """The folder in the tree."""
        return f"{IMPORTED_FOLDER}/{self.slug}"


def book_items(
    value: Any,  # noqa: ANN401 - JSON
    name: str,
    *,
    label: str,
    of_card: bool = False,
    folder_name: str = "",
) -> BookItems:
    """The notes and the sidecar of a book that was read as JSON, and remarks.

    The folder is called after the book's own name, else after `name`: that of the file or
    of the card. A newer version of a book therefore comes to the same folder. A person may
    choose another `folder_name`. `label` names the file in messages.

    Raises:
        InputError: it is no lorebook; one inside a card only when it is no object or list.
    """
    book = read_book(value, label, is_lenient=of_card)
    shown = [_shown(entry, number, book) for number, entry in enumerate(book.entries)]
    files = _files(book, shown)
    sidecar = Sidecar(one_line(book.name or name), of_card, files, book)
    slug = book_slug(folder_name or book.name, name)
    folder = f"{IMPORTED_FOLDER}/{slug}"
    data = dump_json(sidecar_value(sidecar), indent=None)
    items: list[Item] = [OwnedFolder(folder), BytesFile(f"{folder}/{SIDECAR_NAME}", data)]
    for one, file in zip(shown, files, strict=True):
        if one is not None and file is not None:
            items.append(NoteFile(f"{folder}/{file}", render_entry(one), is_capped=False))
    items.extend(_remarks(book, shown, files, label))
    return BookItems(slug, tuple(items))


def _shown(entry: RawEntry, number: int, book: BookValue) -> Shown | None:
    """What the note shows; None for what gets no note."""
    if not isinstance(entry.raw, dict) or _is_folder(entry.raw, book):
        return None
    return shown_of(entry.raw, book.dialect, number)


def _is_folder(raw: dict[str, Any], book: BookValue) -> bool:
    """Risu writes its folders as entries without content."""
    if read(raw, "content", book.dialect, ""):
        return False
    keys = read(raw, "keys", book.dialect, ())
    is_named = bool(keys) and all(key.startswith("folder:") for key in keys)
    return is_named or raw.get("mode") == "folder"


def _files(book: BookValue, shown: list[Shown | None]) -> tuple[str | None, ...]:
    titles = [
        (one.title or "", _uid(entry, number, book))
        for number, (entry, one) in enumerate(zip(book.entries, shown, strict=True))
        if one is not None
    ]
    names = iter(note_names(titles))
    return tuple(None if one is None else next(names) for one in shown)


def _uid(entry: RawEntry, number: int, book: BookValue) -> str:
    uid = read(entry.raw, "id", book.dialect, None)
    if isinstance(uid, int | str) and not isinstance(uid, bool) and str(uid):
        return str(uid)
    return entry.key or str(number)


def _remarks(
    book: BookValue, shown: list[Shown | None], files: tuple[str | None, ...], label: str
) -> Iterator[Remark]:
    if book.problem:
        yield Remark(label, book.problem)
    for number, (entry, one) in enumerate(zip(book.entries, shown, strict=True)):
        place = f"{label}, {_place(entry, number, one)}"
        if not isinstance(entry.raw, dict):
            yield Remark(place, "it is no object: no note, but kept for the export")
        elif one is None:
            yield Remark(place, "a folder of other entries: no note, but kept for the export")
        else:
            for odd in oddities(entry.raw, book.dialect):
                yield Remark(place, odd)
            size = len(one.content.encode())
            if size > _USUAL_CAP:
                yield Remark(place, f"{size:,} bytes: kept whole in {files[number]}")


def _place(entry: RawEntry, number: int, shown: Shown | None) -> str:
    place = f"entry {number if entry.key is None else repr(one_line(entry.key)[:40])}"
    if shown is None or not shown.title:
        return place
    title = shown.title
    title = title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]}…"
    return f"{place} ({title})"
