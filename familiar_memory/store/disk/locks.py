"""One writer per file, across threads and processes.

The lock file of a note lies under `.index/locks/`, outside the notes, named by a hash of the
path, so that spellings which some disk cannot tell apart share one lock.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from familiar_memory.errors import StorageError
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.disk.ownership import make_file
from familiar_memory.store.names import name_key

__all__ = ["FileLocks", "acquired_lock"]

_POLL_S = 0.002
"""A change holds its lock for a few milliseconds."""


def acquired_lock(
    lock_file: Path, timeout_s: float, refusal: StorageError, poll_s: float = 0.05
) -> FileLock:
    """The lock of this file, which nobody else holds until it is released.

    It is looked at every `poll_s` seconds. Its file is never removed, which would split those who
    wait for it.

    Raises:
        StorageError: another has held it for longer than `timeout_s`: the `refusal`.
    """
    make_file(lock_file)
    lock = FileLock(lock_file, timeout=timeout_s, poll_interval=poll_s)
    try:
        lock.acquire()
    except Timeout as error:
        raise refusal from error
    return lock


class FileLocks:
    """The locks of one tree. Files are never removed: removing one would split its waiters."""

    def __init__(self, fs: FileSystem, directory: Path, timeout_s: float) -> None:
        self._fs = fs
        self._directory = directory
        self._timeout_s = timeout_s
        self._mine = threading.local()

    @contextmanager
    def hold(self, *rel_paths: str) -> Iterator[None]:
        """Hold the locks of these paths, taken in one order everywhere.

        Raises:
            StorageError: another writer held one for longer than the timeout, or
                this thread holds it already (a change function wrote to its own file).
        """
        with ExitStack() as held:
            for key in sorted({name_key(path) for path in rel_paths}):
                held.enter_context(self._hold_one(key, rel_paths[0]))
            yield

    @contextmanager
    def _hold_one(self, key: str, rel_path: str) -> Iterator[None]:
        mine: set[str] = self._mine.__dict__.setdefault("keys", set())
        if key in mine:
            raise StorageError(
                f"{rel_path}: it is being changed by the same caller",
                "Write to a file only after the change to it has returned.",
            )
        with translated(rel_path):
            lock = self._acquired(key, rel_path)
        mine.add(key)
        try:
            yield
        finally:
            mine.discard(key)
            lock.release()

    def _acquired(self, key: str, rel_path: str) -> FileLock:
        self._fs.makedirs(str(self._directory))
        digest = hashlib.blake2b(key.encode(), digest_size=16).hexdigest()
        refusal = StorageError(
            f"{rel_path}: another writer has held it for {self._timeout_s:g} s",
            "Try again, or stop the other process.",
        )
        path = self._directory / f"{digest}.lock"
        return acquired_lock(path, self._timeout_s, refusal, _POLL_S)
