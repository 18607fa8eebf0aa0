"""Open the index file; replace it when it is damaged, or was built with something else.

The file may be deleted, damaged or replaced by another process at any moment, so every
use looks first whether it is still the file that was opened.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import sqlite3
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from familiar_memory.domain.stop import Stop
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.file_state import (
    FileId,
    exclusive,
    file_id,
    is_cut,
    not_a_file,
    remove_files,
)
from familiar_memory.index.rows.marks import forget_marks
from familiar_memory.index.schema import BORN, DDL, IndexIdentity
from familiar_memory.store.disk.ownership import make_file
from familiar_memory.store.disk.page_cache import hold_little, hold_much

__all__ = ["EVERYTHING", "FileId", "IndexDatabase", "change_everything"]

_log = logging.getLogger(__name__)
_BUSY_TIMEOUT_S = 10.0
"""Longer than a batch of documents takes to write; who waits longer has met a process that
hangs."""
_CLOSE_TIMEOUT_S = 10.0
"""Readers were interrupted, and end at their next step; one that hangs is left behind."""
_KEPT = 2
"""Connections that nobody uses just now: each takes over 100 kB, opening one half a ms."""
_NEW = "new"
_ANOTHER = "it was built with another "
# What says nothing about the file itself: it is in use, or the disk refuses.
_NOT_DAMAGE = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOMEM,
    }
)

_FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite's module raises; the second where a damaged name stands in its own message."""
_NOT_WRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})

EVERYTHING = 0
"""Stands for all documents in the list of changes: every reader reads everything anew."""


Carry = Callable[[sqlite3.Connection], Callable[[sqlite3.Connection], None]]
"""Takes from the index that goes, and returns what puts it into the one that comes."""


def _put_nothing(new: sqlite3.Connection) -> None:
    """What is put where nothing is carried over."""


def _carry_nothing(old: sqlite3.Connection) -> Callable[[sqlite3.Connection], None]:
    return _put_nothing


@dataclass(frozen=True, slots=True)
class _Held:
    """A connection, and the file that it is connected to."""

    file: FileId
    connection: sqlite3.Connection


class IndexDatabase:
    """One SQLite file, a connection for each that uses it, and why it had to be replaced."""

    def __init__(self, path: Path, identity: IndexIdentity, carry: Carry = _carry_nothing) -> None:
        """Open or make the file; `carry` keeps what is good for an index of another version."""
        self.path = path
        self.identity = identity
        self._carry = carry
        self.private_because: str | None = None
        """Why the index stands elsewhere, for this process alone; None when it does not."""
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        self.replaced_because: str | None = None
        self.damage: str | None = None
        """What is wrong with the file; None while nothing is known to be."""
        self.file: FileId | None = None
        self._local = threading.local()
        self._opened: list[_Held] = []
        self._idle: list[_Held] = []
        """Those of the opened ones that nobody uses."""
        self._in_use = 0
        self._closed = False
        self._state = threading.Condition(threading.RLock())
        try:
            self._prepare()
        except IndexUnavailableError as problem:
            if not _is_not_writable(problem.__cause__):
                raise
            self._make_do(problem.problem)

    @contextlib.contextmanager
    def stoppable(self, stop: Stop) -> Iterator[None]:
        """Let `stop` end what this thread reads meanwhile, even within a statement."""
        before = self._stop_here()
        self._local.stop = stop
        try:
            yield
        finally:
            self._local.stop = before

    def _stop_here(self) -> Stop | None:
        found: Stop | None = getattr(self._local, "stop", None)
        return found

    @contextlib.contextmanager
    def using(self, *, may_stop: bool = True) -> Iterator[sqlite3.Connection]:
        """A connection, in autocommit mode, that nobody else uses or closes meanwhile.

        Within it the same thread is given the same one again.

        With `may_stop`, a `stoppable` thread ends here when it is asked to.

        Raises:
            StoppedError: it was asked to.
            IndexUnavailableError: the file cannot be opened, read or written; when that
                is because of the file itself, `damage` says what it is.
        """
        with self._state:
            self._refuse_closed()
            self._in_use += 1
        stop = self._stop_here() if may_stop else None
        try:
            with (
                self._connected() as connection,
                stop.interrupting(connection.interrupt) if stop else contextlib.nullcontext(),
            ):
                yield connection
        except _FAILURES as problem:
            if stop is not None:
                stop.check()
            raise self.unavailable(problem) from problem
        finally:
            with self._state:
                self._in_use -= 1
                self._state.notify_all()

    @contextlib.contextmanager
    def reading(self, *, may_stop: bool = True) -> Iterator[sqlite3.Connection]:
        """As `using`; what cannot be made sense of on the way counts as damage too."""
        with self.using(may_stop=may_stop) as connection:
            try:
                yield connection
            except (ValueError, TypeError, OverflowError) as problem:
                # A row that holds what no writer wrote there.
                raise self.unavailable(problem) from problem

    @property
    def connected_file(self) -> FileId | None:
        """The file to which this thread is connected, while it uses a connection."""
        held = self._held_here()
        return None if held is None else held.file

    def _held_here(self) -> _Held | None:
        found: _Held | None = getattr(self._local, "held", None)
        return found

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing; other writers wait. Errors as for `using`."""
        with self.using(may_stop=False) as connection:
            hold_much(connection)
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
            finally:
                # It is lent again, also after a write that failed.
                with contextlib.suppress(sqlite3.Error):
                    hold_little(connection)
            if file_id(self.path) != self.file:
                raise self._moved()

    def unavailable(self, problem: Exception) -> IndexUnavailableError:
        """Translate an error of a read or a write, and note whether the file is at fault."""
        code = getattr(problem, "sqlite_errorcode", None)
        if not self._closed and (code is None or code & 0xFF not in _NOT_DAMAGE):
            self.damage = f"it is damaged ({problem})"
        return IndexUnavailableError(
            f"the index {self.path.name} cannot be read or written: {problem}",
            "it is disposable: `familiar index rebuild` makes it anew",
        )

    def reset(self, reason: str) -> None:
        """Empty the index in place, so that other processes see it happen."""
        with self.transaction() as connection:
            for table in ("documents", "vectors", "changes", "embedders"):
                connection.execute(f"DELETE FROM {table}")
            forget_marks(connection)
            # The sequence goes on: a number that was used before would hide the change.
            change_everything(connection)
            self._stamp(connection)
        self.replaced_because = reason

    def replace(self, reason: str) -> None:
        """Throw the file away and begin an empty one: for a damaged or foreign index.

        Where another process has done so already, its file is taken.
        """
        with exclusive(self.path, self._state):
            taken = file_id(self.path)
            if taken in (None, self.file) or self._reason_to_replace() is not None:
                self._recreate(reason)
            self._take_as_it_is()

    def close(self) -> None:
        """Stop what is running and close every connection; using it again is an error."""
        with self._state:
            self._closed = True
            if self._in_use:
                for held in self._opened:
                    held.connection.interrupt()
            self._state.wait_for(lambda: not self._in_use, _CLOSE_TIMEOUT_S)
            for held in self._opened:
                with contextlib.suppress(sqlite3.Error):
                    # An interruption outlives its statement until the next one, and would
                    # keep the log from being folded into the file.
                    held.connection.execute("SELECT 1").fetchone()
                held.connection.close()
            self._opened.clear()
            self._idle.clear()
            self._local = threading.local()
            if self._scratch is not None:
                self._scratch.cleanup()

    def _make_do(self, reason: str) -> None:
        """Keep the index in a folder that goes with this process: it can be made anew.

        It begins as a copy of the one that may only be read, where that is sound.
        """
        _log.warning("the index is made for this process alone: %s", reason)
        self.private_because = reason
        self._scratch = tempfile.TemporaryDirectory(prefix="familiar-index-")
        there, self.path = self.path, Path(self._scratch.name, self.path.name)
        for suffix in ("", "-wal"):
            # What cannot be copied is made anew; so is what turns out to be damaged.
            with contextlib.suppress(OSError):
                if (file := there.with_name(there.name + suffix)).is_file():
                    copy = self.path.with_name(self.path.name + suffix)
                    copy.write_bytes(file.read_bytes())
        self._prepare()
        with self.transaction() as connection:
            _name_anew(connection)

    @contextlib.contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        outer = self._held_here()
        here = file_id(self.path)
        if outer is not None and here == outer.file == self.file:
            yield outer.connection
            return
        held = self._take(here)
        self._local.held = held
        try:
            yield held.connection
        finally:
            self._local.held = outer
            self._give_back(held)

    def _take(self, here: FileId | None) -> _Held:
        with self._state:
            if here is None:
                raise self._moved()
            if here != self.file:
                self._adopt()
            while self._idle:
                held = self._idle.pop()
                if held.file == self.file:
                    return held
                self._let_go(held)
            return self._open()

    def _give_back(self, held: _Held) -> None:
        with self._state:
            is_good = held.file == self.file and not held.connection.in_transaction
            if is_good and len(self._idle) < _KEPT and not self._closed:
                self._idle.append(held)
            elif held in self._opened:
                self._let_go(held)

    def _open(self) -> _Held:
        self._refuse_closed()
        connection = self._connect()
        file = file_id(self.path)
        if file is None or file != self.file:
            connection.close()
            raise self._moved()
        held = _Held(file, connection)
        self._opened.append(held)
        return held

    def _let_go(self, held: _Held) -> None:
        self._opened.remove(held)
        held.connection.close()

    def _adopt(self) -> None:
        """Go on with a file that another process has put in the place of ours."""
        # While it is being made it looks like a damaged one: it is waited for.
        with exclusive(self.path, self._state):
            if (reason := self._reason_to_replace()) is not None:
                self.damage = reason
                raise IndexUnavailableError(
                    f"the index {self.path.name} was replaced: {reason}",
                    "it is disposable: `familiar index rebuild` makes it anew",
                )
            self._take_as_it_is()

    def _take_as_it_is(self) -> None:
        self.file = file_id(self.path)
        self.damage = None

    def _moved(self) -> IndexUnavailableError:
        self.damage = "it was deleted or replaced while it was open"
        return IndexUnavailableError(
            f"the index {self.path.name} was deleted or replaced while it was open",
            "it is disposable, and is made anew",
        )

    def _refuse_closed(self) -> None:
        if self._closed:
            raise IndexUnavailableError(
                f"the index {self.path.name} is closed", "open the familiar again"
            )

    def _prepare(self) -> None:
        with exclusive(self.path, self._state):
            reason = self._reason_to_replace()
            if reason is not None:
                self._recreate(reason, self._carried(reason))
            self._take_as_it_is()

    def _carried(self, reason: str) -> Callable[[sqlite3.Connection], None]:
        """What is kept of the file that goes, where that is sound and of another version."""
        if not reason.startswith(_ANOTHER):
            return _put_nothing
        try:
            with contextlib.closing(self._connect()) as old:
                return self._carry(old)
        except _FAILURES as problem:
            _log.warning("nothing is kept of the index %s: %s", self.path.name, problem)
            return _put_nothing

    def _recreate(
        self, reason: str, put_back: Callable[[sqlite3.Connection], None] = _put_nothing
    ) -> None:
        if reason != _NEW:
            _log.warning("replacing the index %s: %s", self.path.name, reason)
            self.replaced_because = reason
        remove_files(self.path)
        make_file(self.path)
        connection = self._connect()
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.executescript(f"BEGIN IMMEDIATE;{DDL}")
            self._stamp(connection)
            put_back(connection)
            connection.execute("COMMIT")
        except sqlite3.Error as problem:
            raise self.unavailable(problem) from problem
        finally:
            connection.close()

    def _reason_to_replace(self) -> str | None:
        if not self.path.exists():
            return _NEW
        if odd := not_a_file(self.path):
            # Opening a pipe would wait for ever for whoever writes into it.
            return f"{odd} is no file"
        if is_cut(self.path):
            return "it is damaged (its end is missing)"
        try:
            connection = self._connect()
        except IndexUnavailableError as problem:
            return f"it is damaged ({problem.problem})"
        try:
            found = dict(connection.execute("SELECT key, value FROM meta").fetchall())
            connection.execute("SELECT 1 FROM documents LIMIT 1").fetchone()
        except (sqlite3.Error, ValueError) as problem:
            code = getattr(problem, "sqlite_errorcode", None)
            if code is not None and code & 0xFF in _NOT_DAMAGE:
                raise self.unavailable(problem) from problem
            return f"it is damaged ({problem})"
        finally:
            connection.close()
        wanted = self.identity.as_meta()
        changed = [key for key in wanted if found.get(key) != wanted[key]]
        return f"{_ANOTHER}{', '.join(changed)}" if changed else None

    def _stamp(self, connection: sqlite3.Connection) -> None:
        connection.executemany(
            "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)",
            self.identity.as_meta().items(),
        )
        _name_anew(connection)

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                self.path,
                timeout=_BUSY_TIMEOUT_S,
                isolation_level=None,
                check_same_thread=False,
            )
        except sqlite3.Error as problem:
            raise IndexUnavailableError(
                f"the index {self.path.name} cannot be opened: {problem}",
                "a writable folder `.index` inside the memory tree",
            ) from problem
        try:
            connection.execute("PRAGMA foreign_keys=ON")
            # The index can be rebuilt, so a power cut may cost its last transaction.
            connection.execute("PRAGMA synchronous=NORMAL")
            hold_little(connection)
        except _FAILURES as problem:
            connection.close()
            raise self.unavailable(problem) from problem
        return connection


def change_everything(connection: sqlite3.Connection) -> None:
    """Have every reader read everything anew."""
    connection.execute(
        "INSERT INTO changes(document, source, key) VALUES (?, '', '')", (EVERYTHING,)
    )


def _name_anew(connection: sqlite3.Connection) -> None:
    """Whoever followed another index must not take this one for it."""
    connection.execute(
        "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (BORN, uuid.uuid4().hex)
    )


def _is_not_writable(cause: BaseException | None) -> bool:
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0)
        return code & 0xFF in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)
    return isinstance(cause, OSError) and cause.errno in _NOT_WRITABLE
