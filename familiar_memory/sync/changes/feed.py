"""Tell what is written into the index: to whoever listens here, and to whoever was away.

The list of changes stands in the index itself, where every process writes it. So a
subscriber has no queue that could fill up, and hears of what other processes write as
well. Sync only rings: it calls nobody, waits for nobody, and nobody can fail it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from types import TracebackType
from typing import Self
from weakref import WeakSet

from familiar_memory.domain.memory.changed import ChangeCursor, Changed, News
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.base import Index
from familiar_memory.sync.changes.document_change import (
    DocumentChange,
    changes_between,
    net_changes,
)

__all__ = ["ChangeFeed", "Subscription"]

_log = logging.getLogger(__name__)


class ChangeFeed:
    """The writes of one index, in their order, each once; may be used from any thread."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._lock = threading.Lock()
        self._subscriptions: WeakSet[Subscription] = WeakSet()
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

    def subscribe(self, since: ChangeCursor | None = None) -> Subscription:
        """Listen to what comes after a cursor, by default after now.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        subscription = Subscription(self, self.cursor() if since is None else since)
        with self._lock:
            self._subscriptions.add(subscription)
            is_closed = self._is_closed
        if is_closed:
            subscription.close()
        return subscription

    def ring(self) -> None:
        """Let subscribers look: something was written. Returns at once."""
        with self._lock:
            for subscription in self._subscriptions:
                subscription.wake()

    def close(self) -> None:
        """End every subscription."""
        with self._lock:
            self._is_closed = True
            for subscription in self._subscriptions:
                subscription.close()


class Subscription:
    """One listener's place in a feed; to be used from one thread, and closed from any."""

    def __init__(self, feed: ChangeFeed, cursor: ChangeCursor) -> None:
        self._feed = feed
        self._cursor = cursor
        self._woken = threading.Event()
        self._is_closed = False

    @property
    def cursor(self) -> ChangeCursor:
        """How far this listener has come: where another one would go on."""
        return self._cursor

    def next(self, timeout_s: float | None = None) -> News | None:
        """Wait for what is written; None when time ran out, or at the end.

        Writes of this process end the waiting; those of others are seen when it ends,
        so whoever wants to hear of them in time waits for a short one.

        Raises:
            IndexUnavailableError: the index cannot be read; sync makes it anew, so the
                next call may succeed.
        """
        until = None if timeout_s is None else time.monotonic() + timeout_s
        while not self._is_closed:
            # Before the look: what is written during it ends the waiting after it.
            self._woken.clear()
            if news := self._look():
                return news
            if not self._wait(until):
                # Another process may have written, and rings nothing here.
                return self._look()
        return None

    def __iter__(self) -> Iterator[News]:
        """What is written, as it comes, until the subscription is closed."""
        while not self._is_closed:
            try:
                news = self.next()
            except IndexUnavailableError as problem:
                _log.warning("changes are told later: %s", problem.problem)
                self._wait(None)
                continue
            if news is not None:
                yield news

    def wake(self) -> None:
        """End the waiting of `next`, to look anew."""
        self._woken.set()

    def close(self) -> None:
        """Hear no more; whoever waits is let go."""
        self._is_closed = True
        self._woken.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _wait(self, until: float | None) -> bool:
        """Whether somebody rang before that moment."""
        # Closed between the clearing and here: nobody rings again.
        if self._is_closed:
            return True
        return self._woken.wait(None if until is None else max(until - time.monotonic(), 0.0))

    def _look(self) -> News | None:
        news = self._feed.since(self._cursor)
        self._cursor = news.cursor
        return news or None
