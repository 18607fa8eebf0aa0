"""Write the recall log in the background: a reply never waits for it, nor fails with it."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from datetime import datetime

from familiar_memory.domain.memory.surfaced import LoggedRecall
from familiar_memory.errors import HistoryError
from familiar_memory.history.recalls.base import Recalls
from familiar_memory.threads.appointment import Appointment
from familiar_memory.threads.job_pool import JobPool

__all__ = ["RecallLogger"]

_log = logging.getLogger(__name__)
_WAITING = 1_000
"""More than so many unwritten recalls means a disk that does not answer; the rest is dropped."""
_BATCH = 200
"""Recalls in one transaction; a reader waits for no longer one."""
_LINGER_S = 0.2
"""A transaction waits for the disk: recalls that soon follow one another share one."""
_TRIM_EVERY = 500
"""Recalls between two looks at whether old ones must go: the log may be so much over its bound."""


class RecallLogger:
    """A queue that is written down in a pool, a batch at a time."""

    def __init__(
        self,
        log: Recalls,
        now: Callable[[], datetime],
        *,
        keep_days: int = 0,
        keep_rows: int = 0,
        pool: JobPool | None = None,
    ) -> None:
        """Of days and rows, 0 means no bound. A `pool` that is given stays open."""
        self._log = log
        self._now = now
        self._keep_days = keep_days
        self._keep_rows = keep_rows
        self._pool = pool or JobPool(1, name="recall-log")
        self._owns_pool = pool is None
        self._waiting: deque[LoggedRecall] = deque()
        self._condition = threading.Condition()
        self._is_writing = False
        self._due: Appointment | None = None
        """When writing begins that is to begin later; whoever takes it away begins it."""
        self._untrimmed = _TRIM_EVERY
        self.dropped = 0
        """How many recalls could not be written down."""

    def keep(self, *, days: int, rows: int) -> None:
        """Keep so much from now on."""
        self._keep_days, self._keep_rows = days, rows

    def note(self, recall: LoggedRecall) -> None:
        """Take a recall to be written soon; returns at once, and never raises."""
        with self._condition:
            if len(self._waiting) >= _WAITING:
                self.dropped += 1
                return
            self._waiting.append(recall)
            if self._is_writing:
                return
            try:
                self._due = self._pool.after(_LINGER_S, self._begin)
                self._is_writing = True
            except RuntimeError:
                self.dropped += len(self._waiting)
                self._waiting.clear()

    def flush(self) -> None:
        """Write everything noted so far, or give it up, and wait for that."""
        self._begin()
        with self._condition:
            self._condition.wait_for(lambda: not self._is_writing)

    def close(self) -> None:
        """Write what is left; doing it again does nothing."""
        self.flush()
        if self._owns_pool:
            self._pool.close()

    def _begin(self) -> None:
        with self._condition:
            due, self._due = self._due, None
        if due is not None:
            due.cancel()
            self._work()

    def _work(self) -> None:
        while taken := self._take():
            self._write(taken)

    def _take(self) -> list[LoggedRecall]:
        with self._condition:
            taken = [self._waiting.popleft() for _ in range(min(len(self._waiting), _BATCH))]
            if not taken:
                self._is_writing = False
                self._condition.notify_all()
            return taken

    def _write(self, recalls: list[LoggedRecall]) -> None:
        try:
            self._log.add(recalls)
            self._untrimmed += len(recalls)
            if self._untrimmed >= _TRIM_EVERY:
                self._untrimmed = 0
                self._log.trim(self._now(), keep_days=self._keep_days, keep_rows=self._keep_rows)
        except HistoryError as problem:
            self.dropped += len(recalls)
            _log.warning("recalls were not logged: %s", problem.problem)
        except Exception:  # noqa: BLE001 - a loop's edge: the thread must live on
            self.dropped += len(recalls)
            _log.exception("recalls were not logged")
