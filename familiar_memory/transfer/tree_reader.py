"""The tree as exporters see it."""

from __future__ import annotations

from pathlib import Path

from familiar_memory.errors import StorageError
from familiar_memory.store.base import NoteReader
from familiar_memory.store.disk_reader import DiskReader

__all__ = ["StoreReader", "tree_at"]


def tree_at(root: Path) -> StoreReader:
    """The tree in a folder, for those who only look at it."""
    return StoreReader(DiskReader(root))


class StoreReader:
    """A `TreeReader` over a store."""

    def __init__(self, store: NoteReader) -> None:
        """Read this store."""
        self._store = store

    def paths(self, folder: str = "") -> list[str]:
        """Every visible file at or below a folder, sorted; none where there is no folder.

        Raises:
            StorageError: something there cannot be read: an export would lack it.
        """
        if folder and not self._store.exists(folder):
            return []
        scan = self._store.scan_files(folder)
        for path, reason in scan.unreadable:
            raise StorageError(f"{path} cannot be read: {reason}", "a tree that can be read whole")
        return [file.path for file in scan.files]

    def folders(self, folder: str = "") -> list[str]:
        """The visible folders directly in a folder, sorted, as paths; also empty ones."""
        if folder and not self._store.exists(folder):
            return []
        return [entry.path for entry in self._store.list_dir(folder) if entry.is_dir]

    def has(self, path: str) -> bool:
        """Whether a file stands there."""
        return self._store.file_state(path) is not None

    def read_bytes(self, path: str) -> bytes:
        """The bytes of a file."""
        return self._store.read_bytes(path)
