"""From a relative path to a place on the disk that is surely below the root."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from familiar_memory.errors import LimitError, NotAFileError, NotFoundError, PathError
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.names import (
    check_new_path,
    check_path,
    check_writable,
    is_hidden,
    name_key,
)

__all__ = ["Confinement"]

_ABSENT = (NotFoundError, NotAFileError)


class Confinement:
    """The border of one tree.

    Links are followed for reading when they end inside, at something visible;
    nothing is ever written through one.
    """

    def __init__(self, fs: FileSystem, root: str) -> None:
        self._fs = fs
        self._root = root

    def absolute(self, rel_path: str) -> str:
        """The path on the disk; nothing is checked."""
        return f"{self._root}/{rel_path}" if rel_path else self._root

    def for_reading(self, rel_path: str) -> str:
        """Where to read; what stands there may still be missing.

        Raises:
            PathError: the path could leave the tree, or does through a link; or
                nothing stands there and not every disk could store such a name.
        """
        self.without_links(rel_path)
        return self.absolute(rel_path)

    def without_links(self, rel_path: str) -> str:
        """The path of the tree that a path leads to, links followed; `PathError` as above."""
        path = self.absolute(check_path(rel_path))
        if self._first_link(rel_path) is None:
            return rel_path
        inside = self._inside(path)
        if inside is None:
            raise PathError(
                f"{rel_path!r} leads out of the memory folder, or to a hidden place in it",
                "Copy the file into the memory folder.",
            )
        return inside

    def for_writing(self, rel_path: str) -> str:
        """Where to write.

        Raises:
            PathError: as for reading; or the path is reserved, or passes a link.
        """
        return self.for_deriving(check_writable(check_path(rel_path)))

    def for_deriving(self, rel_path: str) -> str:
        """Where the engine writes, reserved or not; `PathError` as for writing."""
        path = self.absolute(check_path(rel_path))
        link = self._first_link(rel_path)
        if link is not None:
            raise PathError(
                f"{rel_path!r}: {link!r} is a symbolic link, and nothing is written through one",
                "Name the file that it leads to.",
            )
        return path

    def passes_link(self, rel_path: str) -> bool:
        """Whether a part of a path is a symbolic link."""
        return self._first_link(rel_path) is not None

    def _first_link(self, rel_path: str) -> str | None:
        """The first part of a path that is a symbolic link; None when there is none.

        A name that is not there, or means something else to this system, is held to
        what every disk can store.
        """
        if self._fs.needs_portable_names:
            check_new_path(rel_path)
        parts = rel_path.split("/")
        for count in range(1, len(parts) + 1):
            prefix = "/".join(parts[:count])
            try:
                with translated(rel_path):
                    mode = self._fs.lstat(self.absolute(prefix)).st_mode
            except _ABSENT:
                check_new_path(rel_path)
                return None
            if stat.S_ISLNK(mode):
                return prefix
        return None

    def leads_inside(self, path: str) -> bool:
        """Whether a path, all links followed, ends at a visible place of this tree."""
        return self._inside(path) is not None

    def _inside(self, path: str) -> str | None:
        real = self._fs.realpath(path)
        root = self._fs.realpath(self._root).rstrip(os.sep) + os.sep
        if not real.startswith(root):
            return None
        parts = PurePath(real[len(root) :]).parts
        return None if any(is_hidden(part) for part in parts) else "/".join(parts)

    def check_places_are_free(self, rel_paths: Iterable[str], max_dir_entries: int) -> None:
        """Make sure that new files can have these paths on every disk, side by side.

        Raises:
            PathError: the name is not portable, or a file or folder stands there
                whose name differs only in case or in how letters are composed.
            LimitError: the folder that would grow is full.
        """
        looked: dict[str, _Folder] = {}
        standing: set[str] = set()
        for rel_path in rel_paths:
            check_new_path(rel_path)
            folder = ""
            for name in rel_path.split("/"):
                place = f"{folder}/{name}" if folder else name
                if place not in standing and self.stands(place):
                    standing.add(place)
                elif place not in standing:
                    if folder not in looked:
                        looked[folder] = self._look_into(folder, rel_path)
                    looked[folder].take(name, rel_path, max_dir_entries)
                folder = place

    def names(self, rel_path: str) -> dict[str, bool]:
        """Every name in a folder, and whether it is that of a folder, by name.

        It is for who is about to write there: `PathError` as for writing. A link in it counts
        as what it leads to, and one that goes in circles leads to no folder. What is no folder,
        or not there, has none.
        """
        folder = self.for_deriving(rel_path) if rel_path else self.absolute("")
        try:
            with translated(rel_path):
                entries = self._fs.scandir(folder)
        except _ABSENT:
            return {}
        return {one.name: _is_folder(one) for one in sorted(entries, key=lambda one: one.name)}

    def stands(self, rel_path: str) -> bool:
        """Whether there is an entry of exactly that spelling."""
        try:
            with translated(rel_path):
                self._fs.lstat(self.absolute(rel_path))
        except _ABSENT:
            return False
        if not self._fs.folds_names:
            return True
        folder, _, name = rel_path.rpartition("/")
        return any(entry.name == name for entry in self._fs.scandir(self.absolute(folder)))

    def _look_into(self, folder: str, rel_path: str) -> _Folder:
        try:
            with translated(rel_path):
                names = [entry.name for entry in self._fs.scandir(self.absolute(folder))]
        except _ABSENT:
            names = []
        visible = sum(not is_hidden(name) for name in names)
        return _Folder(folder, {name_key(name): name for name in names}, visible)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        # A link in circles, or one into what may not be looked at: nobody can write there either.
        return False


@dataclass(slots=True)
class _Folder:
    """The names in a folder, by what some disk makes of them, and how many are visible."""

    path: str
    names: dict[str, str]
    visible: int

    def take(self, name: str, rel_path: str, max_dir_entries: int) -> None:
        """Add a name; a folder on the way to several files is added once."""
        other = self.names.get(name_key(name))
        if other == name:
            return
        if other is not None:
            existing = f"{self.path}/{other}" if self.path else other
            raise PathError(
                f"{rel_path!r}: {existing!r} stands there, and some disks treat them as one name",
                f"Use {existing!r}, or another name.",
            )
        if self.visible >= max_dir_entries:
            raise LimitError(
                f"{self.path or 'the memory folder'} holds {max_dir_entries} entries,"
                " the most it may",
                "Use another folder.",
            )
        self.names[name_key(name)] = name
        self.visible += not is_hidden(name)
