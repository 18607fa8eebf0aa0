"""The threads in which steps of recall run: a pool, and what a trace says where it has none."""

from __future__ import annotations

from collections.abc import Callable

from familiar_memory.errors import StoppedError
from familiar_memory.threads.job_pool import AbandonedError, AllStuckError, Job, JobPool

__all__ = ["Job", "Threads"]

_MOST = 128
"""Threads of one process, most of them asleep; there are more only while disks or providers
hang."""


class Threads:
    """At most so many threads, one or several familiars' own; thread-safe."""

    def __init__(self, most: int = _MOST) -> None:
        """No thread is started before it is needed, and then kept until `close`."""
        self._pool = JobPool(most, name="recall")

    def start(self, work: Callable[[], None], then: Callable[[], None]) -> Job:
        """Run it in a thread, now or when one is free; nobody waits for its end.

        Raises:
            StoppedError: all threads are stuck, these are closed, or the system has no thread
            left.
        """
        try:
            return self._pool.start(Job(work, then))
        except AbandonedError as problem:
            raise StoppedError("the familiar is being closed", "open it again") from problem
        except AllStuckError as problem:
            raise StoppedError(
                f"{problem.count} steps of recall are stuck", "a disk and an index that answer"
            ) from problem
        except RuntimeError as problem:
            raise StoppedError(
                "no thread can be started for a step of recall", "fewer threads in this process"
            ) from problem

    def leave(self, job: Job) -> None:
        """Nobody waits for the end of this work any more; until it ends its thread is stuck."""
        self._pool.leave(job)

    def close(self) -> None:
        """Let each thread end: the idle at once, those at work when that is over."""
        self._pool.abandon()
