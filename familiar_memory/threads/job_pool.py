"""A few threads for work that may block: at once, or after a while.

However many familiars share a pool, it has no more threads. What one owner must not do twice
at once it sees to itself: it submits its next job when the last is done. The threads of
`asyncio.to_thread` are waited for when a program ends, and there are few of them; these are
not: a note on a disk that does not answer must not hold up either.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from familiar_memory.threads.appointment import Appointment

__all__ = ["AbandonedError", "AllStuckError", "Job", "JobPool"]

_T = TypeVar("_T")
_ENDING_S = 1.0
"""More than any idle thread takes to end, unless the machine has stopped."""


class AllStuckError(RuntimeError):
    """Every thread of a pool is at work that was left behind; `count` says how many."""

    def __init__(self, count: int) -> None:
        super().__init__(f"all {count} threads are stuck")
        self.count = count


class AbandonedError(RuntimeError):
    """A pool takes nothing on any more."""


def _nothing() -> None:
    """What is done when there is nothing to do."""


@dataclass(eq=False, slots=True)
class Job:
    """Work that raises nothing, and what is called in its thread when that is free again."""

    work: Callable[[], object]
    then: Callable[[], None] = _nothing
    is_stuck: bool = False
    is_over: bool = False


@dataclass(eq=False, slots=True)
class _Seat:
    """One thread, and what wakes it."""

    thread: threading.Thread
    bell: threading.Condition


class JobPool:
    """At most `most` threads, started as they are needed; safe to use from any thread.

    Whoever finds all of them at work waits in line, but not behind those that are stuck.
    """

    def __init__(self, most: int = 2, *, name: str = "background") -> None:
        """Nothing is started yet."""
        self._most = most
        self._name = name
        self._lock = threading.Lock()
        self._ready: deque[Job] = deque()
        self._due: list[tuple[float, int, Appointment]] = []
        self._numbers = count()
        self._threads: set[threading.Thread] = set()
        self._idle: list[_Seat] = []
        self._stuck = 0
        self._closing = False
        self._abandoned = False

    def submit(self, work: Callable[[], _T]) -> Future[_T]:
        """Have it done as soon as a thread is free; its result and its failure are the future's.

        Raises:
            RuntimeError: as `start`.
        """
        future: Future[_T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = work()
            except BaseException as problem:  # noqa: BLE001 - it goes to whoever waits for the result
                future.set_exception(problem)
            else:
                future.set_result(result)

        self.start(Job(run))
        return future

    def start(self, job: Job) -> Job:
        """Have it done as soon as a thread is free; nobody has to wait for its end.

        Raises:
            AllStuckError: there are no more threads, and each is stuck.
            AbandonedError: nothing is taken on any more.
            RuntimeError: there is no thread, and the system has none left.
        """
        with self._lock:
            self._call_thread()
            self._ready.append(job)
        return job

    def leave(self, job: Job) -> None:
        """Nobody waits for the end of this work any more; until it ends its thread is stuck."""
        with self._lock:
            if job in self._ready:
                self._ready.remove(job)
            elif not (job.is_over or job.is_stuck):
                job.is_stuck = True
                self._stuck += 1

    def after(self, delay_s: float, work: Callable[[], object]) -> Appointment:
        """Have it done in a while, if the pool is not closed by then. Raises as `start`."""
        appointment = Appointment(work)
        with self._lock:
            # Also one that sleeps until something later must learn of it.
            self._call_thread()
            due = (time.monotonic() + delay_s, next(self._numbers), appointment)
            heapq.heappush(self._due, due)
        return appointment

    def close(self) -> None:
        """Do what was submitted, forget what is due later, and end every thread.

        What is submitted afterwards starts new ones.
        """
        with self._lock:
            self._closing = True
            self._due.clear()
            self._wake_all()
            threads = list(self._threads)
        for thread in threads:
            thread.join()
        with self._lock:
            self._closing = False

    def retire(self, wait_s: float = _ENDING_S) -> None:
        """As `close`, but work that takes longer than `wait_s` in all is left to itself.

        What is submitted afterwards starts new threads, which end with it.
        """
        with self._lock:
            self._closing = True
            self._due.clear()
            self._wake_all()
            threads = list(self._threads)
        ends = time.monotonic() + wait_s
        for thread in threads:
            thread.join(max(ends - time.monotonic(), 0.0))

    def abandon(self) -> None:
        """Take nothing on any more, and let each thread end when its work is over.

        Only the idle are waited for, which takes no time; what waits in line is forgotten.
        """
        with self._lock:
            self._abandoned = True
            self._ready.clear()
            self._due.clear()
            idle = self._wake_all()
        for seat in idle:
            seat.thread.join(_ENDING_S)

    # --- with the lock --------------------------------------------------------------

    def _call_thread(self) -> None:
        """Have a thread look what there is to do: an idle or new one, else the next to be free."""
        if self._abandoned:
            raise AbandonedError("nothing is taken on any more")
        if self._idle:
            # The one used last: what it has open is warm.
            self._idle.pop().bell.notify()
        elif len(self._threads) < self._most:
            self._new_thread()
        elif self._stuck >= len(self._threads):
            raise AllStuckError(self._stuck)

    def _new_thread(self) -> None:
        thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        try:
            thread.start()
        except RuntimeError:
            # Any that will be free again does it as well.
            if self._stuck >= len(self._threads):
                raise
        else:
            self._threads.add(thread)

    def _wake_all(self) -> list[_Seat]:
        idle, self._idle = self._idle, []
        for seat in idle:
            seat.bell.notify()
        return idle

    def _move_due(self) -> float | None:
        """Make ready what is due by now; how long until the next thing is."""
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            self._ready.append(Job(heapq.heappop(self._due)[2].keep))
        return self._due[0][0] - now if self._due else None

    # --- in a thread ----------------------------------------------------------------

    def _run(self) -> None:
        seat = _Seat(threading.current_thread(), threading.Condition(self._lock))
        while (job := self._next(seat)) is not None:
            job.work()
            # Free before anybody is told, so that whoever comes next finds this thread.
            self._free(seat, job)
            job.then()
            # An idle thread must not keep what it did last in memory.
            del job

    def _free(self, seat: _Seat, job: Job) -> None:
        with self._lock:
            job.is_over = True
            self._stuck -= job.is_stuck
            if not self._ready:
                self._idle.append(seat)

    def _next(self, seat: _Seat) -> Job | None:
        with self._lock:
            while True:
                if seat in self._idle:
                    self._idle.remove(seat)
                wait_s = self._move_due()
                if self._ready:
                    job = self._ready.popleft()
                    if self._idle and (self._ready or self._due):
                        # Somebody has to look at the clock while this one is at work.
                        self._idle.pop().bell.notify()
                    return job
                if self._closing or self._abandoned:
                    self._threads.discard(seat.thread)
                    return None
                self._idle.append(seat)
                seat.bell.wait(wait_s)
