"""A new database file that appears whole, or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from familiar_memory.store.disk.ownership import make_file, make_folders
from familiar_memory.store.sqlite.files import remove_files

__all__ = ["make_whole"]


def make_whole(
    path: Path,
    connect: Callable[[Path], sqlite3.Connection],
    fill: Callable[[sqlite3.Connection], None],
) -> None:
    """Build the file beside its place and link it in, so that two creators cannot clash.

    Where another has made it first, that one stays.

    Raises:
        sqlite3.Error: it could not be filled.
        OSError: its folder cannot be made or written.
    """
    make_folders(path.parent)
    draft = path.with_name(f".{path.name}.{uuid4().hex}.new")
    try:
        make_file(draft)
        with closing(connect(draft)) as connection:
            fill(connection)
        _appear(draft, path)
    finally:
        remove_files(draft)


def _appear(draft: Path, path: Path) -> None:
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
    except OSError:
        # No hard links on this file system; the race is then left to a single creator.
        draft.rename(path)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
