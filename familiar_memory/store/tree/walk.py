"""Going over the visible files of a tree."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from familiar_memory.store.base import FileState, Skipped, TreeScan
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.os_errors import store_error
from familiar_memory.store.names import DERIVED_PATHS, are_plain_names, unusable_name

__all__ = ["Folder", "scan_tree", "walk"]

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# Names are compared before paths: of a large tree almost none is worth a second look.
_DERIVED_NAMES = frozenset(path.rpartition("/")[2] for path in DERIVED_PATHS)


class Folder(NamedTuple):
    """The visible regular files of one folder; a path is `prefix` and the entry's name."""

    prefix: str
    files: list[os.DirEntry[str]]


def walk(fs: FileSystem, root: str, rel_path: str, skipped: list[Skipped]) -> Iterator[Folder]:
    """Every visible folder at or below one of the tree, in no order.

    Hidden names, derived files and special files are passed over. So are symbolic
    links: what they lead to inside the tree is met at its own path, and so no walk
    goes in circles. What cannot be read is added to `skipped`; a place that is not
    there has no files.
    """
    pending = [rel_path]
    while pending:
        folder = pending.pop()
        prefix = f"{folder}/" if folder else ""
        try:
            found = fs.scandir(f"{root}/{folder}" if folder else root)
            visible = _usable(prefix, [one for one in found if one.name[0] != "."], skipped)
            files = [one for one in visible if one.is_file(follow_symlinks=False)]
            if len(files) < len(visible):
                pending += (
                    prefix + one.name for one in visible if one.is_dir(follow_symlinks=False)
                )
        except OSError as error:
            if not (isinstance(error, FileNotFoundError) and folder == rel_path):
                skipped.append(Skipped(folder, store_error(error, folder).problem))
            continue
        yield Folder(prefix, files)


def _usable(
    prefix: str, entries: list[os.DirEntry[str]], skipped: list[Skipped]
) -> list[os.DirEntry[str]]:
    """The entries that a path of the store can name; the others are noted."""
    names = [entry.name for entry in entries]
    if are_plain_names(names) and _DERIVED_NAMES.isdisjoint(names):
        return entries
    usable = []
    for entry in entries:
        problem = unusable_name(entry.name)
        if problem is not None:
            shown = _CONTROL.sub("�", (prefix + entry.name).encode("utf-8", "replace").decode())
            skipped.append(Skipped(shown, problem))
        elif prefix + entry.name not in DERIVED_PATHS:
            usable.append(entry)
    return usable


def scan_tree(fs: FileSystem, root: str, rel_path: str) -> TreeScan:
    """Every visible file with its size and mtime, by path, in one sweep."""
    skipped: list[Skipped] = []
    files: list[FileState] = []
    for prefix, entries in walk(fs, root, rel_path, skipped):
        try:
            states = fs.lstat_all(f"{root}/{prefix}", entries)
        except OSError:
            files += _one_by_one(prefix, entries, skipped)
        else:
            files += [
                FileState(prefix + entry.name, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
                for entry, state in zip(entries, states, strict=True)
            ]
    files.sort(key=itemgetter(0))
    return TreeScan(tuple(files), tuple(sorted(skipped)))


def _one_by_one(
    prefix: str, entries: list[os.DirEntry[str]], skipped: list[Skipped]
) -> Iterator[FileState]:
    """Where one file or the folder fails: those that went meanwhile are passed over."""
    for entry in entries:
        path = prefix + entry.name
        try:
            state = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue
        except OSError as error:
            skipped.append(Skipped(path, store_error(error, path).problem))
            continue
        yield FileState(path, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
