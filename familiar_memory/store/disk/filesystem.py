"""The calls that the store makes on the operating system, and nothing else.

Every step of a write is one method, so that a test can make any one of them fail.
What a platform cannot do (hard links, fsync of a folder, modes) is decided here:
callers learn it from the answer, and never ask which platform it is.
"""
# These are the bare calls, and paths are strings for the sake of speed.
# ruff: noqa: PTH116

from __future__ import annotations

import contextlib
import errno
import os
import stat as stat_module
import sys
from typing import NamedTuple

from familiar_memory.store.disk.ownership import hand_over, make_file, make_folders

__all__ = ["FileSystem", "PathOrSpot", "Spot"]

_READ = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
    # Opening a pipe or a device must not wait for its other end.
    | getattr(os, "O_NONBLOCK", 0)
)
_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)
_APPEND = (
    os.O_RDWR
    | os.O_CREAT
    | os.O_APPEND
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)
_NO_LINKS = frozenset(
    {errno.EPERM, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EMLINK, errno.EXDEV}
)
_FOLDER = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_DIRECTORY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)
_HAS_XATTRS = hasattr(os, "listxattr")
_FROM_FOLDERS = hasattr(os, "O_NOFOLLOW") and {
    os.open,
    os.stat,
    os.mkdir,
    os.link,
    os.rename,
    os.unlink,
} <= set(os.supports_dir_fd)


class Spot(NamedTuple):
    """A name in a folder.

    `fd` is the open folder, where the system can work from one: then the name means
    that folder whatever has become of its path. Without one, the path is used.
    """

    folder: str
    name: str
    fd: int | None

    @property
    def path(self) -> str:
        """Where the name stood when the folder was opened."""
        return f"{self.folder}/{self.name}"

    def beside(self, name: str) -> Spot:
        """Another name in the same folder."""
        return self._replace(name=name)


PathOrSpot = str | Spot
"""A path, or a name in an open folder."""


def _at(place: PathOrSpot) -> tuple[str, int | None]:
    if isinstance(place, str):
        return place, None
    return (place.path, None) if place.fd is None else (place.name, place.fd)


class FileSystem:
    """The real one; a test wraps it. Errors are `OSError`, untranslated."""

    @property
    def works_from_folders(self) -> bool:
        """Whether a file can be named by an open folder, so that no link comes in between."""
        return _FROM_FOLDERS

    def open_folder(self, place: PathOrSpot) -> int:
        """Open a folder to work from; a link is an error, unless the place is a path."""
        path, fd = _at(place)
        flags = _FOLDER if fd is not None else _FOLDER & ~getattr(os, "O_NOFOLLOW", 0)
        return os.open(path, flags, dir_fd=fd)

    @property
    def parallel_writes(self) -> int:
        """How many files may be on their way to the disk at a time."""
        return 8

    @property
    def folds_names(self) -> bool:
        """Whether two spellings of one name may open the same file."""
        return sys.platform in ("win32", "darwin")

    @property
    def needs_portable_names(self) -> bool:
        """Whether some names (`con`, `a.`) do not mean a file of that name here."""
        return sys.platform == "win32"

    def open_read(self, place: PathOrSpot, *, follow: bool = True) -> int:
        """Open for reading; without `follow` a link as the last part is an error."""
        path, fd = _at(place)
        flags = _READ if follow else _READ | getattr(os, "O_NOFOLLOW", 0)
        return os.open(path, flags, dir_fd=fd)

    def open_new(self, place: PathOrSpot, mode: int = 0o666) -> int:
        """Create a file that must not exist, for writing."""
        path, fd = _at(place)
        return os.open(path, _CREATE, mode, dir_fd=fd)

    def open_append(self, path: str) -> int:
        """Open for appending (and for reading its end), creating it for the owner alone.

        The owner is that of the folder, where this process may give files away.
        """
        make_file(path, 0o600)
        return os.open(path, _APPEND, 0o600)

    def read(self, fd: int, count: int) -> bytes:
        """Read up to `count` bytes."""
        return os.read(fd, count)

    def seek(self, fd: int, offset: int) -> None:
        """Move the read position to a byte from the start."""
        os.lseek(fd, offset, os.SEEK_SET)

    def write(self, fd: int, data: bytes | memoryview) -> int:
        """Write, perhaps only a part; how many bytes were taken."""
        return os.write(fd, data)

    def fsync(self, fd: int) -> None:
        """Put what was written on the disk."""
        os.fsync(fd)

    def close(self, fd: int) -> None:
        """Give a descriptor back."""
        os.close(fd)

    def fstat(self, fd: int) -> os.stat_result:
        """The state of an open file."""
        return os.fstat(fd)

    def copy_mode(self, fd: int, mode: int) -> None:
        """Give an open file these permission bits, where there are such bits."""
        if hasattr(os, "fchmod"):
            os.fchmod(fd, stat_module.S_IMODE(mode))

    def hand_over(self, fd: int, folder: PathOrSpot) -> None:
        """Give what was just made to the owner of its folder, where this process may.

        The folder is given by its path, or by any name in it.
        """
        if isinstance(folder, Spot):
            hand_over(fd, folder.folder if folder.fd is None else folder.fd)
        else:
            hand_over(fd, folder)

    def change_owner(self, fd: int, uid: int, gid: int) -> None:
        """Give an open file another owner and group (-1: leave it), where there are such."""
        if hasattr(os, "fchown"):
            os.fchown(fd, uid, gid)

    def xattrs(self, fd: int) -> dict[str, bytes]:
        """The extended attributes of an open file that can be read, where there are such."""
        if not _HAS_XATTRS:
            return {}
        found = {}
        # What cannot be listed or read belongs to the system, which gives it by itself.
        with contextlib.suppress(OSError):
            for name in os.listxattr(fd):
                with contextlib.suppress(OSError):
                    found[name] = os.getxattr(fd, name)
        return found

    def set_xattr(self, fd: int, name: str, value: bytes) -> None:
        """Give an open file an extended attribute."""
        os.setxattr(fd, name, value)

    def remove_xattr(self, fd: int, name: str) -> None:
        """Take an extended attribute from an open file."""
        os.removexattr(fd, name)

    def stat(self, path: str) -> os.stat_result:
        """The state of what a path leads to."""
        return os.stat(path)

    def lstat(self, place: PathOrSpot) -> os.stat_result:
        """The state of a name itself, links not followed."""
        path, fd = _at(place)
        return os.lstat(path, dir_fd=fd)

    def scandir(self, path: str) -> list[os.DirEntry[str]]:
        """The entries of a folder, in no order."""
        with os.scandir(path) as entries:
            return list(entries)

    def lstat_all(self, path: str, entries: list[os.DirEntry[str]]) -> list[os.stat_result]:
        """The states of entries of one folder, links not followed.

        Counted from the opened folder, so that the way to it is not gone for each.
        """
        if not _FROM_FOLDERS:
            return [entry.stat(follow_symlinks=False) for entry in entries]
        folder = os.open(path, _FOLDER)
        try:
            return [os.stat(e.name, dir_fd=folder, follow_symlinks=False) for e in entries]
        finally:
            os.close(folder)

    def realpath(self, path: str) -> str:
        """The path with every link followed; its end need not exist."""
        return os.path.realpath(path)

    def mkdir(self, place: PathOrSpot) -> None:
        """Make one folder; it is no error if it is there."""
        path, fd = _at(place)
        with contextlib.suppress(FileExistsError):
            os.mkdir(path, dir_fd=fd)

    def makedirs(self, path: str) -> None:
        """Make a folder and those above it; each is the owner's of the one that it is in."""
        make_folders(path)

    def link(self, place: PathOrSpot, new: PathOrSpot) -> bool:
        """Give a file a second name that must be free; False where links are not possible."""
        (path, fd), (new_path, new_fd) = _at(place), _at(new)
        try:
            os.link(path, new_path, src_dir_fd=fd, dst_dir_fd=new_fd, follow_symlinks=False)
        except NotImplementedError:
            return False
        except OSError as error:
            if error.errno in _NO_LINKS:
                return False
            raise
        return True

    def replace(self, place: PathOrSpot, to: PathOrSpot) -> None:
        """Rename over whatever is there, in one step."""
        (path, fd), (to_path, to_fd) = _at(place), _at(to)
        os.replace(path, to_path, src_dir_fd=fd, dst_dir_fd=to_fd)

    def unlink(self, place: PathOrSpot) -> None:
        """Remove one name of a file."""
        path, fd = _at(place)
        os.unlink(path, dir_fd=fd)

    def sync_directory(self, folder: PathOrSpot) -> None:
        """Put a folder's names on the disk, where a folder can be opened for that.

        The folder is given by its path, or by any name in it.
        """
        if isinstance(folder, Spot):
            if folder.fd is not None:
                _sync_names(folder.fd)
                return
            folder = folder.folder
        if not hasattr(os, "O_DIRECTORY"):
            return
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            _sync_names(fd)
        finally:
            os.close(fd)


def _sync_names(fd: int) -> None:
    try:
        os.fsync(fd)
    except OSError as error:
        # Some network and FUSE file systems have no such call; the rename stands.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):
            raise
