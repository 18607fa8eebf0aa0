"""The files that one SQLite database is: the file itself, and those beside it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final, TypeAlias

__all__ = ["WITH_LOG", "FileId", "file_id", "files_of", "not_a_file", "remove_files"]

WITH_LOG: Final = ("", "-wal")
"""The endings of the files that hold rows: the database and its write-ahead log."""
_ALL = (*WITH_LOG, "-shm", "-journal")

FileId: TypeAlias = tuple[int, int]
"""(device, inode): another pair at the same path is another file."""


def files_of(path: Path) -> tuple[Path, ...]:
    """Every file that may belong to the database, itself first; some may not be there."""
    return tuple(path.with_name(path.name + ending) for ending in _ALL)


def file_id(path: Path) -> FileId | None:
    """Which file stands there; None without one."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def not_a_file(path: Path) -> str | None:
    """The first of the database's files in whose place something else stands, by name."""
    return next(
        (file.name for file in files_of(path) if file.exists() and not file.is_file()), None
    )


def remove_files(path: Path) -> None:
    """Remove the database with the files beside it, whatever stands in their places."""
    for file in files_of(path):
        if file.is_dir() and not file.is_symlink():
            shutil.rmtree(file)
        else:
            file.unlink(missing_ok=True)
