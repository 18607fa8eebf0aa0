"""What earlier imports left in a tree, and where it is by now, as the journal says.

A note that a person gave another name or folder is still the one that was brought.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from familiar_memory.store.journal.entry import ChangeState, JournalEntry
from familiar_memory.store.names import is_original
from familiar_memory.transfer.portable_names import name_key
from familiar_memory.transfer.staging.source_folder import folder_after

__all__ = ["KnownChanges", "LeftBehind", "LeftNote", "NoChanges", "left_by"]

_UNDO = "undo"


class KnownChanges(Protocol):
    """What is known of earlier changes, in the order in which they were made.

    `AuditJournal` is one.
    """

    def entries_of(self, paths: Iterable[str]) -> Iterable[JournalEntry]:
        """Every change of these files, also under names that they had before or since."""

    def entries(
        self,
        path: str | None = None,
        *,
        source: str | None = None,
        refs: Collection[str] | None = None,
    ) -> Iterable[JournalEntry]:
        """Every change of a file or below a folder, by a source, made from one of `refs`."""


class NoChanges:
    """Nothing is known: every file that differs is taken for a person's."""

    def entries_of(self, paths: Iterable[str]) -> Iterable[JournalEntry]:
        """None."""
        return ()

    def entries(
        self,
        path: str | None = None,
        *,
        source: str | None = None,
        refs: Collection[str] | None = None,
    ) -> Iterable[JournalEntry]:
        """None."""
        return ()


@dataclass(slots=True)
class LeftNote:
    """A file that an import brought, wherever it has come to be.

    `origin` is where it was brought, `path` where it is now. `left` is the revision in which
    the import last left it, None when that was undone, `brought` every one it ever wrote.
    It `is_standing` unless the import itself, or an undo, took it away. `folder` is the
    mark of the folder that it follows ("": none).
    """

    origin: str
    path: str
    left: str | None = None
    brought: set[str] = field(default_factory=set)
    is_standing: bool = False
    folder: str = ""

    @property
    def is_moved(self) -> bool:
        """Whether a person gave it another name, and not only other letters of it."""
        return not _is_alike(self.origin, self.path)


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """What an earlier import left where, by two witnesses.

    The journal knows every file by where it is and by where it was brought; `by_importer`
    is what the importer itself knows of its own notes, by the path at which they are now.
    """

    by_path: Mapping[str, LeftNote]
    by_origin: Mapping[str, LeftNote]
    by_importer: Mapping[str, str] = field(default_factory=dict)

    def is_untouched(self, path: str, there: str) -> bool:
        """Whether the file is as an import left it, and is the one that was brought there."""
        if there == self.by_importer.get(path):
            return True
        note = self.by_path.get(path)
        return note is not None and note.left == there

    def knows(self, path: str) -> bool:
        """Whether an import left a file there, and nobody has undone that."""
        note = self.by_origin.get(path) or self.by_path.get(path)
        return path in self.by_importer if note is None else note.is_standing

    def holds_another(self, path: str) -> bool:
        """Whether a person moved there what an import had brought to some other place."""
        note = self.by_path.get(path)
        return note is not None and note.is_moved and path not in self.by_importer

    def place_of(self, path: str) -> str:
        """Where the file is now that was brought to a path: there, unless it was moved."""
        note = self.by_origin.get(path)
        is_lost = note is None or self.by_path.get(note.path) is not note
        if note is None or is_lost or path in self.by_importer or is_original(_name(path)):
            return path
        return note.path

    def paths(self) -> frozenset[str]:
        """Every path of which it knows."""
        return frozenset({*self.by_path, *self.by_importer})

    def notes_of(self, folder: str) -> Iterator[LeftNote]:
        """The standing ones that follow a folder, by its mark."""
        return (one for one in self.by_path.values() if one.is_standing and one.folder == folder)


def left_by(
    source: str, changes: Iterable[JournalEntry], by_importer: Mapping[str, str] | None = None
) -> LeftBehind:
    """Fold the changes of files, in their order, into what this source left of them."""
    by_path: dict[str, LeftNote] = {}
    by_origin: dict[str, LeftNote] = {}
    for change in changes:
        if change.state is not ChangeState.DONE:
            continue
        note = by_path.get(change.path)
        if change.moved_to is not None:
            if note is not None:
                note.path = change.moved_to
                by_path[note.path] = by_path.pop(change.path)
        elif change.source == source and change.after is not None:
            if note is None or (change.before is None and note.origin != change.path):
                note = LeftNote(change.path, change.path)
                by_path[note.path] = by_origin[note.origin] = note
            _write(note, change, change.after)
        elif note is not None and (change.source == source or _is_undo(change)):
            _take_back(note, change)
    return LeftBehind(by_path, by_origin, by_importer or {})


def _write(note: LeftNote, change: JournalEntry, after: str) -> None:
    note.brought.add(after)
    note.left = after
    note.is_standing = True
    note.folder = folder_after(note.folder, change.refs)


def _take_back(note: LeftNote, change: JournalEntry) -> None:
    # What an undo gave back may be a person's edit of what was brought.
    note.is_standing = change.after is not None
    note.left = change.after if change.after in note.brought else None
    if change.before is None:
        # A person who brings a note back wants it, whatever its source has.
        note.folder = ""


def _is_undo(change: JournalEntry) -> bool:
    return change.source.partition(":")[0] == _UNDO


def _is_alike(one: str, other: str) -> bool:
    keys = ([name_key(name) for name in path.split("/")] for path in (one, other))
    return next(keys) == next(keys)


def _name(path: str) -> str:
    return path.rpartition("/")[2]
