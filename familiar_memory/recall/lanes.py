"""Threads for steps that may block: one that is late is stopped or left behind, never awaited.

The threads of `asyncio.to_thread` are waited for when a program ends, and there are
few of them; a note on a disk that does not answer would hold up both.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Generic, TypeVar

from familiar_memory.domain.stop import Stop
from familiar_memory.errors import StoppedError

__all__ = ["Lanes"]

_T = TypeVar("_T")
_MOST = 128


class _Job(Generic[_T]):
    """One piece of work, where its result goes, and what ends it."""

    def __init__(self, work: Callable[[Stop], _T]) -> None:
        self.work = work
        self.stop = Stop()
        self.future: Future[_T] = Future()

    def run(self, when_over: Callable[[], None]) -> None:
        if not self.future.set_running_or_notify_cancel():
            when_over()
            return
        result: _T | None = None
        problem: BaseException | None = None
        try:
            self.stop.check()
            result = self.work(self.stop)
        except BaseException as raised:  # noqa: BLE001 - it goes to whoever waits for the result
            problem = raised
        when_over()
        if problem is not None:
            self.future.set_exception(problem)
        else:
            self.future.set_result(result)  # type: ignore[arg-type]


class Lanes:
    """A few threads that are kept, more while some of them are stuck; thread-safe."""

    def __init__(self, most: int = _MOST) -> None:
        """No thread is started before it is needed; there are never more than `most`."""
        self._most = most
        self._lock = threading.Lock()
        self._idle: list[SimpleQueue[_Job[object] | None]] = []
        self._running: set[_Job[object]] = set()
        self._count = 0
        self._closed = False

    async def run(self, work: Callable[[Stop], _T], timeout_s: float) -> _T:
        """Run blocking work; after the time, or when the caller is cancelled, it is stopped.

        Raises:
            TimeoutError: it took longer; what it does from now on nobody hears of.
            StoppedError: too much is stuck already, these lanes are closed, or the system
            has no thread left.
        """
        job = self._start(work)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job.future), max(timeout_s, 0.0))
        finally:
            job.stop.set()

    def close(self) -> None:
        """Stop what is running; nothing is waited for."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            running = list(self._running)
        for inbox in idle:
            inbox.put(None)
        for job in running:
            job.stop.set()

    def _start(self, work: Callable[[Stop], _T]) -> _Job[_T]:
        job = _Job(work)
        with self._lock:
            if self._closed:
                raise StoppedError("the familiar is being closed", "open it again")
            inbox = self._idle.pop() if self._idle else self._new_lane()
            self._running.add(job)  # type: ignore[arg-type]
        inbox.put(job)  # type: ignore[arg-type]
        return job

    def _new_lane(self) -> SimpleQueue[_Job[object] | None]:
        if self._count >= self._most:
            raise StoppedError(
                f"{self._count} steps of recall are stuck", "a disk and an index that answer"
            )
        inbox: SimpleQueue[_Job[object] | None] = SimpleQueue()
        lane = threading.Thread(target=self._work, args=(inbox,), name="recall", daemon=True)
        try:
            lane.start()
        except RuntimeError as problem:
            raise StoppedError(
                "no thread can be started for a step of recall", "fewer threads in this process"
            ) from problem
        self._count += 1
        return inbox

    def _work(self, inbox: SimpleQueue[_Job[object] | None]) -> None:
        while (job := inbox.get()) is not None:
            # Free before the result is told, so that the next step finds this lane.
            job.run(lambda over=job: self._free(inbox, over))  # type: ignore[misc]

    def _free(self, inbox: SimpleQueue[_Job[object] | None], job: _Job[object]) -> None:
        with self._lock:
            self._running.discard(job)
            if self._closed:
                inbox.put(None)
            else:
                self._idle.append(inbox)
