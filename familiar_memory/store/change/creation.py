"""Many new files at once: what each change does alone is done once for all of them.

A folder is looked through once, the journal is written twice, a folder is made lasting
once. Otherwise each file is made as `store.change` makes it: whole or not at all, never
over another one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from familiar_memory.errors import ConflictError, StoreError
from familiar_memory.store.base import Cause, WriteResult
from familiar_memory.store.change.context import ChangeContext
from familiar_memory.store.change.meeting import Meeting
from familiar_memory.store.change.noting import intent_of, noted
from familiar_memory.store.change.recovery import Recovery
from familiar_memory.store.change.result import changed
from familiar_memory.store.disk.atomic import OvertakenError, create_files, remove_file
from familiar_memory.store.journal.entry import Operation, new_entry_id
from familiar_memory.store.revision import revision_of

__all__ = ["FileCreator"]

_AT_ONCE = 200
"""Notes of one batch: its locks are held together, and a journal entry of each is in memory."""


class FileCreator:
    """Makes new files in one tree."""

    def __init__(self, context: ChangeContext, recovery: Recovery, meeting: Meeting) -> None:
        self._tree = context.tree
        self._limits = context.limits
        self._journal = context.journal
        self._clock = context.clock
        self._recovery = recovery
        self._meeting = meeting

    def create(self, files: Mapping[str, bytes], cause: Cause) -> Iterator[WriteResult]:
        """Make files that are not there yet, some hundred at once; each result in order.

        Raises:
            PathError: a path cannot be used; its hundred has not been made.
            ConflictError: a file stands there; its hundred has not been made.
            StorageError: the disk refused; its hundred has not been made.
        """
        for path in files:
            self._tree.confinement.for_writing(path)
        batch = cause.batch or new_entry_id()
        cause = replace(cause, batch=batch)
        items = iter(files.items())
        while some := dict(islice(items, _AT_ONCE)):
            self._meeting.meet(some)
            with self._recovery.holding_batch(some, batch):
                self._create(some, cause)
            yield from (changed(path, None, data) for path, data in some.items())

    def _create(self, files: Mapping[str, bytes], cause: Cause) -> None:
        self._tree.confinement.check_places_are_free(files, self._limits.max_dir_entries)
        now = self._clock()
        entries = [
            intent_of(Operation.WRITE, cause, path, None, data, now) for path, data in files.items()
        ]
        with noted(self._journal, entries, list(files.values())):
            self._put(files)

    def _put(self, files: Mapping[str, bytes]) -> None:
        """Folder by folder; when one cannot be done, those before it are taken back."""
        done: list[str] = []
        for paths in _by_folder(files):
            try:
                self._put_into_folder({path: files[path] for path in paths})
            except BaseException:
                self._take_back(done, files)
                raise
            done += paths

    def _put_into_folder(self, files: Mapping[str, bytes]) -> None:
        with self._tree.reached(next(iter(files)), make_folders=True) as spot:
            spots = {spot.beside(path.rpartition("/")[2]): data for path, data in files.items()}
            try:
                create_files(self._tree.fs, spots)
            except OvertakenError as overtaken:
                raise ConflictError(
                    f"{spot.beside(str(overtaken)).path!r} is there already",
                    "Choose another name.",
                ) from None

    def _take_back(self, paths: list[str], files: Mapping[str, bytes]) -> None:
        """Remove what was made, unless somebody has saved over it."""
        for path in reversed(paths):
            with (
                contextlib.suppress(OSError, OvertakenError, StoreError),
                self._tree.reached(path) as spot,
            ):
                remove_file(self._tree.fs, spot, revision_of(files[path]))


def _by_folder(paths: Iterable[str]) -> list[list[str]]:
    folders: dict[str, list[str]] = {}
    for path in paths:
        folders.setdefault(path.rpartition("/")[0], []).append(path)
    return list(folders.values())
