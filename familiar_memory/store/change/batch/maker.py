"""Changing several files as one: all of them, or none.

All new bytes are on the disk, beside their files, before the first file is changed. So what
can fail has mostly failed by then, and the files are changed one right after the other, in
the order in which the journal names them.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from familiar_memory.errors import ConflictError, StoreError
from familiar_memory.store.base import Cause, WriteResult
from familiar_memory.store.change.batch.placing import (
    FileChange,
    place,
    place_staged,
    stage_change,
    unstage,
)
from familiar_memory.store.change.batch.settling import BatchFile, Version, roll_back
from familiar_memory.store.change.context import ChangeContext
from familiar_memory.store.change.noting import conclude, intent_of
from familiar_memory.store.change.result import changed, check_size, unchanged
from familiar_memory.store.disk.atomic import OvertakenError
from familiar_memory.store.journal.entry import (
    ChangeState,
    JournalEntry,
    Operation,
    new_entry_id,
)
from familiar_memory.store.names import REVIEW_PATH

__all__ = ["BatchMaker", "BytesChange"]

_LOG = logging.getLogger(__name__)
_ATTEMPTS = 5
"""So often a person may save a file while it is taken back, before that is left for later."""

BytesChange = Callable[[bytes | None], bytes | None]
"""From the bytes that stand there to those that should; None on either side: no file."""


class BatchMaker:
    """Makes batches in one tree; the caller holds the locks of their files."""

    def __init__(self, context: ChangeContext) -> None:
        self._tree = context.tree
        self._limits = context.limits
        self._journal = context.journal
        self._clock = context.clock

    def make(
        self, changes: Mapping[str, BytesChange], cause: Cause, *, is_capped: bool
    ) -> tuple[WriteResult, ...]:
        """Change each file, or none; the results in the order given.

        Raises:
            OvertakenError: somebody saved one of them in between; none was changed.
        """
        wanted = [self._wanted(path, change) for path, change in changes.items()]
        real = [one for one in wanted if one.is_real]
        if real:
            self._check(real, is_capped=is_capped)
            self._write(real, cause)
        return tuple(
            changed(one.path, one.old, one.new) if one.is_real else unchanged(one.path, one.old)
            for one in wanted
        )

    def _wanted(self, path: str, change: BytesChange) -> FileChange:
        old = self._tree.read_or_none(path)
        return FileChange(path, old, change(old))

    def _check(self, changes: Sequence[FileChange], *, is_capped: bool) -> None:
        if is_capped:
            # The list bounds itself (`operations.review.change`).
            for one in (one for one in changes if one.path != REVIEW_PATH):
                check_size(one.path, one.old, one.new or b"", self._limits.max_file_bytes)
        room = self._limits.max_dir_entries if is_capped else sys.maxsize
        new = [one.path for one in changes if one.old is None]
        self._tree.confinement.check_places_are_free(new, room)

    def _write(self, changes: Sequence[FileChange], cause: Cause) -> None:
        is_atomic = len(changes) > 1
        if is_atomic:
            cause = replace(cause, batch=cause.batch or new_entry_id())
        now = self._clock()
        intents = [_intent(one, cause, now) for one in changes]
        if self._journal is not None:
            versions = [data for one in changes for data in (one.old, one.new) if data is not None]
            self._journal.intend(intents, versions, is_atomic=is_atomic)
        placed: list[FileChange] = []
        try:
            self._put(changes, placed)
        except Exception:
            self._give_up(changes, intents, placed)
            raise
        self._conclude(intents, ChangeState.DONE)

    def _put(self, changes: Sequence[FileChange], placed: list[FileChange]) -> None:
        """Change the files in their order; those that were come into `placed`."""
        staged: dict[str, str] = {}
        try:
            for one in changes:
                staged[one.path] = stage_change(self._tree, one)
            for one in changes:
                place_staged(self._tree, one, staged[one.path])
                placed.append(one)
        except Exception:
            for one in changes[len(placed) : len(staged)]:
                unstage(self._tree, one, staged[one.path])
            raise

    def _give_up(
        self,
        changes: Sequence[FileChange],
        intents: Sequence[JournalEntry],
        placed: Sequence[FileChange],
    ) -> None:
        """Take back what was changed; what a person has saved meanwhile keeps what they wrote.

        Where the disk refuses that too there is no outcome, and whoever comes next to one of the
        files settles the batch as one that a crash has cut off.
        """
        try:
            self._take_back(changes, placed)
        except StoreError as error:
            _LOG.warning("a batch could not be taken back for now: %s", error)
        else:
            self._conclude(intents, ChangeState.ABORTED)

    def _take_back(self, changes: Sequence[FileChange], placed: Sequence[FileChange]) -> None:
        for _ in range(_ATTEMPTS):
            try:
                self._take_back_once(changes, placed)
            except OvertakenError:
                continue
            return
        raise ConflictError(
            f"{changes[0].path}: it was saved by someone else each of {_ATTEMPTS} times",
            "Try again when nobody is editing the file.",
        )

    def _take_back_once(self, changes: Sequence[FileChange], placed: Sequence[FileChange]) -> None:
        files = [
            BatchFile(
                one.path,
                Version.of(one.old),
                Version.of(one.new),
                self._tree.standing(one.path),
                one in placed,
            )
            for one in changes
        ]
        standing = {file.path: file.stands for file in files}
        for path, data in (roll_back(files) or {}).items():
            old = standing[path]
            if old is not None and self._journal is not None:
                self._journal.keep(old, self._clock())
            place(self._tree, FileChange(path, old, data))

    def _conclude(self, intents: Sequence[JournalEntry], state: ChangeState) -> None:
        if self._journal is not None:
            conclude(self._journal, intents, state)


def _intent(change: FileChange, cause: Cause, time: datetime) -> JournalEntry:
    operation = Operation.DELETE if change.new is None else Operation.EDIT
    return intent_of(operation, cause, change.path, change.old, change.new, time)
