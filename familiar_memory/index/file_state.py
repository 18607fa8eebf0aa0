"""The file of an index and those beside it: which one it is, and whether it can be one at all."""

from __future__ import annotations

import contextlib
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from familiar_memory.errors import IndexUnavailableError, cause_of
from familiar_memory.store.disk.ownership import make_file, make_folders

__all__ = ["FileId", "exclusive", "file_id", "is_cut", "not_a_file", "remove_files"]

_LOCK_TIMEOUT_S = 10.0
"""The lock is held for one rename or removal: who waits longer has met a process that hangs."""
_SIDE_FILES = ("-wal", "-shm", "-journal")
_LOCK_NAME = "index.lock"

FileId = tuple[int, int]
"""(device, inode): another pair at the same path is another file."""


@contextlib.contextmanager
def exclusive(path: Path, state: threading.Condition) -> Iterator[None]:
    """Nobody else replaces the file meanwhile, in this process (by `state`) or in another.

    Raises:
        IndexUnavailableError: its folder cannot be made or written.
    """
    folder = path.parent
    try:
        if folder.exists() and not folder.is_dir():
            # Whatever stands there, the place belongs to the index.
            folder.unlink()
        make_folders(folder)
        make_file(folder / _LOCK_NAME)
        with state, FileLock(folder / _LOCK_NAME, timeout=_LOCK_TIMEOUT_S):
            yield
    except (OSError, Timeout) as problem:
        raise IndexUnavailableError(
            f"the index {path.name} cannot be made: {cause_of(problem)}",
            "a writable folder `.index` inside the memory tree",
        ) from problem


def file_id(path: Path) -> FileId | None:
    """Which file stands there; None without one."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def not_a_file(path: Path) -> str | None:
    """The first of the index's files in whose place something else stands, by name."""
    files = (path.with_name(path.name + suffix) for suffix in ("", *_SIDE_FILES))
    return next((file.name for file in files if file.exists() and not file.is_file()), None)


def is_cut(path: Path) -> bool:
    """Whether the file is shorter than its own header says: SQLite notices only on the way."""
    try:
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            # A checkpoint may be under way; the log holds what the file lacks.
            return False
        with path.open("rb") as file:
            header = file.read(32)
        page = int.from_bytes(header[16:18], "big")
        pages = int.from_bytes(header[28:32], "big")
        return pages * (65_536 if page == 1 else page) > path.stat().st_size
    except OSError:
        return False


def remove_files(path: Path) -> None:
    """Remove the file with those beside it, whatever stands in their places."""
    for suffix in ("", *_SIDE_FILES):
        file = path.with_name(path.name + suffix)
        if file.is_dir() and not file.is_symlink():
            shutil.rmtree(file)
        else:
            file.unlink(missing_ok=True)
