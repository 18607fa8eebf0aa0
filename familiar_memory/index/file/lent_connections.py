"""Connections to the file of an index, lent to whoever uses one, one user each.

The file may be deleted, damaged or replaced by another process at any moment, so every
use looks first whether it is still the file that was opened.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from familiar_memory.domain.stop import Stop
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.file.exclusive import exclusive
from familiar_memory.index.file.index_file import connected, unusable
from familiar_memory.store.sqlite.damage import FAILURES, is_damage
from familiar_memory.store.sqlite.files import FileId, file_id
from familiar_memory.store.sqlite.page_cache import hold_little, hold_much
from familiar_memory.store.sqlite.transaction import all_or_nothing

__all__ = ["LentConnections"]

_CLOSE_TIMEOUT_S = 10.0
"""Readers were interrupted, and end at their next step; one that hangs is left behind."""
_KEPT = 2
"""Connections that nobody uses just now: each takes over 100 kB, opening one half a ms."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A connection, and the file that it is connected to."""

    file: FileId
    connection: sqlite3.Connection


class LentConnections:
    """Lends connections to one path; what stands there is another's to decide (`_refusal`)."""

    def __init__(self, path: Path) -> None:
        self.path = path
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

    def _refusal(self) -> str | None:
        """Why what stands at the path cannot be used; None when it can."""
        raise NotImplementedError

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
        except FAILURES as problem:
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
            try:
                with all_or_nothing(connection):
                    yield connection
            finally:
                # It is lent again, also after a write that failed.
                with contextlib.suppress(sqlite3.Error):
                    hold_little(connection)
            if file_id(self.path) != self.file:
                raise self._moved()

    def unavailable(self, problem: Exception) -> IndexUnavailableError:
        """Translate an error of a read or a write, and note whether the file is at fault."""
        if not self._closed and is_damage(problem):
            self.damage = f"it is damaged ({problem})"
        return unusable(self.path, problem)

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

    def _connect(self) -> sqlite3.Connection:
        try:
            return connected(self.path)
        except FAILURES as problem:
            raise self.unavailable(problem) from problem

    def _adopt(self) -> None:
        """Go on with a file that another process has put in the place of ours."""
        # While it is being made it looks like a damaged one: it is waited for.
        with exclusive(self.path, self._state):
            if (reason := self._refusal()) is not None:
                self.damage = reason
                raise IndexUnavailableError(
                    f"the index {self.path.name} was replaced: {reason}",
                    "it is disposable: `familiar index rebuild` builds it again",
                )
            self._take_as_it_is()

    def _take_as_it_is(self) -> None:
        self.file = file_id(self.path)
        self.damage = None

    def _moved(self) -> IndexUnavailableError:
        self.damage = "it was deleted or replaced while it was open"
        return IndexUnavailableError(
            f"the index {self.path.name} was deleted or replaced while it was open",
            "it is disposable, and will be rebuilt",
        )

    def _refuse_closed(self) -> None:
        if self._closed:
            raise IndexUnavailableError(
                f"the index {self.path.name} is closed", "open the familiar again"
            )
