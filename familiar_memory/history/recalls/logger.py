"""Write the recall log in the background: a reply never waits for it, nor fails with it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from datetime import datetime

from familiar_memory.domain.memory.surfaced import LoggedRecall
from familiar_memory.errors import HistoryError
from familiar_memory.history.recalls.log import RecallLog

__all__ = ["RecallLogger"]

_log = logging.getLogger(__name__)
_WAITING = 1_000
"""More than so many unwritten recalls means a disk that does not answer; the rest is dropped."""
_BATCH = 200
_TRIM_EVERY = 500
_END = None


class RecallLogger:
    """A queue and one thread; the thread is there only once something was logged."""

    def __init__(
        self,
        log: RecallLog,
        now: Callable[[], datetime],
        *,
        keep_days: int = 0,
        keep_rows: int = 0,
    ) -> None:
        self._log = log
        self._now = now
        self._keep_days = keep_days
        self._keep_rows = keep_rows
        self._queue: queue.Queue[LoggedRecall | None] = queue.Queue(_WAITING)
        self._start = threading.Lock()
        self._thread: threading.Thread | None = None
        self._untrimmed = _TRIM_EVERY
        self.dropped = 0
        """How many recalls could not be written down."""

    def note(self, recall: LoggedRecall) -> None:
        """Take a recall to be written soon; returns at once, and never raises."""
        try:
            self._ensure_thread()
            self._queue.put_nowait(recall)
        except (queue.Full, RuntimeError):
            self.dropped += 1

    def _ensure_thread(self) -> None:
        with self._start:
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="recall-log", daemon=True)
                thread.start()
                self._thread = thread

    def flush(self) -> None:
        """Wait until everything noted so far is written, or given up."""
        self._queue.join()

    def close(self) -> None:
        """Write what is left and end; doing it again does nothing."""
        with self._start:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(_END)
            thread.join()

    def _run(self) -> None:
        ended = False
        while not ended:
            taken = [self._queue.get()]
            while len(taken) < _BATCH and not self._queue.empty():
                taken.append(self._queue.get())
            try:
                self._write([one for one in taken if one is not None])
            finally:
                for _ in taken:
                    self._queue.task_done()
            ended = _END in taken

    def _write(self, recalls: list[LoggedRecall]) -> None:
        try:
            if recalls:
                self._log.add(recalls)
                self._untrimmed += len(recalls)
            if self._untrimmed >= _TRIM_EVERY and recalls:
                self._untrimmed = 0
                self._log.trim(self._now(), keep_days=self._keep_days, keep_rows=self._keep_rows)
        except HistoryError as problem:
            self.dropped += len(recalls)
            _log.warning("recalls were not logged: %s", problem.problem)
        except Exception:  # noqa: BLE001 - a loop's edge: the thread must live on
            self.dropped += len(recalls)
            _log.exception("recalls were not logged")
