"""Whether a file may have come or gone in some folders since they were looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from familiar_memory.domain.memory.racy import RACY_WINDOW_NS
from familiar_memory.errors import NotAFileError, NotFoundError
from familiar_memory.store.base import NoteReader

__all__ = ["FolderLook"]


class FolderLook:
    """The times of folders, and of those below them, as they were before they were read.

    The system sets the time of a folder when a name in it comes, goes or changes.
    """

    def __init__(self, store: NoteReader, now_ns: Callable[[], int]) -> None:
        self._store = store
        self._now_ns = now_ns
        self._seen: dict[str, tuple[int | None, int]] = {}

    def look(self, folders: Iterable[str]) -> None:
        """Note how these folders stand, and all below them.

        Raises:
            StoreError: one cannot be read.
        """
        self._seen = {}
        for folder in folders:
            for one in self._below(folder):
                now = self._now_ns()
                self._seen[one] = (self._time_of(one), now)

    def stand(self) -> bool:
        """Whether nothing can have come or gone since; False where nobody has looked."""
        return bool(self._seen) and all(
            before == self._time_of(folder) and (before or 0) <= read_ns - RACY_WINDOW_NS
            for folder, (before, read_ns) in self._seen.items()
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
