"""Making a batch that a crash has cut off all or nothing; its story stays one.

It is made whole where that can be done, else it is taken back. What the files hold then is on
the disk before the outcomes are noted, all in one write; where that was torn, those which
were noted say how the others ended.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Final

from familiar_memory.errors import ConflictError, StorageError, StoreError
from familiar_memory.store.change.batch.placing import FileChange, place
from familiar_memory.store.change.batch.settling import (
    BatchFile,
    Plan,
    Version,
    roll_back,
    roll_forward,
)
from familiar_memory.store.disk.atomic import OvertakenError
from familiar_memory.store.journal.base import Journal
from familiar_memory.store.journal.entry import AtomicBatch, ChangeState, JournalEntry
from familiar_memory.store.tree.files import Tree

__all__ = ["BatchRecovery"]

_LOG = logging.getLogger(__name__)
_ATTEMPTS: Final = 5
"""So often it is looked again at what somebody has saved while it was settled."""


class BatchRecovery:
    """Settles batches in one tree."""

    def __init__(self, tree: Tree, journal: Journal, clock: Callable[[], datetime]) -> None:
        self._tree = tree
        self._journal = journal
        self._clock = clock

    def settle(self, batch: AtomicBatch, untouched: Collection[str]) -> ChangeState | None:
        """Give the files of those of its changes that have no outcome one way or the other.

        The caller holds the locks of all its files, has cleared away what lay beside them, and
        notes the outcome. `untouched`: what lay beside these files says that the batch did not
        come to them. None where neither way can be gone: then each change has ended as its file
        says.

        Raises:
            ConflictError: somebody saves one of the files over and over.
            StorageError: the disk refused.
        """
        if not batch.is_whole:
            return ChangeState.ABORTED
        states = {entry.state for entry in batch.entries}
        if ChangeState.DONE in states:
            return ChangeState.DONE
        open_ones = [one for one in batch.entries if one.state is ChangeState.INTENT]
        ways = [(ChangeState.ABORTED, roll_back)]
        if ChangeState.ABORTED not in states:
            ways.insert(0, (ChangeState.DONE, roll_forward))
        for state, way in ways:
            if self._goes(open_ones, untouched, way):
                return state
        _LOG.warning("a batch that was cut off stays half made: %s", open_ones[0].batch)
        return None

    def _goes(
        self,
        entries: Sequence[JournalEntry],
        untouched: Collection[str],
        way: Callable[[Sequence[BatchFile]], Plan | None],
    ) -> bool:
        for _ in range(_ATTEMPTS):
            files = [self._found(entry, untouched) for entry in entries]
            plan = way(files)
            if plan is None:
                return False
            standing = {file.path: file.stands for file in files}
            try:
                for path, data in plan.items():
                    self._put(FileChange(path, standing[path], data))
            except OvertakenError:
                continue
            except StorageError:
                raise
            except StoreError:
                # A link or a folder has come in the way of a file.
                return False
            return True
        raise ConflictError(
            f"{entries[0].path}: it was saved by someone else each of {_ATTEMPTS} times",
            "Try again when nobody is editing the file.",
        )

    def _put(self, change: FileChange) -> None:
        if change.old is not None:
            self._journal.keep(change.old, self._clock())
        place(self._tree, change)

    def _found(self, entry: JournalEntry, untouched: Collection[str]) -> BatchFile:
        return BatchFile(
            entry.path,
            self._version(entry.before),
            self._version(entry.after),
            self._tree.standing(entry.path),
            seems_untouched=entry.path in untouched,
        )

    def _version(self, revision: str | None) -> Version:
        return Version(revision, None if revision is None else self._journal.kept(revision))
