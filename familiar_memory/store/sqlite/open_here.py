"""Which SQLite files this process has open, for those who look into the bytes of one.

A process loses every lock that it holds on a file as soon as it closes any descriptor of
it. Another process then takes itself for the last one at the file, folds the log into it
and removes the log, into which this one goes on writing what is lost with it. So a
descriptor by which somebody has read stays open for as long as SQLite has the file open.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from familiar_memory.store.sqlite.files import FileId, file_id

__all__ = ["copy_bytes", "counting", "looking_into", "not_open_any_more"]

_lock = threading.RLock()
_connections: Counter[FileId] = Counter()
_kept: dict[FileId, list[int]] = {}
"""Descriptors that nobody reads by just now."""


@contextmanager
def counting(path: Path) -> Iterator[list[FileId]]:
    """The block opens a connection to the file; the list then holds which file that is.

    Nobody closes a descriptor of it meanwhile.
    """
    opened: list[FileId] = []
    with _lock:
        yield opened
        file = file_id(path)
        if file is not None:
            _connections[file] += 1
            opened.append(file)


def not_open_any_more(file: FileId) -> None:
    """A connection to it was closed; after the last there is no lock that could be lost."""
    with _lock:
        _connections[file] -= 1
        if _connections[file] <= 0:
            del _connections[file]
            for descriptor in _kept.pop(file, ()):
                os.close(descriptor)


@contextmanager
def looking_into(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, be it a database that this process has open or any other.

    Raises:
        OSError: it cannot be read.
    """
    descriptor = _borrowed(path)
    try:
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            file.seek(0)
            yield file
    finally:
        _give_back(descriptor)


def copy_bytes(path: Path, to: Path) -> None:
    """Copy a file, be it a database that this process has open or any other."""
    with looking_into(path) as file, to.open("wb") as copy:
        shutil.copyfileobj(file, copy)


def _borrowed(path: Path) -> int:
    with _lock:
        file = file_id(path)
        if file is not None and (kept := _kept.get(file)):
            return kept.pop()
        return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))


def _give_back(descriptor: int) -> None:
    with _lock:
        state = os.fstat(descriptor)
        file = state.st_dev, state.st_ino
        if _connections[file] > 0:
            _kept.setdefault(file, []).append(descriptor)
        else:
            os.close(descriptor)
