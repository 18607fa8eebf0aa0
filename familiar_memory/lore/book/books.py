"""All lorebooks of a tree, as they stand now: imported ones with every edit, and one's own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from familiar_memory.domain.memory.lore import BookSettings, LoreBook, LoreEntry
from familiar_memory.domain.tree import IMPORTED_LORE, LORE
from familiar_memory.errors import FamiliarError, InputError, NotFoundError
from familiar_memory.lore.book.joined.new_entry import new_entry
from familiar_memory.lore.book.joined.pairing import pair_notes
from familiar_memory.lore.book.joined.patching import patched
from familiar_memory.lore.book.json.dialects import BookDialect
from familiar_memory.lore.book.json.sidecar import SIDECAR_NAME, Sidecar, load_sidecar
from familiar_memory.lore.book.notes.entry_form import lore_entry
from familiar_memory.lore.book.notes.note_text import parse_entry
from familiar_memory.lore.book.notes.shown import shown_entry

__all__ = [
    "AUTHORED_FOLDER",
    "IMPORTED_FOLDER",
    "BookFolder",
    "book_folders",
    "entry_of_note",
    "read_books",
]

_log = logging.getLogger(__name__)

AUTHORED_FOLDER: Final = LORE
IMPORTED_FOLDER: Final = IMPORTED_LORE


@dataclass(frozen=True, slots=True)
class BookFolder:
    """The notes of one book, sorted. `lore` is the book of all that was written here."""

    folder: str
    notes: tuple[str, ...]

    @property
    def sidecar(self) -> str | None:
        """Where its sidecar is, if it has one."""
        return None if self.folder == AUTHORED_FOLDER else f"{self.folder}/{SIDECAR_NAME}"


def book_folders(paths: Iterable[str]) -> tuple[BookFolder, ...]:
    """Which notes make which book, by their paths alone; `lore` first, then by folder."""
    folders: dict[str, list[str]] = {}
    for path in paths:
        if path.startswith(f"{AUTHORED_FOLDER}/") and path.lower().endswith(".md"):
            folders.setdefault(_folder_of(path), []).append(path)
    return tuple(BookFolder(name, tuple(sorted(notes))) for name, notes in sorted(folders.items()))


def read_books(paths: Iterable[str], read_bytes: Callable[[str], bytes]) -> tuple[LoreBook, ...]:
    """Every book below `lore/`: disabled entries too, every edit included.

    `paths` are the notes of the tree, others are passed over; `read_bytes` is asked for notes
    and hidden sidecars, and raises NotFoundError where there is none. A damaged note or
    sidecar is logged and costs only what it says itself.
    """
    return tuple(_read_book(folder, read_bytes) for folder in book_folders(paths))


def entry_of_note(path: str, text: str, sidecar: Sidecar | None, number: int | None) -> LoreEntry:
    """The entry of one note; pure, so that it can be kept while neither text has changed.

    `number` is the note's entry in the sidecar (`pair_notes` says which), None for a note
    that no sidecar knows.
    """
    note = parse_entry(text)
    dialect = sidecar.book.dialect if sidecar is not None else BookDialect.WORLD_INFO
    if sidecar is None or number is None:
        raw = new_entry(note, path, dialect, (), is_keyed=False).raw
    else:
        raw = patched(sidecar.book.entries[number].raw, dialect, number, note)
    title = note.title or shown_entry(raw, dialect, number or 0).title or ""
    return lore_entry(raw, dialect, path=path, title=title, visibility=note.visibility)


def _folder_of(path: str) -> str:
    if not path.startswith(f"{IMPORTED_FOLDER}/"):
        return AUTHORED_FOLDER
    slug, slash, _ = path.removeprefix(f"{IMPORTED_FOLDER}/").partition("/")
    return f"{IMPORTED_FOLDER}/{slug}" if slash else AUTHORED_FOLDER


def _read_book(folder: BookFolder, read_bytes: Callable[[str], bytes]) -> LoreBook:
    texts: dict[str, str] = {}
    for path in folder.notes:
        try:
            texts[path] = read_bytes(path).decode("utf-8")
        except (FamiliarError, UnicodeDecodeError) as problem:
            _log.warning("the lore of %s is left out: %s", path, problem)
    sidecar = _sidecar(folder, read_bytes)
    entries = tuple(_entries(folder, sidecar, texts))
    slug = folder.folder.rpartition("/")[2]
    return LoreBook(
        name=(sidecar.name if sidecar is not None else "") or slug,
        folder=folder.folder,
        entries=entries,
        settings=sidecar.book.settings if sidecar is not None else BookSettings(),
        of_character=sidecar.of_card if sidecar is not None else False,
    )


def _sidecar(folder: BookFolder, read_bytes: Callable[[str], bytes]) -> Sidecar | None:
    if folder.sidecar is None:
        return None
    try:
        return load_sidecar(read_bytes(folder.sidecar), folder.sidecar)
    except NotFoundError:
        return None
    except (FamiliarError, InputError) as problem:
        _log.warning("the settings of a book are left out: %s", problem)
        return None


def _entries(
    folder: BookFolder, sidecar: Sidecar | None, texts: Mapping[str, str]
) -> Iterable[LoreEntry]:
    if sidecar is None:
        for path, text in sorted(texts.items()):
            yield entry_of_note(path, text, None, None)
        return
    for pair in pair_notes(sidecar, folder.folder, sorted(texts), texts.__getitem__):
        if pair.path is not None:
            yield entry_of_note(pair.path, texts[pair.path], sidecar, pair.number)
