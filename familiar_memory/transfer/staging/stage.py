"""The first half of an import: everything is read and checked, and nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from familiar_memory.errors import InputError, LimitError
from familiar_memory.history.turns.checking import check_turn
from familiar_memory.store.names import (
    check_new_path,
    check_path,
    check_writable,
    colliding_names,
    is_original,
)
from familiar_memory.store.revision import revision_of
from familiar_memory.transfer.importer import (
    Brought,
    BytesFile,
    Importer,
    Item,
    NoteFile,
    OwnedFolder,
    Remark,
    SkippedFile,
    SourceFolder,
    TreeImporter,
    TurnItem,
)
from familiar_memory.transfer.tree import TreeReader

__all__ = ["MAX_BYTES_FILE", "Staged", "bytes_of", "revision_of_file", "stage"]

MAX_BYTES_FILE = 64 * 1024 * 1024
"""No original and no asset is larger."""

_KEPT_BYTES = 64 * 1024 * 1024
"""What was checked is held for the writing up to this sum; beyond, files are read a second time."""


class _Stamp(NamedTuple):
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Staged:
    """What an import holds, checked: how many turns, which files, what is passed over.

    `has_private_rooms`: some turns are of rooms that may have been open before.

    `revisions` are those of notes and of what is kept as it is, by the path that the
    importer gives them. What is small enough is held until it is written; the rest is read
    again, and must not change meanwhile.
    """

    importer: Importer
    path: Path
    turns: int = 0
    has_private_rooms: bool = False
    revisions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    folders: tuple[OwnedFolder, ...] = ()
    source_folder: SourceFolder | None = None
    brought: tuple[Brought, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()
    remarks: tuple[Remark, ...] = ()
    _kept: tuple[Item, ...] | None = field(default=None, repr=False)
    _stamp: _Stamp | None = field(default=None, repr=False)

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of all files, in the order in which they come."""
        return tuple(self.revisions)

    @property
    def size(self) -> int:
        """How many items are to be written."""
        return self.turns + len(self.revisions)

    def items(self) -> Iterator[Item]:
        """Every item once more.

        Raises:
            InputError: the file has changed since it was checked.
        """
        if self._kept is not None:
            return iter(self._kept)
        if _stamp(self.path) != self._stamp:
            raise InputError(
                f"{self.path} has changed while it was read", "a file that nobody writes to"
            )
        return iter(self.importer.read(self.path))


def stage(
    importer: Importer, path: Path, *, max_file_bytes: int, tree: TreeReader | None = None
) -> Staged:
    """Read all of it and check every item; nothing is written.

    `tree` is where it is to go; without it an importer knows nothing of what is there.

    Raises:
        InputError: an item is malformed, or two files want the same path.
        PathError: a file has a name that the tree cannot hold.
        LimitError: a file is too large.
    """
    if tree is not None and isinstance(importer, TreeImporter):
        importer = importer.beside(tree)
    stamp = _stamp(path)
    sifted = _Sifted(max_file_bytes)
    for item in importer.read(path):
        sifted.add(item)
    _check_distinct(path for path in sifted.files if path not in sifted.left)
    return Staged(
        importer,
        path,
        sifted.turns,
        sifted.has_private_rooms,
        MappingProxyType(dict(zip(sifted.files, sifted.revisions, strict=True))),
        tuple(sifted.folders),
        sifted.source_folder,
        tuple(sifted.brought),
        tuple(sifted.skipped),
        tuple(sifted.remarks),
        None if sifted.kept is None else tuple(sifted.kept),
        stamp,
    )


@dataclass(slots=True)
class _Sifted:
    """Items by kind; the files themselves as long as they are few."""

    max_file_bytes: int
    turns: int = 0
    has_private_rooms: bool = False
    files: list[str] = field(default_factory=list)
    revisions: list[str] = field(default_factory=list)
    folders: list[OwnedFolder] = field(default_factory=list)
    source_folder: SourceFolder | None = None
    left: set[str] = field(default_factory=set)
    brought: list[Brought] = field(default_factory=list)
    skipped: list[SkippedFile] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    kept: list[Item] | None = field(default_factory=list)
    kept_bytes: int = 0

    def add(self, item: Item) -> None:
        match item:
            case TurnItem():
                _check_turn(item)
                self.turns += 1
                self.has_private_rooms |= item.turn.place.open_twin is not None
                self.kept = None
            case NoteFile():
                self._add_file(item, self.max_file_bytes if item.is_capped else MAX_BYTES_FILE)
            case BytesFile():
                self._add_file(item, MAX_BYTES_FILE)
            case OwnedFolder(path):
                check_path(path)
                self.folders.append(item)
                self.left |= item.left.keys()
            case SourceFolder():
                self.source_folder = item
            case Brought():
                self.brought.append(item)
            case Remark():
                self.remarks.append(item)
            case SkippedFile():
                self.skipped.append(item)

    def _add_file(self, item: NoteFile | BytesFile, cap: int) -> None:
        path, data = item.path, bytes_of(item)
        size = len(data)
        check_writable(check_path(path))
        # Where a person has put a note, under whatever name, it is brought up to date.
        if path not in self.left and not is_original(path.rpartition("/")[2]):
            check_new_path(path)
        if size > cap:
            setting = ": the setting store.max_file_bytes" if cap == self.max_file_bytes else ""
            raise LimitError(f"{path} has {size:,} bytes", f"at most {cap:,}{setting}")
        self.files.append(path)
        self.revisions.append(revision_of(data))
        self.kept_bytes += size
        if self.kept_bytes > _KEPT_BYTES:
            self.kept = None
        if self.kept is not None:
            self.kept.append(item)


def bytes_of(file: NoteFile | BytesFile) -> bytes:
    """What is written of a file."""
    return file.data if isinstance(file, BytesFile) else file.text.encode("utf-8")


def revision_of_file(file: NoteFile | BytesFile) -> str:
    """The revision that a file has when it is written."""
    return revision_of(bytes_of(file))


def _check_turn(item: TurnItem) -> None:
    try:
        check_turn(item.turn)
    except InputError as problem:
        raise InputError(f"{item.location}: {problem.problem}", problem.accepted) from None


def _check_distinct(files: Iterable[str]) -> None:
    given = list(files)
    if len(set(given)) < len(given):
        twice = next(path for path in given if given.count(path) > 1)
        raise InputError(f"{twice!r} is there twice", "each note once")
    folders = {folder for path in given for folder in _folders_of(path)}
    if clashing := sorted(folders.intersection(given)):
        raise InputError(f"{clashing[0]!r} is a file and a folder", "each name once")
    for one, other, *_ in colliding_names(given):
        raise InputError(
            f"{one!r} and {other!r} are one file on some disks",
            "names that differ in more than capitals and accents",
        )


def _folders_of(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def _stamp(path: Path) -> _Stamp | None:
    """What changes when a file is written to; None for a folder, or what is not there."""
    try:
        state = path.stat()
    except OSError:
        return None
    return None if path.is_dir() else _Stamp(state.st_size, state.st_mtime_ns)
