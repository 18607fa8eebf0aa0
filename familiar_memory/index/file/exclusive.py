"""Nobody else makes or replaces the file of an index meanwhile."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from familiar_memory.errors import IndexUnavailableError, cause_of
from familiar_memory.store.disk.ownership import make_file, make_folders

__all__ = ["exclusive"]

_LOCK_TIMEOUT_S = 10.0
"""The lock is held for one rename or removal: who waits longer has met a process that hangs."""
_LOCK_NAME = "index.lock"


@contextlib.contextmanager
def exclusive(path: Path, state: threading.Condition) -> Iterator[None]:
    """Hold off everybody else, in this process (by `state`) and in others.

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
