"""One thread that brings the index up to date: reported changes at once, everything by and by.

Changes of one document that come while it waits are one. What was reported is a
hint; the periodic reconciling of everything is what can be trusted. Whoever needs to
see what they wrote calls `drain`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable

from familiar_memory.domain.failure import log_failure
from familiar_memory.sync.report import SyncReport

__all__ = ["SyncWorker"]

_log = logging.getLogger(__name__)

UpdateKeys = Callable[[str, list[str]], SyncReport]
"""(source name, keys) -> report"""

SyncAll = Callable[[], SyncReport]

_EVERYTHING = ("", "")
_QUIET_S = 2.0


class SyncWorker:
    """A coalescing queue and its thread; starts with `start` or a change, ends with `close`.

    `sync_all` serves `submit_all` and, `reconcile_s` seconds after it was last done, the
    reconciling, however much is reported meanwhile (never, when that is None).
    `when_quiet` is called when nothing was reported for a while after something was: what
    stands then is not the middle of a save.
    """

    def __init__(
        self,
        update: UpdateKeys,
        sync_all: SyncAll = SyncReport,
        *,
        reconcile_s: float | None = None,
        when_quiet: Callable[[], object] | None = None,
        quiet_s: float = _QUIET_S,
    ) -> None:
        """Take the work to be done; times are in seconds."""
        self._update = update
        self._sync_all = sync_all
        self._when_quiet = when_quiet
        self._quiet_s = quiet_s
        self._was_busy = False
        self._reconcile_s = reconcile_s
        self._reconciled_at = time.monotonic()
        self._condition = threading.Condition()
        self._pending: dict[tuple[str, str], None] = {}
        self._submitted = 0
        self._done = 0
        self._closing = False
        self._failed: dict[str, str] = {}
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to reconcile, even if nothing is ever reported."""
        with self._condition:
            if not self._closing:
                self._start()

    def _start(self) -> None:
        if self._thread is not None:
            return
        thread = threading.Thread(target=self._run, name="sync", daemon=True)
        try:
            thread.start()
        except RuntimeError as problem:
            # What is pending waits for the next submission; whoever submits did nothing wrong.
            _log.warning("the index is not kept up for now: %s", problem)
        else:
            self._thread = thread

    def submit(self, source: str, keys: Iterable[str]) -> None:
        """Note that documents have changed; returns at once."""
        self._submit((source, key) for key in keys)

    def submit_all(self) -> None:
        """Note that anything may have changed; returns at once."""
        self._submit((_EVERYTHING,))

    def _submit(self, changes: Iterable[tuple[str, str]]) -> None:
        news = dict.fromkeys(changes)
        with self._condition:
            # A submission of nothing would never be done.
            if self._closing or not news:
                return
            self._pending.update(news)
            self._submitted += 1
            self._start()
            self._condition.notify_all()

    def drain(self, timeout_s: float | None = None) -> bool:
        """Wait until all that was submitted before is in the index; False when time ran out.

        What others submit meanwhile is not waited for.
        """
        with self._condition:
            wanted = self._submitted
            return self._condition.wait_for(lambda: self._done >= wanted, timeout_s)

    @property
    def failed(self) -> dict[str, str]:
        """What could not be indexed, by key, with the reason; a later success clears it."""
        with self._condition:
            return dict(self._failed)

    def close(self) -> None:
        """Finish what is pending and end the thread."""
        with self._condition:
            self._closing = True
            self._condition.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (taken := self._take()) is not None:
            batch, through = taken
            if not batch:
                self._be_quiet()
                continue
            by_source: dict[str, list[str]] = {}
            for source, key in batch:
                by_source.setdefault(source, []).append(key)
            failed: dict[str, str] = {}
            for source, keys in by_source.items():
                failed |= self._update_safely(source, keys)
            self._finish(batch, through, failed)

    def _take(self) -> tuple[list[tuple[str, str]], int] | None:
        """The next batch, everything when that was long ago, nothing when it is quiet.

        Beside it, the number of the last submission that is in it. None at the end.
        """
        with self._condition:
            self._condition.wait_for(
                lambda: self._done < self._submitted or self._closing, self._longest_wait_s()
            )
            if self._closing and not self._pending:
                return None
            if self._until_reconciling() == 0.0 and not self._closing:
                self._pending[_EVERYTHING] = None
            if _EVERYTHING in self._pending:
                self._reconciled_at = time.monotonic()
            batch, self._pending = list(self._pending), {}
            self._was_busy = bool(batch)
            return batch, self._submitted

    def _longest_wait_s(self) -> float | None:
        waits = [self._until_reconciling()]
        if self._was_busy and self._when_quiet is not None:
            waits.append(self._quiet_s)
        return min((wait for wait in waits if wait is not None), default=None)

    def _until_reconciling(self) -> float | None:
        if self._reconcile_s is None:
            return None
        return max(self._reconciled_at + self._reconcile_s - time.monotonic(), 0.0)

    def _be_quiet(self) -> None:
        if self._when_quiet is not None:
            try:
                self._when_quiet()
            except Exception as problem:  # noqa: BLE001 - the loop's edge: the next change must be served
                log_failure(_log, problem, "what is done when nothing happens has failed")

    def _update_safely(self, source: str, keys: list[str]) -> dict[str, str]:
        try:
            if (source, keys[0]) == _EVERYTHING:
                return self._sync_all().failed
            return self._update(source, keys).failed
        except Exception as problem:  # noqa: BLE001 - the loop's edge: the next change must be served
            log_failure(_log, problem, "cannot index %d documents of %s", len(keys), source)
            return dict.fromkeys(keys, f"{type(problem).__name__}: {problem}")

    def _finish(self, batch: list[tuple[str, str]], through: int, failed: dict[str, str]) -> None:
        with self._condition:
            if _EVERYTHING in batch:
                self._failed.clear()
            for _, key in batch:
                self._failed.pop(key, None)
            self._failed |= failed
            self._done = through
            self._condition.notify_all()
