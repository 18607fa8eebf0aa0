"""Files of an import on their way into the tree, all or none of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from familiar_memory.errors import StorageError, StoreError
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal_entry import new_entry_id
from familiar_memory.store.revision import revision_of
from familiar_memory.transfer.fate import ChangesOf, Fate, fate_of, left_by
from familiar_memory.transfer.importer import BytesFile, NoteFile

__all__ = ["FileRun"]


@dataclass(frozen=True, slots=True)
class _Done:
    """A change that was made: what the file was, and what it is."""

    path: str
    before: bytes | None
    after: str | None


class FileRun:
    """Writes files as their fates are, as one batch of the journal; `take_back` reverses it."""

    def __init__(
        self, store: NoteStore, changes_of: ChangesOf, source: str, *, force: bool, dry_run: bool
    ) -> None:
        self._store = store
        self._changes_of = changes_of
        self._source = source
        self._force = force
        self._dry_run = dry_run
        self._done: list[_Done] = []
        self.batch = new_entry_id()
        self.fates: dict[Fate, list[str]] = {fate: [] for fate in Fate}
        self.removed: list[str] = []

    @property
    def has_changed(self) -> bool:
        """Whether anything was written."""
        return bool(self._done)

    def put(self, files: Sequence[NoteFile | BytesFile]) -> None:
        """Write those that may be written; a revision guards each against a race.

        Raises:
            StoreError: one could not be written; those before it are.
        """
        given = {file.path: _bytes_of(file) for file in files}
        left = left_by(self._source, self._changes_of(given))
        new: dict[str, bytes] = {}
        for path, data in given.items():
            there = self._store.revision(path)
            fate = fate_of(path, revision_of(data), there, left, force=self._force)
            self.fates[fate].append(path)
            if fate is Fate.CREATED:
                new[path] = data
            elif fate is Fate.UPDATED and not self._dry_run:
                self._replace(path, data, there)
        if not self._dry_run:
            for made in self._store.create_files(new, source=self._source, batch=self.batch):
                self._done.append(_Done(made.path, None, made.revision))

    def remove_strays(self, folders: Iterable[str], brought: Iterable[str]) -> None:
        """Take away what an earlier run left in its own folders and this one did not bring."""
        found = {path for folder in folders for path in self._files_below(folder)}
        found -= frozenset(brought)
        left = left_by(self._source, self._changes_of(sorted(found)))
        for path in sorted(found & left.keys()):
            data = self._store.read_bytes(path)
            if revision_of(data) != left[path]:
                self.fates[Fate.KEPT].append(path)
                continue
            self.removed.append(path)
            if not self._dry_run:
                self._store.delete(path, source=self._source, expected=left[path], batch=self.batch)
                self._done.append(_Done(path, data, None))

    def take_back(self) -> None:
        """Make the tree what it was, but for what a person has changed meanwhile."""
        for one in reversed(self._done):
            with contextlib.suppress(StoreError):
                self._store.restore(
                    one.path,
                    one.before,
                    source=f"undo:{self.batch}",
                    expected=one.after or "",
                    batch=self.batch,
                )
        self._done.clear()

    def _replace(self, path: str, data: bytes, there: str | None) -> None:
        before = self._store.read_bytes(path)
        written = self._store.restore(
            path, data, source=self._source, expected=there, batch=self.batch
        )
        self._done.append(_Done(path, before, written.revision))

    def _files_below(self, folder: str) -> Iterator[str]:
        if not self._store.exists(folder):
            return
        scan = self._store.scan_files(folder)
        for path, reason in scan.unreadable:
            raise StorageError(f"{path} cannot be read: {reason}", "a folder that can be read")
        yield from (file.path for file in scan.files)


def _bytes_of(file: NoteFile | BytesFile) -> bytes:
    return file.data if isinstance(file, BytesFile) else file.text.encode("utf-8")
