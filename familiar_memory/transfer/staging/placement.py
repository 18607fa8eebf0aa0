"""Where the files of an import go: what they are called there may be spelt otherwise here.

A vault has `People/`, the tree has `people/`, and some disks see one folder. So a folder or
a file goes to the one that stands there under such a name; only where a file stands in the
way of a folder, or a folder in that of a file, does it get another name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from types import MappingProxyType

from familiar_memory.domain.tree import FOLDERS, has_records
from familiar_memory.markdown.change.relink import BareNames, relinked
from familiar_memory.store.base import NoteReader
from familiar_memory.transfer.importer import BytesFile, NoteFile, Remark
from familiar_memory.transfer.portable_names import another_name, name_key

__all__ = ["Placement", "place_files"]

_NAMED = 20


@dataclass(frozen=True, slots=True)
class Placement:
    """The path that each file gets: `moved` has those that are not the importer's own."""

    moved: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    folders: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    names: BareNames | None = None
    """All files of the import, for links that name none of their folders."""
    files: tuple[str, ...] = ()
    followed: frozenset[str] = frozenset()
    """Those that a person has moved since they were brought."""

    def following(self, moved: Mapping[str, str]) -> Placement:
        """The same, with these files where a person has moved them."""
        if not moved:
            return self
        every = {**self.moved, **moved}
        names = BareNames.of(self.files, every)
        return replace(self, moved=MappingProxyType(every), names=names, followed=frozenset(moved))

    def of(self, path: str) -> str:
        """The path of a file in the tree."""
        return self.moved.get(path, path)

    def of_folder(self, path: str) -> str:
        """The path of a folder in the tree."""
        return self.folders.get(path, path)

    def placed(self, file: NoteFile | BytesFile) -> NoteFile | BytesFile:
        """The file as it is written: at its path, its links to what was moved following it."""
        path = self.of(file.path)
        if isinstance(file, BytesFile):
            return file if path == file.path else BytesFile(path, file.data)
        text = file.text
        if self.moved and file.is_linked:
            text = relinked(text, file.path, path, self.moved, self.names)
        if path == file.path and text == file.text:
            return file
        return replace(file, path=path, text=text)

    def told(self) -> tuple[Remark, ...]:
        """What goes where a person would not look for it: folders, then single files."""
        folders = {old: new for old, new in self.folders.items() if old != new}
        inside = tuple(f"{old}/" for old in folders)
        files = {
            old: new
            for old, new in self.moved.items()
            if old not in self.followed and not old.startswith(inside)
        }
        told = [
            Remark(f"{old}/", f"comes in as {new}/, because some disks treat both names as one")
            for old, new in sorted(_outermost(folders).items())
        ]
        told += [
            Remark(old, f"comes in as {new}, because some disks treat both names as one")
            for old, new in sorted(files.items())[:_NAMED]
        ]
        if (more := len(files) - _NAMED) > 0:
            told.append(
                Remark(
                    "",
                    f"{more:,} more files come in under names that the tree spells differently",
                )
            )
        return tuple(told)


def place_files(files: Iterable[str], folders: Iterable[str], store: NoteReader) -> Placement:
    """Find the place of each file, and of folders that an import is the whole of.

    The files are distinct, whatever disk they are on.
    """
    placing = _Placing(store)
    files = tuple(files)
    moved = {path: to for path in files if (to := placing.file(path)) != path}
    for folder in folders:
        placing.folder(folder)
    names = BareNames.of(files, moved) if moved else None
    return Placement(MappingProxyType(moved), MappingProxyType(placing.placed), names, files)


@dataclass(slots=True)
class _Placing:
    """What stands in the folders of the tree, and what this import adds to them."""

    store: NoteReader
    placed: dict[str, str] = field(default_factory=dict)
    """The place of each folder of the import."""
    _inside: dict[str, dict[str, dict[str, bool]]] = field(default_factory=dict)
    _files: set[str] = field(default_factory=set)

    def file(self, path: str) -> str:
        folder, _, name = path.rpartition("/")
        place = self._place(self.folder(folder), name, path, is_folder=False)
        self._files.add(place)
        return place

    def folder(self, path: str) -> str:
        if not path:
            return ""
        if path not in self.placed:
            outer, _, name = path.rpartition("/")
            self.placed[path] = self._place(self.folder(outer), name, path, is_folder=True)
        return self.placed[path]

    def _place(self, folder: str, name: str, given: str, *, is_folder: bool) -> str:
        """What stands there under such a name, else the name, else another name."""
        standing = self._look_into(folder)
        while same := standing.get(name_key(name)):
            alike = sorted(one for one, is_dir in same.items() if is_dir is is_folder)
            found = name if name in alike else next(iter(alike), "")
            # This import's own files are distinct: one of them may have got this very name.
            if found and (is_folder or _joined(folder, found) not in self._files):
                return _joined(folder, found)
            # A card and a book are known by the names of their files: rather an error.
            if not has_records(f"{given}/"):
                break
            name = another_name(name)
        standing.setdefault(name_key(name), {})[name] = is_folder
        return _joined(folder, name)

    def _look_into(self, folder: str) -> dict[str, dict[str, bool]]:
        """The names in a folder by their key; each with whether it is a folder."""
        if folder not in self._inside:
            found: dict[str, dict[str, bool]] = {}
            for name, is_dir in self.store.names(folder).items():
                found.setdefault(name_key(name), {})[name] = is_dir
            for name in FOLDERS.get(folder, ()):
                # What the engine will make one day is spelt as the engine spells it.
                found.setdefault(name, {name: True})
            self._inside[folder] = found
        return self._inside[folder]


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _outermost(folders: Mapping[str, str]) -> dict[str, str]:
    """Those whose own name is another: what is below one goes along."""
    return {
        old: new
        for old, new in folders.items()
        if PurePosixPath(old).name != PurePosixPath(new).name
    }
