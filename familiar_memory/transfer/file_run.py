"""Files of an import on their way into the tree, all or none of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from familiar_memory.errors import StoreError
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal_entry import new_entry_id
from familiar_memory.store.names import is_original
from familiar_memory.store.revision import revision_of
from familiar_memory.transfer.fate import Fate, KnownChanges, fate_of, left_by
from familiar_memory.transfer.importer import BytesFile, NoteFile, OwnedFolder

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
        self,
        store: NoteStore,
        known: KnownChanges,
        source: str,
        *,
        force: bool,
        dry_run: bool,
        folders: Sequence[OwnedFolder] = (),
    ) -> None:
        """`folders` are those that the import is the whole of."""
        self._store = store
        self._known = known
        self._source = source
        self._force = force
        self._dry_run = dry_run
        self._folders = folders
        self._left = {
            path: revision_of(text.encode("utf-8"))
            for folder in folders
            for path, text in folder.left.items()
        }
        self._replaced = tuple(f"{one.path}/" for one in folders if one.is_replaced)
        self._done: list[_Done] = []
        self.batch = new_entry_id()
        self.fates: dict[Fate, list[str]] = {fate: [] for fate in Fate}
        self.foreign: list[str] = []
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
        left = left_by(self._source, self._known.entries_of(given), self._left)
        new: dict[str, bytes] = {}
        for path, data in given.items():
            there = self._store.revision(path)
            force = self._force or path.startswith(self._replaced)
            fate = fate_of(path, revision_of(data), there, left, force=force)
            if fate is Fate.GONE and not self._was_left(path):
                fate = Fate.CREATED
            self.fates[fate].append(path)
            if fate is Fate.KEPT and not left.knows(path):
                self.foreign.append(path)
            if fate is Fate.CREATED:
                new[path] = data
            elif fate is Fate.UPDATED and not self._dry_run:
                self._replace(path, data, there)
        if not self._dry_run:
            for made in self._store.create_files(new, source=self._source, batch=self.batch):
                self._done.append(_Done(made.path, None, made.revision))

    def remove_strays(self, brought: Iterable[str]) -> None:
        """Take away what an earlier run left in its own folders and this one did not bring."""
        changes = (change for one in self._folders for change in self._known.entries(one.path))
        left = left_by(self._source, changes, self._left)
        strays = {path for path in left.paths() if left.knows(path)}.difference(brought)
        # A sidecar goes last: what is kept beside it still needs it.
        for path in sorted(strays, key=lambda path: (_is_original(path), path)):
            there = self._store.revision(path)
            if there is None:
                continue
            is_touched = not left.is_untouched(path, there)
            is_needed = _is_original(path) and self._keeps_beside(path)
            if (is_touched and not path.startswith(self._replaced)) or is_needed:
                self.fates[Fate.KEPT].append(path)
            else:
                self._remove(path, there)

    def _was_left(self, path: str) -> bool:
        """Whether the importer, where it keeps a list, has left a note there until now.

        The journal may remember one that was renamed, and then taken away by the name that
        it had by then.
        """
        listed = [one for one in self._folders if one.gone is not None and _is_in(path, one.path)]
        return not listed or any(path in one.left or path in (one.gone or ()) for one in listed)

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

    def _remove(self, path: str, there: str) -> None:
        self.removed.append(path)
        if not self._dry_run:
            before = self._store.read_bytes(path)
            self._store.delete(path, source=self._source, expected=there, batch=self.batch)
            self._done.append(_Done(path, before, None))

    def _keeps_beside(self, path: str) -> bool:
        folder = path.rpartition("/")[0]
        return any(kept.rpartition("/")[0] == folder for kept in self.fates[Fate.KEPT])


def _is_in(path: str, folder: str) -> bool:
    return path.startswith(f"{folder}/")


def _is_original(path: str) -> bool:
    return is_original(path.rpartition("/")[2])


def _bytes_of(file: NoteFile | BytesFile) -> bytes:
    return file.data if isinstance(file, BytesFile) else file.text.encode("utf-8")
