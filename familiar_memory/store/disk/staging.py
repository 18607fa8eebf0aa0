"""Writing a file beside the one whose place it is to take, under a name of its own."""

from __future__ import annotations

import contextlib

from familiar_memory.store.disk.attributes import PRIVATE_MODE, Attributes, give_attributes
from familiar_memory.store.disk.filesystem import FileSystem, Spot
from familiar_memory.store.leftover import NEW, leftover_name

__all__ = ["beside", "discard", "write_all", "write_temporary"]


def write_all(fs: FileSystem, fd: int, data: bytes) -> None:
    """Write every byte, however few the system takes at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[fs.write(fd, rest) :]


def write_temporary(fs: FileSystem, target: Spot, data: bytes, like: Attributes | None) -> Spot:
    """Write a file beside the target, with the attributes it is to have; None: a new one's."""
    temporary = beside(target, NEW)
    fd = fs.open_new(temporary) if like is None else fs.open_new(temporary, PRIVATE_MODE)
    try:
        try:
            write_all(fs, fd, data)
            if like is None:
                fs.hand_over(fd, temporary)
            else:
                give_attributes(fs, fd, like)
            fs.fsync(fd)
        finally:
            fs.close(fd)
    except BaseException:
        discard(fs, temporary)
        raise
    return temporary


def discard(fs: FileSystem, path: Spot) -> None:
    """Remove a temporary file, if that can be done."""
    # A leftover is hidden, is swept later, and is no reason to fail what has succeeded.
    with contextlib.suppress(OSError):
        fs.unlink(path)


def beside(target: Spot, kind: str) -> Spot:
    """A new name for a temporary file of this kind."""
    return target.beside(leftover_name(target.name, kind))
