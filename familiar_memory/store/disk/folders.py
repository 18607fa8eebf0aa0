"""Reaching a file folder by folder, so that no link can come in between.

A path is checked first and opened later; meanwhile a folder of it could be swapped
for a link that leads out. So the folders are opened one from the other, and a link is
never entered. Where a system cannot work from an open folder, the checked path is used.
"""

from __future__ import annotations

import contextlib
import errno
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from familiar_memory.errors import PathError
from familiar_memory.store.disk.filesystem import FileSystem, Spot

__all__ = ["FolderCursor", "opened"]

_NOT_ENTERED = (errno.ELOOP, errno.ENOTDIR)


@contextmanager
def opened(
    fs: FileSystem, root: str, rel_path: str, *, make_folders: bool = False
) -> Iterator[Spot]:
    """The spot of a file whose path holds no link, with its folder open.

    `make_folders` makes those that are missing. Failures are `OSError`; `PathError`
    when a link stands where a folder is needed.
    """
    folder, _, name = rel_path.rpartition("/")
    where = f"{root}/{folder}" if folder else root
    if not fs.works_from_folders:
        if make_folders:
            _make_by_path(fs, root, folder)
        yield Spot(where, name, None)
        return
    fd = _entered(fs, root, folder, make_folders=make_folders)
    try:
        yield Spot(where, name, fd)
    finally:
        _let_go(fs, fd)


class FolderCursor:
    """Reaches one file after another, and opens a folder once for all its files in a row."""

    def __init__(self, fs: FileSystem, root: str) -> None:
        self._fs = fs
        self._root = root
        self._folder: str | None = None
        self._fd: int | None = None

    def spot(self, rel_path: str) -> Spot:
        """The spot of a file; it holds until the next call. Failures as for `opened`."""
        folder, _, name = rel_path.rpartition("/")
        where = f"{self._root}/{folder}" if folder else self._root
        if not self._fs.works_from_folders:
            return Spot(where, name, None)
        if folder != self._folder:
            self.close()
            self._fd = _entered(self._fs, self._root, folder, make_folders=False)
            self._folder = folder
        return Spot(where, name, self._fd)

    def close(self) -> None:
        """Give the folder back."""
        fd, self._fd, self._folder = self._fd, None, None
        if fd is not None:
            _let_go(self._fs, fd)


def _entered(fs: FileSystem, root: str, folder: str, *, make_folders: bool) -> int:
    fd = fs.open_folder(root)
    where = root
    for part in folder.split("/") if folder else ():
        try:
            inner = _enter(fs, Spot(where, part, fd), make_folders)
        finally:
            _let_go(fs, fd)
        fd = inner
        where = f"{where}/{part}"
    return fd


def _enter(fs: FileSystem, place: Spot, make_folders: bool) -> int:
    try:
        return fs.open_folder(place)
    except FileNotFoundError:
        if not make_folders:
            raise
    except OSError as error:
        if error.errno in _NOT_ENTERED and stat.S_ISLNK(fs.lstat(place).st_mode):
            raise PathError(
                f"{place.path}: there is a symbolic link where a folder is needed",
                "Name the folder that it leads to.",
            ) from error
        raise
    fs.mkdir(place)
    made = fs.open_folder(place)
    try:
        fs.hand_over(made, place)
        fs.sync_directory(place)
    except BaseException:
        _let_go(fs, made)
        raise
    return made


def _make_by_path(fs: FileSystem, root: str, folder: str) -> None:
    where = root
    for part in folder.split("/") if folder else ():
        place = Spot(where, part, None)
        try:
            fs.lstat(place)
        except FileNotFoundError:
            fs.mkdir(place)
            fs.sync_directory(place)
        where = place.path


def _let_go(fs: FileSystem, fd: int) -> None:
    # A folder that was only read from has nothing to lose.
    with contextlib.suppress(OSError):
        fs.close(fd)
