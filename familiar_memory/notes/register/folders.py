"""Whether a file may have come or gone in some folders since they were looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from familiar_memory.domain.memory.racy import RACY_WINDOW_NS
from familiar_memory.errors import NotAFileError, NotFoundError
from familiar_memory.store.base import NoteReader

__all__ = ["FolderLook"]

_SECOND_NS = 1_000_000_000
_TICK_NS = 100_000_000
"""Longer than a tick of any clock that counts parts of seconds: 10 ms or less, as a rule."""


class FolderLook:
    """The times of folders, and of those below them, as they were before they were read.

    The system sets the time of a folder when a name in it comes, goes or changes.
    """

    def __init__(self, store: NoteReader, now_ns: Callable[[], int]) -> None:
        self._store = store
        self._now_ns = now_ns
        self._seen: dict[str, dict[str, tuple[int | None, int]]] = {}

    def look(self, folders: Iterable[str]) -> None:
        """Note how these folders stand, and all below them.

        Raises:
            StoreError: one cannot be read.
        """
        for folder in folders:
            self._seen.pop(folder, None)
            seen: dict[str, tuple[int | None, int]] = {}
            for one in self._below(folder):
                now = self._now_ns()
                seen[one] = (self._time_of(one), now)
            self._seen[folder] = seen

    def changed(self, folders: Iterable[str]) -> list[str]:
        """Those of the folders in which something may have come or gone since they were looked at.

        All at which nobody has looked are among them.
        """
        return [folder for folder in folders if not self._stands(folder)]

    def _stands(self, folder: str) -> bool:
        seen = self._seen.get(folder)
        return seen is not None and all(
            before == self._time_of(one) and (before or 0) <= read_ns - _window_ns(before)
            for one, (before, read_ns) in seen.items()
        )

    def _time_of(self, folder: str) -> int | None:
        try:
            return int(self._store.stat(folder).modified.timestamp() * 1e9)
        except (NotFoundError, NotAFileError):
            return None

    def _below(self, folder: str) -> Iterator[str]:
        waiting = [folder]
        while waiting:
            one = waiting.pop()
            yield one
            names = self._store.names(one).items()
            waiting += [f"{one}/{n}" for n, is_dir in names if is_dir and not n.startswith(".")]


def _window_ns(time_ns: int | None) -> int:
    """So long after a change another one may leave a folder the same time.

    Some disks count whole seconds, or two; a part of a second comes from one that counts finer.
    """
    return RACY_WINDOW_NS if (time_ns or 0) % _SECOND_NS == 0 else _TICK_NS
