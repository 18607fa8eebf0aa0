"""The calls that the store makes on the operating system, and nothing else.

Every step of a write is one method, so that a test can make any one of them fail.
What a platform cannot do (hard links, fsync of a folder, modes) is decided here:
callers are told by the answer, and never ask which platform it is.
"""
# These are the bare calls, and paths are strings for the sake of speed.
# ruff: noqa: PTH102, PTH103, PTH105, PTH108, PTH116

from __future__ import annotations

import contextlib
import errno
import os
import stat as stat_module
import sys

__all__ = ["FileSystem"]

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


class FileSystem:
    """The real one; a test wraps it. Errors are `OSError`, untranslated."""

    @property
    def folds_names(self) -> bool:
        """Whether two spellings of one name may open the same file."""
        return sys.platform in ("win32", "darwin")

    @property
    def needs_portable_names(self) -> bool:
        """Whether some names (`con`, `a.`) do not mean a file of that name here."""
        return sys.platform == "win32"

    def open_read(self, path: str, *, follow: bool = True) -> int:
        """Open for reading; without `follow` a link as the last part is an error."""
        return os.open(path, _READ if follow else _READ | getattr(os, "O_NOFOLLOW", 0))

    def open_new(self, path: str) -> int:
        """Create a file that must not exist, for writing."""
        return os.open(path, _CREATE, 0o666)

    def open_append(self, path: str) -> int:
        """Open for appending (and for reading its end), creating it for the owner alone."""
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

    def stat(self, path: str) -> os.stat_result:
        """The state of what a path leads to."""
        return os.stat(path)

    def lstat(self, path: str) -> os.stat_result:
        """The state of a path itself, links not followed."""
        return os.lstat(path)

    def scandir(self, path: str) -> list[os.DirEntry[str]]:
        """The entries of a folder, in no order."""
        with os.scandir(path) as entries:
            return list(entries)

    def realpath(self, path: str) -> str:
        """The path with every link followed; its end need not exist."""
        return os.path.realpath(path)

    def mkdir(self, path: str) -> None:
        """Make one folder; it is no error if it is there."""
        with contextlib.suppress(FileExistsError):
            os.mkdir(path)

    def makedirs(self, path: str) -> None:
        """Make a folder and those above it."""
        os.makedirs(path, exist_ok=True)

    def link(self, path: str, new: str) -> bool:
        """Give a file a second name that must be free; False where links are not possible."""
        try:
            os.link(path, new, follow_symlinks=False)
        except NotImplementedError:
            return False
        except OSError as error:
            if error.errno in _NO_LINKS:
                return False
            raise
        return True

    def replace(self, path: str, to: str) -> None:
        """Rename over whatever is there, in one step."""
        os.replace(path, to)

    def unlink(self, path: str) -> None:
        """Remove one name of a file."""
        os.unlink(path)

    def sync_directory(self, path: str) -> None:
        """Put a folder's names on the disk, where a folder can be opened for that."""
        if not hasattr(os, "O_DIRECTORY"):
            return
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(fd)
        except OSError as error:
            # Some network and FUSE file systems have no such call; the rename stands.
            if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):
                raise
        finally:
            os.close(fd)
