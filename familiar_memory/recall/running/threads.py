"""Threads for work that may block: bounded, kept for the next, never waited for.

The threads of `asyncio.to_thread` are waited for when a program ends, and there are few of
them; a note on a disk that does not answer would hold up both.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue

from familiar_memory.errors import StoppedError

__all__ = ["Job", "Threads"]

_MOST = 128
"""Threads of one process, most of them asleep; there are more only while disks or providers
hang."""
_ENDING_S = 1.0
"""More than any idle thread takes to end, unless the machine has stopped."""


@dataclass(eq=False, slots=True)
class Job:
    """Work that raises nothing, and what is called in its thread when that is free again."""

    work: Callable[[], None]
    then: Callable[[], None]
    is_stuck: bool = False
    is_over: bool = False


_Inbox = SimpleQueue[Job | None]


class Threads:
    """At most so many threads, one or several familiars' own; thread-safe.

    Whoever finds all of them at work waits in line, but not behind those that are stuck.
    """

    def __init__(self, most: int = _MOST) -> None:
        """No thread is started before it is needed, and then kept until `close`."""
        self._most = most
        self._lock = threading.Lock()
        self._idle: list[_Inbox] = []
        self._threads: dict[_Inbox, threading.Thread] = {}
        self._waiting: deque[Job] = deque()
        self._count = 0
        self._stuck = 0
        self._closed = False

    def start(self, work: Callable[[], None], then: Callable[[], None]) -> Job:
        """Run it in a thread, now or when one is free; nobody waits for its end.

        Raises:
            StoppedError: all threads are stuck, these are closed, or the system has no thread
            left.
        """
        job = Job(work, then)
        with self._lock:
            if self._closed:
                raise StoppedError("the familiar is being closed", "open it again")
            if self._idle:
                # The one used last: its connections are open, and warm.
                self._idle.pop().put(job)
            elif self._count < self._most:
                self._new_thread(job)
            elif self._stuck >= self._count:
                raise StoppedError(
                    f"{self._stuck} steps of recall are stuck", "a disk and an index that answer"
                )
            else:
                self._waiting.append(job)
        return job

    def leave(self, job: Job) -> None:
        """Nobody waits for the end of this work any more; until it ends its thread is stuck."""
        with self._lock:
            if job in self._waiting:
                self._waiting.remove(job)
            elif not (job.is_over or job.is_stuck):
                job.is_stuck = True
                self._stuck += 1

    def close(self) -> None:
        """Let each thread end: the idle at once, those at work when that is over.

        Only the idle are waited for, which takes no time.
        """
        with self._lock:
            self._closed = True
            self._waiting.clear()
            idle, self._idle = self._idle, []
        for inbox in idle:
            inbox.put(None)
        for inbox in idle:
            self._threads[inbox].join(_ENDING_S)

    def _new_thread(self, job: Job) -> None:
        inbox: _Inbox = SimpleQueue()
        thread = threading.Thread(target=self._work, args=(inbox,), name="recall", daemon=True)
        inbox.put(job)
        try:
            thread.start()
        except RuntimeError as problem:
            raise StoppedError(
                "no thread can be started for a step of recall", "fewer threads in this process"
            ) from problem
        self._threads[inbox] = thread
        self._count += 1

    def _work(self, inbox: _Inbox) -> None:
        while (job := inbox.get()) is not None:
            job.work()
            # Free before anybody is told, so that whoever comes next finds this thread.
            self._free(inbox, job)
            job.then()

    def _free(self, inbox: _Inbox, job: Job) -> None:
        with self._lock:
            job.is_over = True
            self._stuck -= job.is_stuck
            if self._closed:
                inbox.put(None)
            elif self._waiting:
                inbox.put(self._waiting.popleft())
            else:
                self._idle.append(inbox)
