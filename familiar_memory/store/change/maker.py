"""Every change of the tree, in one order of steps.

See whether a person has just moved the file, lock, recover what a crash has cut off, look
at what stands there, compare it with the revision that the change was made against, check
the caps, note the intent in the journal, change the file, note the outcome, report it. A
save by an editor in between starts the change anew on what it saved.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from copy import copy
from itertools import product
from typing import TypeVar

from familiar_memory.errors import ConflictError, LimitError, NotFoundError, StoreError
from familiar_memory.store.base import Cause, WriteResult
from familiar_memory.store.change.aside import clear_leftovers
from familiar_memory.store.change.batch.maker import BatchMaker, BytesChange
from familiar_memory.store.change.batch.placing import FileChange, place
from familiar_memory.store.change.context import ChangeContext
from familiar_memory.store.change.creation import FileCreator
from familiar_memory.store.change.meeting import Meeting
from familiar_memory.store.change.moving import FileMover
from familiar_memory.store.change.noting import intent_of, noted
from familiar_memory.store.change.recovery import Recovery
from familiar_memory.store.change.result import (
    changed,
    check_expected,
    check_size,
    unchanged,
)
from familiar_memory.store.disk.atomic import (
    OvertakenError,
)
from familiar_memory.store.disk.os_errors import translated
from familiar_memory.store.journal.entry import Operation
from familiar_memory.store.names import DERIVED_PATHS
from familiar_memory.store.tree.gitignore import GITIGNORE_NAME, ensure_gitignore

__all__ = ["ChangeMaker", "Compute", "Listener"]

_LOG = logging.getLogger(__name__)
_MOST_TOGETHER = 64
"""Files changed all or none: their locks are held together, each of them an open file."""
_ATTEMPTS = 5
"""So often a change is made anew on what somebody has saved meanwhile, before it is given up."""

T = TypeVar("T")

Compute = Callable[[bytes | None], bytes | None]
"""From the bytes that stand there (None: no file) to those that should; None: leave it."""


Listener = Callable[[str], None]
"""Told the path of a file after it was changed."""


class ChangeMaker:
    """The hand that changes the files of one tree."""

    def __init__(self, context: ChangeContext, recovery: Recovery) -> None:
        self._tree = context.tree
        self._confinement = context.tree.confinement
        self._fs = context.tree.fs
        self._limits = context.limits
        self._journal = context.journal
        self._clock = context.clock
        self._recovery = recovery
        self._meeting = Meeting(context, recovery)
        self._creator = FileCreator(context, recovery, self._meeting)
        self._mover = FileMover(context)
        self._batches = BatchMaker(context)
        self._listeners: tuple[Listener, ...] = ()
        self._tree_is_ready = False

    def reporting_to(self, listener: Listener) -> ChangeMaker:
        """The same hand; what is changed through it is reported to this listener too."""
        other = copy(self)
        other._listeners = (*self._listeners, listener)
        return other

    def meet_moves(self) -> None:
        """Note what people have moved since anybody has looked."""
        self._meeting.meet_all()

    def rewrite(
        self,
        rel_path: str,
        compute: Compute,
        operation: Operation,
        cause: Cause,
        *,
        expected: str | None = None,
        attempts: int = _ATTEMPTS,
        is_capped: bool = True,
    ) -> WriteResult:
        """Give a file the bytes that `compute` makes of those it has."""
        self._confinement.for_writing(rel_path)
        self.prepare_tree()
        self._meeting.meet((rel_path,))
        made = self._retrying(
            (rel_path,),
            attempts,
            lambda: self._rewrite(rel_path, compute, operation, cause, expected, is_capped),
        )
        return self._reported(made)

    def rewrite_all(
        self,
        changes: Mapping[str, BytesChange],
        cause: Cause,
        *,
        attempts: int = _ATTEMPTS,
        is_capped: bool = True,
    ) -> tuple[WriteResult, ...]:
        """Give each of some files the bytes that its function makes of those it has, or none."""
        if not changes:
            return ()
        _check_number(changes)
        for path in changes:
            self._confinement.for_writing(path)
        self.prepare_tree()
        paths = tuple(changes)
        self._meeting.meet(paths)
        made = self._retrying(
            paths, attempts, lambda: self._batches.make(changes, cause, is_capped=is_capped)
        )
        return tuple(self._reported(one) for one in made)

    def remove(self, rel_path: str, cause: Cause, *, expected: str | None = None) -> WriteResult:
        """Take a file away."""
        self._tree.read(rel_path)
        self.prepare_tree()
        self._meeting.meet((rel_path,))
        made = self._retrying(
            (rel_path,), _ATTEMPTS, lambda: self._remove(rel_path, cause, expected)
        )
        return self._reported(made)

    def move(
        self, rel_path: str, to: str, cause: Cause, *, expected: str | None = None
    ) -> WriteResult:
        """Give a file another path."""
        self._confinement.for_writing(to)
        self._tree.read(rel_path)
        self.prepare_tree()
        self._meeting.meet((rel_path, to))
        made = self._retrying(
            (rel_path, to), _ATTEMPTS, lambda: self._mover.move(rel_path, to, cause, expected)
        )
        return self._reported(made, rel_path)

    def create(self, files: Mapping[str, bytes], cause: Cause) -> Iterator[WriteResult]:
        """Make files that are not there yet; nothing is made before a result is asked for."""
        self.prepare_tree()
        return (self._reported(made) for made in self._creator.create(files, cause))

    def rewrite_derived(self, rel_path: str, data: bytes) -> WriteResult:
        """Write one of the files that the engine derives; no cap and no journal applies."""
        if rel_path not in DERIVED_PATHS:
            raise ValueError(f"{rel_path!r} is not a derived file")
        self.prepare_tree()
        return self._retrying((rel_path,), _ATTEMPTS, lambda: self._derive(rel_path, data))

    def _reported(self, made: WriteResult, *others: str) -> WriteResult:
        """Tell the listeners what was changed: these paths, and that of the result."""
        if made.changed:
            for path, listener in product((*others, made.path), self._listeners):
                try:
                    listener(path)
                except Exception:  # noqa: BLE001 - the listener's failure is not the store's
                    _LOG.exception("a listener failed on the change of %s", path)
        return made

    def _retrying(self, rel_paths: tuple[str, ...], attempts: int, change: Callable[[], T]) -> T:
        for _ in range(max(1, attempts)):
            with self._recovery.holding(*rel_paths):
                try:
                    return change()
                except OvertakenError:
                    # It may have been another writer: look anew for what it has noted.
                    continue
        raise ConflictError(
            f"{rel_paths[0]}: it was saved by someone else each of {attempts} times",
            "Try again when nobody is editing the file.",
        )

    def _rewrite(
        self,
        rel_path: str,
        compute: Compute,
        operation: Operation,
        cause: Cause,
        expected: str | None,
        is_capped: bool,
    ) -> WriteResult:
        old = self._tree.read_or_none(rel_path)
        check_expected(rel_path, expected, old)
        new = compute(old)
        if new is None or new == old:
            return unchanged(rel_path, old)
        if is_capped:
            check_size(rel_path, old, new, self._limits.max_file_bytes)
        if old is None:
            room = self._limits.max_dir_entries if is_capped else sys.maxsize
            self._confinement.check_places_are_free((rel_path,), room)
        versions = [one for one in (old, new) if one is not None]
        intent = intent_of(operation, cause, rel_path, old, new, self._clock())
        with noted(self._journal, [intent], versions):
            place(self._tree, FileChange(rel_path, old, new))
        return changed(rel_path, old, new)

    def _remove(self, rel_path: str, cause: Cause, expected: str | None) -> WriteResult:
        old = self._tree.read(rel_path)
        check_expected(rel_path, expected, old)
        intent = intent_of(Operation.DELETE, cause, rel_path, old, None, self._clock())
        with noted(self._journal, [intent], [old]):
            place(self._tree, FileChange(rel_path, old, None))
        return changed(rel_path, old, None)

    def _derive(self, rel_path: str, new: bytes) -> WriteResult:
        self._confinement.for_deriving(rel_path)
        try:
            old = self._tree.read_unchecked(rel_path)
        except NotFoundError:
            old = None
        if old == new:
            return unchanged(rel_path, old)
        place(self._tree, FileChange(rel_path, old, new))
        return changed(rel_path, old, new)

    def prepare_tree(self) -> None:
        """Make the folder of the tree, with its .gitignore."""
        if self._tree_is_ready:
            return
        root = self._confinement.absolute("")
        with translated(""):
            self._fs.makedirs(root)
        self._clear_beside_gitignore()
        ensure_gitignore(self._fs, self._tree.locks, root)
        self._tree_is_ready = True

    def _clear_beside_gitignore(self) -> None:
        """Clear away what a killed start has left: no journal knows of it, so recovery does not."""
        try:
            with self._tree.locks.hold(GITIGNORE_NAME), translated(GITIGNORE_NAME):
                clear_leftovers(self._tree, self._journal, GITIGNORE_NAME, self._clock)
        except StoreError as problem:
            _LOG.warning("temporary files of %s stay: %s", GITIGNORE_NAME, problem.problem)


def _check_number(changes: Collection[str]) -> None:
    if len(changes) > _MOST_TOGETHER:
        raise LimitError(
            f"{len(changes)} files are to be changed all or none, and {_MOST_TOGETHER} is the most",
            "Change them in several batches.",
        )
