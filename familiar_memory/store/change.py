"""Every change of the tree, in one order of steps.

Lock, look at what stands there, compare it with the revision that the change was made
against, check the caps, note the intent in the journal, change the file, note the
outcome. A save by an editor in between starts the change anew on what it saved.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from familiar_memory.errors import ConflictError, LimitError, NotFoundError, StoreError
from familiar_memory.store.atomic import (
    OvertakenError,
    create_file,
    move_file,
    remove_file,
    rename_file,
    replace_file,
)
from familiar_memory.store.base import ABSENT, WriteResult
from familiar_memory.store.confine import Confinement
from familiar_memory.store.filesystem import FileSystem
from familiar_memory.store.gitignore import ensure_gitignore
from familiar_memory.store.journal import (
    ChangeState,
    Journal,
    JournalEntry,
    Operation,
    new_entry_id,
)
from familiar_memory.store.limits import Limits
from familiar_memory.store.locks import FileLocks
from familiar_memory.store.names import DERIVED_PATHS, name_key
from familiar_memory.store.os_errors import translated
from familiar_memory.store.reading import read_regular
from familiar_memory.store.revision import revision_of

__all__ = ["Cause", "ChangeMaker", "Compute"]

_LOG = logging.getLogger(__name__)
_ATTEMPTS = 5

T = TypeVar("T")

Compute = Callable[[bytes | None], bytes | None]
"""From the bytes that stand there (None: no file) to those that should; None: leave it."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a change is made: the operation, who asked for it, and from which turns."""

    operation: Operation
    source: str
    refs: tuple[str, ...] = ()


class ChangeMaker:
    """The hand that changes the files of one tree."""

    def __init__(
        self,
        fs: FileSystem,
        confinement: Confinement,
        locks: FileLocks,
        limits: Limits,
        journal: Journal | None,
        clock: Callable[[], datetime],
    ) -> None:
        self._fs = fs
        self._confinement = confinement
        self._locks = locks
        self._limits = limits
        self._journal = journal
        self._clock = clock
        self._tree_is_ready = False

    def rewrite(
        self,
        rel_path: str,
        compute: Compute,
        cause: Cause,
        *,
        expected: str | None = None,
        attempts: int = _ATTEMPTS,
    ) -> WriteResult:
        """Give a file the bytes that `compute` makes of those it has."""
        self._confinement.for_writing(rel_path)
        self._prepare_tree()
        return self._retrying(
            (rel_path,), attempts, lambda: self._rewrite(rel_path, compute, cause, expected)
        )

    def remove(self, rel_path: str, cause: Cause, *, expected: str | None = None) -> WriteResult:
        """Take a file away."""
        self._read(rel_path)
        self._prepare_tree()
        return self._retrying(
            (rel_path,), _ATTEMPTS, lambda: self._remove(rel_path, cause, expected)
        )

    def move(
        self, rel_path: str, to: str, cause: Cause, *, expected: str | None = None
    ) -> WriteResult:
        """Give a file another path."""
        self._confinement.for_writing(to)
        self._read(rel_path)
        self._prepare_tree()
        return self._retrying(
            (rel_path, to), _ATTEMPTS, lambda: self._move(rel_path, to, cause, expected)
        )

    def rewrite_derived(self, rel_path: str, data: bytes) -> WriteResult:
        """Write one of the files that the engine derives; no cap and no journal applies."""
        if rel_path not in DERIVED_PATHS:
            raise ValueError(f"{rel_path!r} is not a derived file")
        self._prepare_tree()
        return self._retrying((rel_path,), _ATTEMPTS, lambda: self._derive(rel_path, data))

    def _retrying(self, rel_paths: tuple[str, ...], attempts: int, change: Callable[[], T]) -> T:
        with self._locks.hold(*rel_paths):
            for _ in range(max(1, attempts)):
                try:
                    return change()
                except OvertakenError:
                    continue
        raise ConflictError(
            f"{rel_paths[0]}: it was saved by someone else each of {attempts} times",
            "Try again when nobody is editing the file.",
        )

    def _rewrite(
        self, rel_path: str, compute: Compute, cause: Cause, expected: str | None
    ) -> WriteResult:
        path = self._confinement.for_writing(rel_path)
        old = self._read_or_none(path, rel_path)
        _check_expected(rel_path, expected, old)
        new = compute(old)
        if new is None or new == old:
            return _unchanged(rel_path, old)
        self._check_size(rel_path, old, new)
        if old is None:
            self._confinement.check_place_is_free(rel_path, self._limits.max_dir_entries)
        with self._journalled(rel_path, old, new, cause):
            self._put(rel_path, path, old, new)
        return _changed(rel_path, old, new)

    def _remove(self, rel_path: str, cause: Cause, expected: str | None) -> WriteResult:
        path, old = self._read(rel_path)
        _check_expected(rel_path, expected, old)
        with self._journalled(rel_path, old, None, cause), translated(rel_path):
            remove_file(self._fs, path, revision_of(old))
        return _changed(rel_path, old, None)

    def _move(self, rel_path: str, to: str, cause: Cause, expected: str | None) -> WriteResult:
        path, old = self._read(rel_path)
        target = self._confinement.for_writing(to)
        _check_expected(rel_path, expected, old)
        if to == rel_path:
            return _unchanged(rel_path, old)
        respelt = self._check_target(rel_path, to)
        with self._journalled(rel_path, old, old, cause, moved_to=to), translated(to):
            self._make_folders(to)
            try:
                (rename_file if respelt else move_file)(self._fs, path, target, revision_of(old))
            except FileExistsError as error:
                raise _taken(to) from error
        return WriteResult(to, revision_of(old), revision_of(old), True, len(old))

    def _check_target(self, rel_path: str, to: str) -> bool:
        """Whether the move only spells the same name anew; raises when `to` is not free."""
        if self._confinement.stands(to):
            raise _taken(to)
        same_folder = rel_path.rpartition("/")[0] == to.rpartition("/")[0]
        if same_folder and name_key(rel_path) == name_key(to):
            return True
        # A file that only changes its name does not make its folder fuller.
        room = self._limits.max_dir_entries + int(same_folder)
        self._confinement.check_place_is_free(to, room)
        return False

    def _derive(self, rel_path: str, new: bytes) -> WriteResult:
        path = self._confinement.for_deriving(rel_path)
        old = self._read_or_none(path, rel_path)
        if old == new:
            return _unchanged(rel_path, old)
        self._put(rel_path, path, old, new)
        return _changed(rel_path, old, new)

    def _put(self, rel_path: str, path: str, old: bytes | None, new: bytes) -> None:
        with translated(rel_path):
            if old is None:
                self._make_folders(rel_path)
                create_file(self._fs, path, new)
            else:
                replace_file(self._fs, path, new, revision_of(old))

    def _read(self, rel_path: str) -> tuple[str, bytes]:
        path = self._confinement.for_writing(rel_path)
        with translated(rel_path):
            return path, read_regular(self._fs, path, rel_path)

    def _read_or_none(self, path: str, rel_path: str) -> bytes | None:
        try:
            with translated(rel_path):
                return read_regular(self._fs, path, rel_path)
        except NotFoundError:
            return None

    def _check_size(self, rel_path: str, old: bytes | None, new: bytes) -> None:
        cap = self._limits.max_file_bytes
        if len(new) > cap and (old is None or len(new) >= len(old)):
            raise LimitError(
                f"{rel_path}: it would be {len(new)} bytes, and {cap} is the most",
                "Shorten the file, or use another one.",
            )

    def _make_folders(self, rel_path: str) -> None:
        parts = rel_path.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            folder = self._confinement.absolute("/".join(parts[:count]))
            try:
                self._fs.lstat(folder)
            except FileNotFoundError:
                self._fs.mkdir(folder)
                self._fs.sync_directory(folder.rpartition("/")[0])

    def _prepare_tree(self) -> None:
        if self._tree_is_ready:
            return
        root = self._confinement.absolute("")
        with translated(""):
            self._fs.makedirs(root)
        ensure_gitignore(self._fs, self._locks, root)
        self._tree_is_ready = True

    @contextmanager
    def _journalled(
        self,
        rel_path: str,
        old: bytes | None,
        new: bytes | None,
        cause: Cause,
        *,
        moved_to: str | None = None,
    ) -> Iterator[None]:
        """Note the intent, then how it ended. What is cut off by a crash has no outcome."""
        if self._journal is None:
            yield
            return
        entry = self._entry(rel_path, old, new, cause, moved_to)
        self._journal.intend(entry)
        try:
            yield
        except Exception:
            self._settle(self._journal, entry, ChangeState.ABORTED)
            raise
        self._settle(self._journal, entry, ChangeState.DONE)

    def _entry(
        self,
        rel_path: str,
        old: bytes | None,
        new: bytes | None,
        cause: Cause,
        moved_to: str | None,
    ) -> JournalEntry:
        return JournalEntry(
            id=new_entry_id(),
            time=self._clock(),
            operation=cause.operation,
            path=rel_path,
            source=cause.source,
            refs=cause.refs,
            before=None if old is None else revision_of(old),
            after=None if new is None else revision_of(new),
            before_bytes=len(old or b""),
            after_bytes=len(new or b""),
            moved_to=moved_to,
        )

    @staticmethod
    def _settle(journal: Journal, entry: JournalEntry, state: ChangeState) -> None:
        # The file is already as it is: a missing outcome can be found out from the
        # intent, while an error here would deny a change that was made.
        try:
            journal.settle(entry, state)
        except StoreError as error:
            _LOG.warning("the outcome of change %s was not noted: %s", entry.id, error)


def _check_expected(rel_path: str, expected: str | None, old: bytes | None) -> None:
    if expected is None:
        return
    actual = ABSENT if old is None else revision_of(old)
    if expected != actual:
        raise ConflictError(
            f"{rel_path}: expected {_shown(expected)}, found {_shown(actual)}",
            "Read the file again and make the change to what stands there now.",
        )


def _shown(revision: str) -> str:
    return f"revision {revision}" if revision else "no file"


def _taken(rel_path: str) -> ConflictError:
    return ConflictError(f"{rel_path}: something stands there already", "Give another path.")


def _unchanged(rel_path: str, old: bytes | None) -> WriteResult:
    revision = None if old is None else revision_of(old)
    return WriteResult(rel_path, revision, revision, False, len(old or b""))


def _changed(rel_path: str, old: bytes | None, new: bytes | None) -> WriteResult:
    return WriteResult(
        path=rel_path,
        revision=None if new is None else revision_of(new),
        before=None if old is None else revision_of(old),
        changed=True,
        size=len(new or b""),
    )
