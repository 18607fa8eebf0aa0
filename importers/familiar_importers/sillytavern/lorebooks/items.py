"""A lorebook as an import brings it: one note an entry, and the sidecar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from familiar_importers.sillytavern.lorebooks.placing import BookDestination
from familiar_memory.lore.book.books import IMPORTED_FOLDER
from familiar_memory.lore.book.joined.kinship import EntryMark, marks_of
from familiar_memory.lore.book.joined.versions import plain_name
from familiar_memory.lore.book.json.book_value import BookValue, RawEntry, read_book
from familiar_memory.lore.book.json.raw_entry import read
from familiar_memory.lore.book.json.sidecar import SIDECAR_NAME, Sidecar, sidecar_value
from familiar_memory.lore.book.notes.entry_form import entry_oddities, tag_ids
from familiar_memory.lore.book.notes.file_names import book_slug
from familiar_memory.lore.book.notes.note_text import render_entry
from familiar_memory.lore.book.notes.shown import visible_line
from familiar_memory.transfer.importer import (
    Brought,
    BytesFile,
    Item,
    NoteFile,
    OwnedFolder,
    Remark,
)
from familiar_memory.transfer.reading.strict_json import dump_json

__all__ = ["BookItems", "Placing", "book_items"]

Placing: TypeAlias = Callable[[str, Sequence[EntryMark | None]], BookDestination]
"""Finds the folder of a book by its own name (it may be empty) and its entries."""

_USUAL_CAP = 256 * 1024
"""Bytes of an ordinary note (`store.max_file_bytes` as shipped): a larger entry is worth a
remark."""
_LONGEST_TITLE = 60
"""Characters of an entry's title in a remark."""


@dataclass(frozen=True, slots=True)
class BookItems:
    """What is brought of one book, and the folder where it goes: `lore/imported/<slug>`."""

    slug: str
    items: tuple[Item, ...]
    brought: Brought

    @property
    def folder(self) -> str:
        """The folder in the tree."""
        return f"{IMPORTED_FOLDER}/{self.slug}"


def book_items(
    value: Any,  # noqa: ANN401 - JSON
    name: str,
    *,
    label: str,
    placing: Placing | None = None,
    of_card: bool = False,
    is_replaced: bool = False,
) -> BookItems:
    """The notes and the sidecar of a book that was read as JSON, and remarks.

    `name` is that of the file or of the card, for a book that says none. `placing` finds
    the folder; without it the name does. `label` names the file in messages. With
    `is_replaced` the edits of what stands there give way.

    Raises:
        InputError: it is no lorebook; one inside a card only when it is no object or list.
    """
    book = read_book(value, label, is_lenient=of_card)
    marks = marks_of(book, [_has_note(entry, book) for entry in book.entries])
    place = placing(book.name, marks) if placing else BookDestination(book_slug(book.name, name))
    before = place.standing
    files = _first_names(marks) if before is None else before.files(marks)
    own = name if of_card else plain_name(name)
    title = visible_line(book.name or (before.sidecar.name if before is not None else "") or own)
    folder = f"{IMPORTED_FOLDER}/{place.slug}"
    version, newer = place.version, ""
    if before is not None and before.sidecar.book.value == book.value:
        # The same entries under another name are no other version.
        version = before.sidecar.version
    elif before is not None and place.is_older:
        newer = before.sidecar.version
    sidecar = Sidecar(title, of_card, files, book, visible_line(version))
    data = dump_json(sidecar_value(sidecar), indent=None)
    owned = OwnedFolder(folder, is_replaced=is_replaced)
    if before is not None:
        owned = OwnedFolder(folder, before.left, before.gone, is_replaced, newer)
    items: list[Item] = [
        owned,
        BytesFile(f"{folder}/{SIDECAR_NAME}", data),
    ]
    for mark, file in zip(marks, files, strict=True):
        if mark is not None and file is not None:
            items.append(NoteFile(f"{folder}/{file}", render_entry(mark.shown), is_capped=False))
    items.extend(Remark(label, text) for text in place.remarks)
    items.extend(_remarks(book, marks, files, label))
    return BookItems(place.slug, tuple(items), _brought(title, marks, folder))


def _first_names(marks: Sequence[EntryMark | None]) -> tuple[str | None, ...]:
    return tuple(None if mark is None else mark.file for mark in marks)


def _brought(title: str, marks: Sequence[EntryMark | None], folder: str) -> Brought:
    number = sum(mark is not None for mark in marks)
    entries = "1 entry" if number == 1 else f"{number:,} entries"
    return Brought(f"the lorebook {title} ({entries})", folder)


def _has_note(entry: RawEntry, book: BookValue) -> bool:
    return isinstance(entry.raw, dict) and not _is_folder(entry.raw, book)


def _is_folder(raw: dict[str, Any], book: BookValue) -> bool:
    """Risu writes its folders as entries without content."""
    if read(raw, "content", book.dialect, ""):
        return False
    keys = read(raw, "keys", book.dialect, ())
    is_named = bool(keys) and all(key.startswith("folder:") for key in keys)
    return is_named or raw.get("mode") == "folder"


def _remarks(
    book: BookValue,
    marks: Sequence[EntryMark | None],
    files: tuple[str | None, ...],
    label: str,
) -> Iterator[Remark]:
    if book.problem:
        yield Remark(label, book.problem)
    for number, (entry, one) in enumerate(zip(book.entries, marks, strict=True)):
        place = f"{label}, {_place(entry, number, one)}"
        if not isinstance(entry.raw, dict):
            yield Remark(place, "it is not an object: not made a note, but kept for the export")
        elif one is None:
            yield Remark(
                place, "a folder of other entries: not made a note, but kept for the export"
            )
        else:
            for odd in entry_oddities(entry.raw, book.dialect):
                yield Remark(place, odd)
            if tags := tag_ids(entry.raw, book.dialect):
                yield Remark(place, _unknown_tags(tags))
            size = len(one.shown.content.encode())
            if size > _USUAL_CAP:
                yield Remark(place, f"{size:,} bytes: kept whole in {files[number]}")


def _unknown_tags(tags: Sequence[str]) -> str:
    return (
        f"its character filter names {'a tag' if len(tags) == 1 else f'{len(tags)} tags'} by id"
        f" ({visible_line(tags[0])[:40]}): what SillyTavern calls them stands only in its settings."
        " Write the names into the note (`character_tags: [name]`, or `[]` for no filter)"
    )


def _place(entry: RawEntry, number: int, mark: EntryMark | None) -> str:
    place = f"entry {number if entry.key is None else repr(visible_line(entry.key)[:40])}"
    if mark is None or not mark.shown.title:
        return place
    title = mark.shown.title
    title = title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]}…"
    return f"{place} ({title})"
