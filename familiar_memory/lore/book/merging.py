"""A book as it stands now: what was imported, with the edits of its notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from familiar_memory.lore.book.book_value import BookValue, RawEntry
from familiar_memory.lore.book.dialects import BookDialect
from familiar_memory.lore.book.new_entry import new_entry
from familiar_memory.lore.book.note_text import parse_entry
from familiar_memory.lore.book.pairing import Pair, pair_notes
from familiar_memory.lore.book.patching import patched
from familiar_memory.lore.book.sidecar import Sidecar

__all__ = ["BookNow", "authored_book", "merged_book"]


@dataclass(frozen=True, slots=True)
class BookNow:
    """The book's JSON with all edits, and what happened to whom (paths and entry labels)."""

    book: BookValue
    edited: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

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
    edited: list[str] = []
    added: list[str] = []
    for pair in pairs:
        entry = _entry_now(pair, sidecar, notes, entries)
        if pair.number is None:
            added.append(pair.path or "")
        elif entry is not sidecar.book.entries[pair.number]:
            edited.append(pair.path or "")
        entries.append(entry)
    kept = {pair.number for pair in pairs}
    removed = [file or "" for number, file in enumerate(sidecar.files) if number not in kept]
    return BookNow(_with(sidecar.book, entries), tuple(edited), tuple(added), tuple(removed))


def authored_book(name: str, notes: Mapping[str, str]) -> BookNow:
    """A World Info book of notes that came from nowhere else, by path."""
    empty = BookValue({"entries": {}, "name": name}, BookDialect.WORLD_INFO, ())
    entries: list[RawEntry] = []
    for number, path in enumerate(sorted(notes)):
        made = new_entry(parse_entry(notes[path]), path, BookDialect.WORLD_INFO, (), is_keyed=True)
        entries.append(RawEntry(str(number), {**made.raw, "uid": number}))
    return BookNow(_with(empty, entries), added=tuple(sorted(notes)))


def _entry_now(
    pair: Pair, sidecar: Sidecar, notes: Mapping[str, str], before: list[RawEntry]
) -> RawEntry:
    book = sidecar.book
    if pair.number is None:
        note = parse_entry(notes[pair.path or ""])
        taken = (*book.entries, *before)
        return new_entry(note, pair.path or "", book.dialect, taken, is_keyed=book.is_keyed)
    entry = book.entries[pair.number]
    if pair.path is None:
        return entry
    raw = patched(entry.raw, book.dialect, pair.number, parse_entry(notes[pair.path]))
    return entry if raw is entry.raw else entry.with_raw(raw)


def _with(book: BookValue, entries: list[RawEntry]) -> BookValue:
    return BookValue(book.with_entries(entries), book.dialect, tuple(entries))
