"""What becomes of notes and sessions, told in the event loop of whoever wants to hear of it.

There is no queue: a subscription is a cursor, and what is told is read from the index, where
every process writes it. So nobody who is slow holds anything up, fills any memory, or can
harm another; who was away too long is told to look at everything.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

from familiar_memory.domain.given import check_number, check_type
from familiar_memory.domain.memory.changed import ChangeCursor
from familiar_memory.errors import IndexUnavailableError, InputError

if TYPE_CHECKING:
    from familiar_memory.domain.memory.changed import News
    from familiar_memory.sync.changes.feed import ChangeFeed
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Changes", "Subscription"]

_log = logging.getLogger(__name__)
_LOOK_S = 2.0
"""Nobody rings for what other processes write. A look costs some 0.1 ms, in a thread."""


class Changes:
    """The writes of one familiar's index, each once, in order, whichever process wrote."""

    def __init__(self, feed: ChangeFeed, threads: OffLoop) -> None:
        self._feed = feed
        self._threads = threads

    async def cursor(self) -> ChangeCursor:
        """Where the index stands. Documents that are listed after this was asked are not older.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        return await self._threads.run(self._feed.cursor)

    def subscribe(
        self, since: ChangeCursor | None = None, *, look_s: float = _LOOK_S
    ) -> Subscription:
        """Listen to what comes after a cursor; by default after now, when it is first waited for.

            async for news in familiar.changes.subscribe():
                ...

        What this process writes is heard at once, what others write within `look_s` seconds.

        Raises:
            InputError: `since` is no cursor, or `look_s` no time between two looks.
        """
        if since is not None:
            check_type(since, ChangeCursor, "since", "the cursor of earlier news, or None")
        check_number(look_s, "look_s")
        if look_s <= 0.0:
            # It would look all the time, and keep a core busy with that.
            raise InputError(f"look_s is {look_s}", "a number of seconds above 0")
        return Subscription(self._feed, self._threads, since, look_s)


class Subscription:
    """One listener's place among the changes; for one task, to be closed from anywhere."""

    def __init__(
        self, feed: ChangeFeed, threads: OffLoop, since: ChangeCursor | None, look_s: float
    ) -> None:
        self._feed = feed
        self._threads = threads
        self._cursor = since
        self._look_s = look_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._is_rung = False
        """Whether the loop was asked to wake the task, which has not looked since."""
        self._is_closed = False

    @property
    def cursor(self) -> ChangeCursor | None:
        """How far this listener has come: where another one would go on. None before the first."""
        return self._cursor

    async def next(self, timeout_s: float | None = None) -> News | None:
        """Wait for what is written; None when time ran out, or at the end.

        Raises:
            IndexUnavailableError: the index cannot be read; sync makes it anew, so the
                next call may succeed.
        """
        loop = asyncio.get_running_loop()
        until = None if timeout_s is None else loop.time() + timeout_s
        self._begin(loop)
        while not self._is_closed:
            # Before the look: what is written during it ends the waiting after it.
            self._woken.clear()
            self._is_rung = False
            if news := await self._look():
                return news
            left_s = self._look_s if until is None else min(until - loop.time(), self._look_s)
            if left_s <= 0.0:
                return None
            await self._wait(left_s)
        return None

    def __aiter__(self) -> Self:
        """What is written, as it comes, until it is closed, or the familiar is."""
        return self

    async def __anext__(self) -> News:
        """The next of it; while the index cannot be read, that is waited for."""
        while not self._is_closed:
            try:
                news = await self.next()
            except IndexUnavailableError as problem:
                _log.warning("changes will be reported later: %s", problem.problem)
                await self._wait(self._look_s)
                continue
            if news is not None:
                return news
        raise StopAsyncIteration

    def wake(self) -> None:
        """Have it look anew; from any thread, returns at once."""
        if self._is_rung or self._loop is None:
            return
        self._is_rung = True
        # The loop may be gone: then nobody waits in it.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._woken.set)

    def close(self) -> None:
        """Hear no more; whoever waits is let go. From any thread, returns at once."""
        self._is_closed = True
        self._is_rung = False
        self.wake()

    async def __aenter__(self) -> Self:
        """Begin to listen: what is written from now on is told.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        self._begin(asyncio.get_running_loop())
        if self._cursor is None:
            await self._look()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._loop is None:
            self._loop = loop
            self._feed.add(self)

    async def _look(self) -> News | None:
        """What came after the cursor; the first look of a listener without one finds its place."""
        try:
            if self._cursor is None:
                self._cursor = await self._threads.run(self._feed.cursor)
                return None
            news = await self._threads.run(self._feed.since, self._cursor)
        except IndexUnavailableError:
            if self._is_closed:
                # The familiar was closed meanwhile, and its index with it.
                return None
            raise
        self._cursor = news.cursor
        return news or None

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
