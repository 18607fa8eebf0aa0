"""Many new files at once: what each change does alone is done once for all of them.

A folder is looked through once, the journal is written twice, a folder is made lasting
once. Otherwise each file is made as `store.change` makes it: whole or not at all, never
over another one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import islice

from familiar_memory.errors import ConflictError, StoreError
from familiar_memory.store.atomic import OvertakenError, create_file, remove_file
from familiar_memory.store.base import WriteResult
from familiar_memory.store.change_result import changed
from familiar_memory.store.filesystem import Spot
from familiar_memory.store.folders import FolderCursor
from familiar_memory.store.journal import Journal
from familiar_memory.store.journal_entry import new_entry_id
from familiar_memory.store.limits import Limits
from familiar_memory.store.noting import Cause, noted
from familiar_memory.store.os_errors import translated
from familiar_memory.store.recovery import Recovery
from familiar_memory.store.revision import revision_of
from familiar_memory.store.tree import Tree

__all__ = ["FileCreator"]

_AT_ONCE = 200


class FileCreator:
    """Makes new files in one tree."""

    def __init__(
        self,
        tree: Tree,
        limits: Limits,
        journal: Journal | None,
        recovery: Recovery,
        clock: Callable[[], datetime],
    ) -> None:
        self._tree = tree
        self._limits = limits
        self._journal = journal
        self._recovery = recovery
        self._clock = clock

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
            with self._recovery.settled_at_once(some, batch):
                self._create(some, cause)
            yield from (changed(path, None, data) for path, data in some.items())

    def _create(self, files: Mapping[str, bytes], cause: Cause) -> None:
        self._tree.confinement.check_places_are_free(files, self._limits.max_dir_entries)
        now = self._clock()
        entries = [cause.entry(path, None, data, now) for path, data in files.items()]
        with noted(self._journal, entries, list(files.values())):
            for path in {path.rpartition("/")[0]: path for path in files}.values():
                with self._tree.reached(path, make_folders=True):
                    pass
            self._put(files)

    def _put(self, files: Mapping[str, bytes]) -> None:
        fs = self._tree.fs
        cursor = FolderCursor(fs, self._tree.confinement.absolute(""))
        made: list[str] = []
        folders: dict[str, str] = {}
        try:
            for path, data in files.items():
                with translated(path):
                    create_file(fs, cursor.spot(path), data, lasting=False)
                made.append(path)
                folders[path.rpartition("/")[0]] = path
            for path in folders.values():
                with translated(path):
                    fs.sync_directory(cursor.spot(path))
        except BaseException as error:
            self._take_back(made, files, cursor.spot)
            if isinstance(error, OvertakenError):
                raise ConflictError(
                    f"{list(files)[len(made)]!r} stands there already", "Choose another name."
                ) from None
            raise
        finally:
            cursor.close()

    def _take_back(
        self, made: list[str], files: Mapping[str, bytes], spot: Callable[[str], Spot]
    ) -> None:
        """Remove what was made, unless somebody has saved over it."""
        for path in reversed(made):
            with contextlib.suppress(OSError, OvertakenError, StoreError):
                remove_file(self._tree.fs, spot(path), revision_of(files[path]))
