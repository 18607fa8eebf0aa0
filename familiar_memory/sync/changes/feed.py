"""Tell what is written into the index: to whoever listens here, and to whoever was away.

The list of changes stands in the index itself, where every process writes it. So a
subscriber has no queue that could fill up, and hears of what other processes write as
well. Sync only rings: it calls nobody, waits for nobody, and nobody can fail it.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from typing import Protocol
from weakref import WeakSet

from familiar_memory.domain.memory.changed import ChangeCursor, Changed, News
from familiar_memory.index.base import Index
from familiar_memory.sync.changes.document_change import (
    DocumentChange,
    changes_between,
    net_changes,
)

__all__ = ["ChangeFeed", "FeedListener"]


class FeedListener(Protocol):
    """Who is woken at each write, to look what came: see `familiar_memory.life.changes`.

    Both are called from any thread, and return at once.
    """

    def wake(self) -> None:
        """Look: something was written."""

    def close(self) -> None:
        """There is no more to come."""


class ChangeFeed:
    """The writes of one index, in their order, each once; may be used from any thread."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._lock = threading.Lock()
        self._listeners: WeakSet[FeedListener] = WeakSet()
        self._is_closed = False

    def cursor(self) -> ChangeCursor:
        """Where the index stands. Documents that are listed after this was asked are not older.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        return self._index.change_cursor()

    def since(self, cursor: ChangeCursor | None) -> News:
        """What was written after a cursor; anything, without one. A thousand writes at most.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        return self._index.changes_since(cursor)

    def net_since(
        self,
        cursor: ChangeCursor,
        source: str,
        keys: Collection[str],
        failed: Mapping[str, str],
    ) -> list[DocumentChange]:
        """What became of these documents of one source after a cursor, and what failed.

        Where the index was made anew meanwhile, what is in it was added.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        told: list[Changed] = []
        while news := self.since(cursor):
            if news.is_everything:
                known = self._index.known_some(source, list(keys))
                digests = {key: document.digest for key, document in known.items()}
                return changes_between(source, {}, digests, failed)
            told += [one for one in news.told if one.key in keys]
            cursor = news.cursor
        return net_changes(source, told, failed)

    def add(self, listener: FeedListener) -> None:
        """Wake somebody at each write from now on, for as long as somebody else holds them."""
        with self._lock:
            self._listeners.add(listener)
            is_closed = self._is_closed
        if is_closed:
            listener.close()

    def ring(self) -> None:
        """Let listeners look: something was written. Returns at once."""
        with self._lock:
            for listener in self._listeners:
                listener.wake()

    def close(self) -> None:
        """There is no more to come, for any listener."""
        with self._lock:
            self._is_closed = True
            for listener in self._listeners:
                listener.close()
