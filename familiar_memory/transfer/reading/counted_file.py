"""A file that is read from front to back, while somebody watches how far it is.

An importer opens what it reads with `open_counted`; whoever runs the import watches:

    with watch_reading(lambda read, total: bar.update(read / total)):
        for item in importer.read(path):
            ...

The watcher is a context variable, so that `Importer.read(path)` needs no argument for
it, two imports in two threads or tasks do not meet, and an importer that nobody watches
pays nothing. A generator runs in the context of whoever asks it for the next item: what
counts is where the items are consumed.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from familiar_memory.errors import InputError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["Watcher", "open_counted", "tell_reading", "watch_reading"]

Watcher: TypeAlias = Callable[[int, int], None]
"""Called with (bytes read, bytes in all), about once a megabyte and at the end."""

_BLOCK_BYTES = 1 << 20
"""Bytes at a time: the progress bar moves, and reading costs no more than of the whole."""
_BINARY = getattr(os, "O_BINARY", 0)
_watcher: ContextVar[Watcher | None] = ContextVar("watcher of what an import reads", default=None)


@contextmanager
def watch_reading(watcher: Watcher) -> Iterator[None]:
    """While this is open, `watcher` is told how far each counted file is read."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def tell_reading(done: int, total: int) -> None:
    """Tell the watcher, if there is one: for what is not read as a file, such as a database."""
    if (watcher := _watcher.get()) is not None:
        watcher(done, total)


@contextmanager
def open_counted(path: Path, label: str = "") -> Iterator[BinaryIO]:
    """The bytes of a file, buffered, from its start; `label` stands for it in messages.

    Raises:
        InputError: it is not a regular file, or cannot be opened or read.
    """
    shown = label or str(path)
    descriptor = _opened(path, shown)
    with open(descriptor, "rb", buffering=0) as bare:  # noqa: PTH123 - a descriptor has no path
        total = os.fstat(descriptor).st_size
        with io.BufferedReader(_Counted(bare, total, shown), _BLOCK_BYTES) as file:
            yield file


def _opened(path: Path, shown: str) -> int:
    try:
        # Not blocking, for a pipe without a writer would be waited for.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY)
    except (OSError, ValueError) as problem:
        raise _unreadable(shown, problem) from problem
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InputError(f"{shown} cannot be read: it is not a regular file", "a readable file")
    return descriptor


class _Counted(io.RawIOBase):
    """Tells the watcher after each block, and translates what the disk says."""

    def __init__(self, bare: io.FileIO, total: int, label: str) -> None:
        super().__init__()
        self._bare = bare
        self._total = total
        self._label = label
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        try:
            count = self._bare.readinto(buffer) or 0
        except OSError as problem:
            raise _unreadable(self._label, problem) from problem
        self._read += count
        if count:
            # A file may grow while it is read.
            tell_reading(self._read, max(self._total, self._read))
        return count


def _unreadable(label: str, problem: OSError | ValueError) -> InputError:
    reason = getattr(problem, "strerror", None) or problem
    return InputError(f"{label} cannot be read: {reason}", "a readable file")
