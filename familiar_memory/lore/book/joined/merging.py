"""A book as it stands now: what was imported, with the edits of its notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from familiar_memory.lore.book.joined.new_entry import new_entry
from familiar_memory.lore.book.joined.pairing import Pair, pair_notes
from familiar_memory.lore.book.joined.patching import patched
from familiar_memory.lore.book.json.book_value import BookValue, RawEntry
from familiar_memory.lore.book.json.dialects import BookDialect
from familiar_memory.lore.book.json.sidecar import Sidecar
from familiar_memory.lore.book.notes.note_text import parse_entry
from familiar_memory.lore.book.notes.shown import ShownEntry

__all__ = ["BookNow", "authored_book", "merged_book"]


@dataclass(frozen=True, slots=True)
class BookNow:
    """The book's JSON with all edits.

    `remarks` are (note, what of it could not be read).
    """

    book: BookValue
    remarks: tuple[tuple[str, str], ...] = ()

    @property
    def value(self) -> Any:  # noqa: ANN401 - JSON
        """The JSON to write."""
        return self.book.value


def merged_book(sidecar: Sidecar, folder: str, notes: Mapping[str, str]) -> BookNow:
    """The book of a folder: its sidecar with `notes` (path to text) patched in.

    Without an edit the value is the one that was read.
    """
    pairs = pair_notes(sidecar, folder, sorted(notes), notes.__getitem__)
    entries: list[RawEntry] = []
    read = {path: parse_entry(text) for path, text in notes.items()}
    for pair in pairs:
        # A new entry is given a number that none before it has.
        entries.append(_entry_now(pair, sidecar, read, entries))
    return BookNow(_with(sidecar.book, entries), _remarks(read))


def authored_book(name: str, notes: Mapping[str, str]) -> BookNow:
    """A World Info book of notes that came from nowhere else, by path."""
    empty = BookValue({"entries": {}, "name": name}, BookDialect.WORLD_INFO, ())
    entries: list[RawEntry] = []
    read = {path: parse_entry(notes[path]) for path in sorted(notes)}
    for number, (path, note) in enumerate(read.items()):
        made = new_entry(note, path, BookDialect.WORLD_INFO, (), is_keyed=True)
        entries.append(RawEntry(str(number), {**made.raw, "uid": number}))
    return BookNow(_with(empty, entries), _remarks(read))


def _entry_now(
    pair: Pair, sidecar: Sidecar, notes: Mapping[str, ShownEntry], before: list[RawEntry]
) -> RawEntry:
    book = sidecar.book
    if pair.number is None:
        taken = (*book.entries, *before)
        return new_entry(
            notes[pair.path or ""], pair.path or "", book.dialect, taken, is_keyed=book.is_keyed
        )
    entry = book.entries[pair.number]
    if pair.path is None:
        return entry
    raw = patched(entry.raw, book.dialect, pair.number, notes[pair.path])
    return entry if raw is entry.raw else entry.with_raw(raw)


def _with(book: BookValue, entries: list[RawEntry]) -> BookValue:
    return BookValue(book.with_entries(entries), book.dialect, tuple(entries))


def _remarks(notes: Mapping[str, ShownEntry]) -> tuple[tuple[str, str], ...]:
    return tuple((path, odd) for path, note in notes.items() for odd in note.oddities)
