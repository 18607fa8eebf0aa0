"""Which entries of two books are the same one, and whether two books are one book."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from familiar_memory.lore.book.joined.patching import plain_content
from familiar_memory.lore.book.joined.versions import family_name
from familiar_memory.lore.book.json.book_value import BookValue, RawEntry
from familiar_memory.lore.book.json.raw_entry import find, read
from familiar_memory.lore.book.json.sidecar import Sidecar
from familiar_memory.lore.book.notes.file_names import note_names
from familiar_memory.lore.book.notes.shown import ShownEntry, shown_entry

__all__ = [
    "EntryMark",
    "KnownBook",
    "Likeness",
    "are_one_book",
    "likeness",
    "marks_of",
    "partners",
    "sidecar_marks",
    "uid_of",
]

_ENOUGH: Final = 3
"""One entry in so many of the smaller book makes two books versions of one."""


@dataclass(frozen=True, slots=True)
class EntryMark:
    """By what an entry is known again: `file` is the name that it has in a folder of its own."""

    uid: str
    title: str
    shown: ShownEntry
    file: str

    @property
    def content(self) -> str:
        """What it says, whatever its newlines."""
        return plain_content(self.shown.content).strip()


@dataclass(frozen=True, slots=True)
class Likeness:
    """How many entries two books share, of how many in the smaller one."""

    shared: int
    of: int

    @property
    def is_one_book(self) -> bool:
        """Whether they are versions of one book, given that their names say so too."""
        return self.shared * _ENOUGH >= self.of


class KnownBook(NamedTuple):
    """A book by its name and its marks, which are looked at only where the names agree."""

    name: str
    marks: Callable[[], Sequence[EntryMark | None]]

    @classmethod
    def of(cls, sidecar: Sidecar) -> KnownBook:
        """One that an import left."""
        return cls(sidecar.name, partial(sidecar_marks, sidecar))


def uid_of(entry: RawEntry, number: int, book: BookValue) -> str:
    """What an entry is called inside its book."""
    uid = read(entry.raw, "id", book.dialect, None)
    if isinstance(uid, int | str) and not isinstance(uid, bool) and str(uid):
        return str(uid)
    return entry.key or str(number)


def marks_of(book: BookValue, has_note: Sequence[bool]) -> list[EntryMark | None]:
    """The marks of every entry; None for what has no note."""
    shown = [
        shown_entry(entry.raw, book.dialect, number) if has_note[number] else None
        for number, entry in enumerate(book.entries)
    ]
    uids = [
        uid_of(entry, number, book) if has_note[number] else ""
        for number, entry in enumerate(book.entries)
    ]
    named = ((one.title or "", uid) for one, uid in zip(shown, uids, strict=True) if one)
    names = iter(note_names(named))
    return [
        None if one is None else EntryMark(uid, _own_title(entry, book), one, next(names))
        for entry, one, uid in zip(book.entries, shown, uids, strict=True)
    ]


def partners(
    new: Sequence[EntryMark | None], old: Sequence[EntryMark | None], *, by_name: bool
) -> dict[int, int]:
    """Which new entry is which old one, the surest first; each is taken once.

    `by_name` also takes one whose note would have the same name.
    """
    found: dict[int, int] = {}
    left = {number: mark for number, mark in enumerate(old) if mark is not None}
    tests = (
        (*_SURE, _by_file, _by_content) if by_name else (*_SURE, _by_content, _by_title_and_keys)
    )
    for test in tests:
        known: dict[Hashable, list[int]] = {}
        for number, mark in left.items():
            if (key := test(mark)) is not None:
                known.setdefault(key, []).append(number)
        for number, mark_or_none in enumerate(new):
            if mark_or_none is None or number in found:
                continue
            numbers = known.get(test(mark_or_none), [])
            if numbers:
                found[number] = numbers.pop(0)
                del left[found[number]]
    return found


def likeness(one: Sequence[EntryMark | None], other: Sequence[EntryMark | None]) -> Likeness:
    """How alike two books are by what stands in them, whatever they are called."""
    sizes = (sum(mark is not None for mark in marks) for marks in (one, other))
    return Likeness(len(partners(one, other, by_name=False)), min(sizes))


def sidecar_marks(sidecar: Sidecar) -> list[EntryMark | None]:
    """The marks of a book that an import left."""
    return marks_of(sidecar.book, [file is not None for file in sidecar.files])


def are_one_book(one: KnownBook, other: KnownBook) -> bool:
    """Whether two books are one: called alike, and with entries in common."""
    if family_name(one.name) != family_name(other.name):
        return False
    how = likeness(one.marks(), other.marks())
    return how.shared > 0 and how.is_one_book


def _own_title(entry: RawEntry, book: BookValue) -> str:
    found = find(entry.raw, "title", book.dialect)
    return found.value.strip() if found is not None and isinstance(found.value, str) else ""


def _by_uid_and_title(mark: EntryMark) -> Hashable:
    return (mark.uid, mark.title) if mark.title else None


def _by_uid_and_content(mark: EntryMark) -> Hashable:
    return (mark.uid, mark.content) if mark.content else None


def _by_uid_and_keys(mark: EntryMark) -> Hashable:
    return (mark.uid, mark.shown.keys) if mark.shown.keys else None


def _by_title_and_keys(mark: EntryMark) -> Hashable:
    return (mark.title, mark.shown.keys) if mark.title and mark.shown.keys else None


def _by_file(mark: EntryMark) -> Hashable:
    return mark.file


def _by_content(mark: EntryMark) -> Hashable:
    return mark.content or None


_SURE: Final[tuple[Callable[[EntryMark], Hashable], ...]] = (
    _by_uid_and_title,
    _by_uid_and_content,
    _by_uid_and_keys,
)
