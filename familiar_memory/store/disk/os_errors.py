"""Where an error of the operating system becomes one of the store's."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from familiar_memory.errors import NotAFileError, NotFoundError, PathError, StorageError, StoreError

__all__ = ["store_error", "translated"]


def store_error(error: OSError, rel_path: str) -> StoreError:
    """Say what the operating system refused, of which file, in the store's own terms."""
    shown = rel_path or "the memory folder"
    why = error.strerror or str(error)
    match error.errno:
        case errno.ENOENT:
            return NotFoundError(f"{shown}: there is no such file or folder")
        case errno.ENOTDIR:
            return NotAFileError(f"{shown}: there is a file where a folder is needed")
        case errno.EISDIR:
            return NotAFileError(f"{shown}: this is a folder", "Name a file in it.")
        case errno.ENAMETOOLONG:
            return PathError(f"{shown}: the path is too long for this disk")
        case errno.ELOOP:
            return PathError(
                f"{shown}: a symbolic link is where none is allowed, or links lead in a circle"
            )
        case _:
            return StorageError(
                f"{shown}: the disk refused: {why}",
                "What was there is unchanged. Check free space and permissions.",
            )


@contextmanager
def translated(rel_path: str) -> Iterator[None]:
    """Turn any `OSError` inside into a `StoreError` about this path."""
    try:
        yield
    except OSError as error:
        raise store_error(error, rel_path) from error
