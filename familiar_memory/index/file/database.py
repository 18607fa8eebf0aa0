"""The index database: its file, made when it is missing, replaced when it cannot be used.

Where the folder cannot be written, it is made in one that goes with this process.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.file.exclusive import exclusive
from familiar_memory.index.file.index_file import (
    ANOTHER,
    NEW,
    PutBack,
    make_empty,
    name_anew,
    put_nothing,
    reason_to_replace,
    stamp,
)
from familiar_memory.index.file.lent_connections import LentConnections
from familiar_memory.index.rows.marks import forget_marks
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.store.disk.scratch import Scratch, lend_elsewhere
from familiar_memory.store.sqlite.damage import FAILURES
from familiar_memory.store.sqlite.files import WITH_LOG, file_id
from familiar_memory.store.sqlite.open_here import copy_bytes

__all__ = ["EVERYTHING", "IndexDatabase", "change_everything"]

_log = logging.getLogger(__name__)
_NOT_WRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})

EVERYTHING = 0
"""Stands for all documents in the list of changes: every reader reads everything anew."""

Carry: TypeAlias = Callable[[sqlite3.Connection], PutBack]
"""Takes from the index that goes, and returns what puts it into the one that comes."""


def _carry_nothing(old: sqlite3.Connection) -> PutBack:
    return put_nothing


class IndexDatabase(LentConnections):
    """One SQLite file, a connection for each that uses it, and why it had to be replaced."""

    def __init__(self, path: Path, identity: IndexIdentity, carry: Carry = _carry_nothing) -> None:
        """Open or make the file; `carry` keeps what is good for an index of another version."""
        super().__init__(path)
        self.identity = identity
        self._carry = carry
        self.private_because: str | None = None
        """Why the index stands elsewhere, for this process alone; None when it does not."""
        self._scratch: Scratch | None = None
        self.replaced_because: str | None = None
        try:
            self._prepare()
        except IndexUnavailableError as problem:
            if not _is_not_writable(problem.__cause__):
                raise
            self._make_do(problem.problem)

    def reset(self, reason: str) -> None:
        """Empty the index in place, so that other processes see it happen."""
        with self.transaction() as connection:
            for table in ("documents", "vectors", "changes", "embedders"):
                connection.execute(f"DELETE FROM {table}")
            forget_marks(connection)
            # The sequence goes on: a number that was used before would hide the change.
            change_everything(connection)
            stamp(connection, self.identity)
        self.replaced_because = reason

    def replace(self, reason: str) -> None:
        """Throw the file away and begin an empty one: for a damaged or foreign index.

        Where another process has done so already, its file is taken.
        """
        with exclusive(self.path, self._state):
            taken = file_id(self.path)
            if taken in (None, self.file) or self._refusal() is not None:
                self._make_anew(reason)
            self._take_as_it_is()

    def reshape(self, identity: IndexIdentity) -> None:
        """Be the index of another identity from now on, with an empty file where it is not yet.

        Vectors that are good for it stay in it.
        """
        before, self.identity = self.identity, identity
        try:
            self._prepare_or_empty()
        except BaseException:
            self.identity = before
            raise

    def _prepare_or_empty(self) -> None:
        try:
            self._prepare()
        except IndexUnavailableError:
            # Where a file that others have open cannot be removed, it is emptied.
            self.reset("the settings have changed")

    def close(self) -> None:
        """Stop what is running and close every connection; using it again is an error."""
        super().close()
        if self._scratch is not None:
            self._scratch.close()

    def _refusal(self) -> str | None:
        return reason_to_replace(self.path, self.identity)

    def _prepare(self) -> None:
        with exclusive(self.path, self._state):
            reason = self._refusal()
            if reason is not None:
                self._make_anew(reason, self._carried(reason))
            self._take_as_it_is()

    def _make_anew(self, reason: str, put_back: PutBack = put_nothing) -> None:
        if reason != NEW:
            _log.warning("replacing the index %s: %s", self.path.name, reason)
            self.replaced_because = reason
        try:
            make_empty(self.path, self.identity, put_back)
        except FAILURES as problem:
            raise self.unavailable(problem) from problem

    def _carried(self, reason: str) -> PutBack:
        """What is kept of the file that goes, where that is sound and of another version."""
        if not reason.startswith(ANOTHER):
            return put_nothing
        try:
            with contextlib.closing(self._connect()) as old:
                return self._carry(old)
        except FAILURES as problem:
            _log.warning("nothing is kept of the index %s: %s", self.path.name, problem)
            return put_nothing

    def _make_do(self, reason: str) -> None:
        """Keep the index in a folder that goes with this process: it can be made anew.

        It begins as a copy of the one that may only be read, where that is sound.
        """
        _log.warning("the index is made for this process alone: %s", reason)
        self.private_because = reason
        self._scratch = lend_elsewhere("index", self.path)
        there, self.path = self.path, self._scratch.path / self.path.name
        for ending in WITH_LOG:
            # What cannot be copied is made anew; so is what turns out to be damaged.
            with contextlib.suppress(OSError):
                if (file := there.with_name(there.name + ending)).is_file():
                    copy_bytes(file, self.path.with_name(self.path.name + ending))
        self._prepare()
        with self.transaction() as connection:
            name_anew(connection)


def change_everything(connection: sqlite3.Connection) -> None:
    """Have every reader read everything anew."""
    connection.execute(
        "INSERT INTO changes(document, source, key) VALUES (?, '', '')", (EVERYTHING,)
    )


def _is_not_writable(cause: BaseException | None) -> bool:
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0)
        return code & 0xFF in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)
    return isinstance(cause, OSError) and cause.errno in _NOT_WRITABLE
