"""Which note is which entry: by name, and by content for a note that was renamed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from familiar_memory.lore.book.joined.patching import plain_content
from familiar_memory.lore.book.json.sidecar import Sidecar
from familiar_memory.lore.book.notes.note_text import parse_entry
from familiar_memory.lore.book.notes.shown import ShownEntry, shown_entry

__all__ = ["Pair", "pair_notes"]


@dataclass(frozen=True, slots=True)
class Pair:
    """An entry of the book as it stands now.

    `number` is its place in the sidecar, None for a new note; `path` is its note, None for
    an entry that never had one.
    """

    number: int | None
    path: str | None


def pair_notes(
    sidecar: Sidecar, folder: str, paths: Sequence[str], text_of: Callable[[str], str]
) -> tuple[Pair, ...]:
    """The entries in the book's order, then new notes by path; removed entries are missing.

    `text_of` is asked only where a note is gone while another is unknown: then one that has
    the content of an entry, or its title and keys, is that entry under another name.
    """
    there = set(paths)
    notes = [None if file is None else f"{folder}/{file}" for file in sidecar.files]
    gone = [number for number, note in enumerate(notes) if note is not None and note not in there]
    unknown = sorted(there.difference(note for note in notes if note is not None))
    renamed = _renamed(sidecar, gone, unknown, text_of) if gone and unknown else {}
    of_entry = {number: path for path, number in renamed.items()}
    pairs = [
        Pair(number, of_entry.get(number, note))
        for number, note in enumerate(notes)
        if note is None or note in there or number in of_entry
    ]
    pairs.extend(Pair(None, path) for path in unknown if path not in renamed)
    return tuple(pairs)


def _renamed(
    sidecar: Sidecar, gone: list[int], unknown: list[str], text_of: Callable[[str], str]
) -> dict[str, int]:
    """Which unknown note is which entry whose note is gone: the surest pairs first."""
    left = {number: _shown(sidecar, number) for number in gone}
    notes = {path: parse_entry(text_of(path)) for path in unknown}
    found: dict[str, int] = {}
    for test in (_is_the_same, _has_the_content, _has_the_name):
        by_key = _by_key(left, test)
        for path, note in notes.items():
            numbers = by_key.get(test(note) or (), [])
            if path not in found and numbers:
                number = numbers.pop(0)
                if test is not _has_the_name or note.has_form:
                    found[path] = number
                    del left[number]
    return found


def _by_key(
    left: dict[int, ShownEntry], test: Callable[[ShownEntry], tuple[object, ...] | None]
) -> dict[tuple[object, ...], list[int]]:
    by_key: dict[tuple[object, ...], list[int]] = {}
    for number, shown in left.items():
        if (key := test(shown)) is not None:
            by_key.setdefault(key, []).append(number)
    return by_key


def _is_the_same(shown: ShownEntry) -> tuple[object, ...] | None:
    return (shown.title, shown.keys, plain_content(shown.content))


def _has_the_content(shown: ShownEntry) -> tuple[object, ...] | None:
    content = plain_content(shown.content)
    return (content,) if content.strip() else None


def _has_the_name(shown: ShownEntry) -> tuple[object, ...] | None:
    return (shown.title, shown.keys) if shown.keys else None


def _shown(sidecar: Sidecar, number: int) -> ShownEntry:
    return shown_entry(sidecar.book.entries[number].raw, sidecar.book.dialect, number)
