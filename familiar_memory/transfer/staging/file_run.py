"""Files of an import on their way into the tree, all or none of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from familiar_memory.errors import InputError, StoreError
from familiar_memory.store.base import ABSENT, Cause, NoteStore, WriteResult
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.store.revision import revision_of
from familiar_memory.transfer.importer import BytesFile, NoteFile
from familiar_memory.transfer.staging.fate import Fate
from familiar_memory.transfer.staging.file_plan import FilePlan
from familiar_memory.transfer.staging.stage import bytes_of

__all__ = ["FileRun"]


@dataclass(frozen=True, slots=True)
class _Done:
    """A change that was made: what the file was, and what it is."""

    path: str
    before: bytes | None
    after: str | None


class FileRun:
    """Carries out a plan, as one batch of the journal; `take_back` reverses it."""

    def __init__(self, store: NoteStore, plan: FilePlan, source: str) -> None:
        self._store = store
        self._plan = plan
        self._done: list[_Done] = []
        self.batch = new_entry_id()
        self._cause = Cause(source, plan.refs, self.batch)

    @property
    def has_changed(self) -> bool:
        """Whether anything was written."""
        return bool(self._done)

    def put(self, files: Sequence[NoteFile | BytesFile]) -> None:
        """Write those that may be written; a revision guards each against a race.

        Raises:
            StoreError: one could not be written; those before it are.
            InputError: one is not as it was planned.
        """
        new: dict[str, bytes] = {}
        for given in files:
            file = self._plan.placement.placed(given)
            data = bytes_of(file)
            planned = self._plan.files.get(given.path)
            if planned is None or revision_of(data) != planned.new:
                raise InputError(
                    f"{given.path} has changed while it was read", "files that nobody writes to"
                )
            if planned.fate is Fate.CREATED:
                new[file.path] = data
            elif planned.fate is Fate.UPDATED:
                self._replace(file.path, data, planned.there)
        for made in self._create(new):
            self._done.append(_Done(made.path, None, made.revision))

    def remove_strays(self) -> None:
        """Take away what an earlier run left and the source does not have any more."""
        for path, there in self._plan.strays.removals.items():
            before = self._store.read_bytes(path)
            self._store.delete(path, cause=replace(self._cause, refs=()), expected=there)
            self._done.append(_Done(path, before, None))

    def take_back(self) -> None:
        """Make the tree what it was, but for what a person has changed meanwhile."""
        cause = Cause(f"undo:{self.batch}", batch=self.batch)
        for one in reversed(self._done):
            with contextlib.suppress(StoreError):
                self._store.restore(one.path, one.before, cause=cause, expected=one.after or ABSENT)
        self._done.clear()

    def _create(self, new: dict[str, bytes]) -> Iterator[WriteResult]:
        return self._store.create_files(new, cause=self._cause)

    def _replace(self, path: str, data: bytes, there: str | None) -> None:
        before = self._store.read_bytes(path)
        written = self._store.restore(path, data, cause=self._cause, expected=there)
        self._done.append(_Done(path, before, written.revision))
