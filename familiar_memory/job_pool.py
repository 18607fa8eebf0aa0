"""A few threads for work that is done beside everything else: at once, or after a while.

However many familiars share a pool, it has no more threads. What one owner must not do twice
at once it sees to itself: it submits its next job when the last is done.
"""

from __future__ import annotations

import heapq
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Generic, TypeVar

__all__ = ["Appointment", "JobPool"]

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class _Job(Generic[_T]):
    def __init__(self, work: Callable[[], _T]) -> None:
        self._work = work
        self.future: Future[_T] = Future()

    def run(self) -> None:
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            result = self._work()
        except BaseException as problem:  # noqa: BLE001 - it goes to whoever waits for the result
            self.future.set_exception(problem)
        else:
            self.future.set_result(result)


class Appointment:
    """Work that is due later, unless it is cancelled before."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work: Callable[[], object] | None = work

    def cancel(self) -> None:
        """Let it not happen, if it has not begun; whatever it would use is let go of."""
        self._work = None

    def keep(self) -> None:
        """Do it now."""
        work, self._work = self._work, None
        if work is None:
            return
        try:
            work()
        except Exception:  # noqa: BLE001 - a loop's edge: the thread must live on
            _log.exception("what was due has failed")


class JobPool:
    """At most `most` threads, started as they are needed; safe to use from any thread."""

    def __init__(self, most: int = 2, *, name: str = "background") -> None:
        """Nothing is started yet."""
        self._most = most
        self._name = name
        self._condition = threading.Condition()
        self._ready: deque[Callable[[], object]] = deque()
        self._due: list[tuple[float, int, Appointment]] = []
        self._numbers = count()
        self._threads: set[threading.Thread] = set()
        self._idle = 0
        self._closing = False

    def submit(self, work: Callable[[], _T]) -> Future[_T]:
        """Have it done as soon as a thread is free; its result and its failure are the future's.

        Raises:
            RuntimeError: there is no thread, and the system has none left.
        """
        job = _Job(work)
        with self._condition:
            self._need_thread()
            self._ready.append(job.run)
            self._condition.notify()
        return job.future

    def after(self, delay_s: float, work: Callable[[], object]) -> Appointment:
        """Have it done in a while, if the pool is not closed by then. Raises as `submit`."""
        appointment = Appointment(work)
        with self._condition:
            self._need_thread()
            due = (time.monotonic() + delay_s, next(self._numbers), appointment)
            heapq.heappush(self._due, due)
            # Whoever sleeps until something later must learn of it.
            self._condition.notify()
        return appointment

    def close(self) -> None:
        """Do what was submitted, forget what is due later, and end every thread.

        What is submitted afterwards starts new ones.
        """
        with self._condition:
            self._closing = True
            self._due.clear()
            self._condition.notify_all()
            threads = list(self._threads)
        for thread in threads:
            thread.join()
        with self._condition:
            self._closing = False

    def _need_thread(self) -> None:
        if self._idle > len(self._ready) or len(self._threads) >= self._most:
            return
        thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        try:
            thread.start()
        except RuntimeError:
            if not self._threads:
                raise
        else:
            self._threads.add(thread)

    def _run(self) -> None:
        while (work := self._next()) is not None:
            work()
            # An idle thread must not keep what it did last in memory.
            del work

    def _next(self) -> Callable[[], object] | None:
        with self._condition:
            while True:
                wait_s = self._move_due()
                if self._ready:
                    return self._ready.popleft()
                if self._closing:
                    self._threads.discard(threading.current_thread())
                    return None
                self._idle += 1
                self._condition.wait(wait_s)
                self._idle -= 1

    def _move_due(self) -> float | None:
        """Make ready what is due by now; how long until the next thing is."""
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            self._ready.append(heapq.heappop(self._due)[2].keep)
        return self._due[0][0] - now if self._due else None
