"""Brings the index up to date in the background: reported changes at once, everything by and by.

Changes of one document that come while it waits are one. What was reported is a
hint; the periodic reconciling of everything is what can be trusted. Whoever needs to
see what they wrote calls `drain`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import Future

from familiar_memory.sync.failure_log import log_failure
from familiar_memory.sync.failures import Failure, KnownFailures
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.upkeep.submissions import Change, Submissions
from familiar_memory.threads.appointment import Appointment
from familiar_memory.threads.job_pool import JobPool

__all__ = ["Settled", "SyncWorker"]

_log = logging.getLogger(__name__)

UpdateKeys = Callable[[str, list[str]], SyncReport]
"""(source name, keys) -> report"""

SyncAll = Callable[[], SyncReport]

Settled = Callable[[Mapping[str, Collection[str]] | None], object]
"""Called with the keys that were updated since the last time, by source; None = everything."""

Heard = dict[str, dict[str, None]]
"""Keys by source, in their order."""

_EVERYTHING = ("", "")
_QUIET_S = 2.0
"""An editor that saves writes several times; a burst is one sync."""


class SyncWorker:
    """A coalescing queue, worked off in a pool, one batch at a time; ends with `close`.

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
        pool: JobPool | None = None,
        failures: KnownFailures | None = None,
    ) -> None:
        """Take the work to be done; times are in seconds. A `pool` that is given stays open.

        Of `failures` the worker notes work that could not be done at all; which documents failed,
        and which do no more, is noted there by whoever does it.
        """
        self._update = update
        self._sync_all = sync_all
        self._when_quiet = when_quiet
        self._quiet_s = quiet_s
        self._was_busy = False
        self._reconcile_s = reconcile_s
        self._reconciled_at = time.monotonic()
        self._condition = threading.Condition()
        self._submissions = Submissions(self._condition)
        self._failures = failures or KnownFailures()
        self._closing = False
        self._settled: Settled | None = None
        self._heard: Heard = {}
        self._turn = threading.Lock()
        """Held while something is brought up to date, and told: before the next begins."""
        self._pool = pool or JobPool(1, name="sync")
        self._owns_pool = pool is None
        self._is_at_work = False
        """Whether a batch is being worked off, or waits for a thread."""
        self._next_look: Appointment | None = None

    def start(self) -> None:
        """Begin to reconcile, even if nothing is ever reported."""
        with self._condition:
            if not self._closing and not self._is_at_work:
                self._look_again()

    def listen(self, settled: Settled, quiet_s: float) -> None:
        """Tell of what was done when it has settled; to be asked for before `start`.

        When everything was compared; when nothing was reported for so many seconds after
        something was, behind `when_quiet`; and at the end. It is called from one thread at
        a time. Where it fails the next change is served all the same.
        """
        with self._condition:
            self._settled = settled
            self._quiet_s = min(self._quiet_s, quiet_s)

    def compare_all(self) -> SyncReport:
        """Compare everything, in this thread, and have it told; failures as those of `sync_all`."""
        with self._turn:
            with self._condition:
                self._reconciled_at = time.monotonic()
            report = self._sync_all()
            self._tell(None)
        return report

    def submit(self, source: str, keys: Iterable[str]) -> None:
        """Note that documents have changed; returns at once."""
        self._submit((source, key) for key in keys)

    def submit_all(self) -> None:
        """Note that anything may have changed; returns at once."""
        self._submit((_EVERYTHING,))

    def _submit(self, changes: Iterable[Change]) -> None:
        news = dict.fromkeys(changes)
        with self._condition:
            # A submission of nothing would never be done.
            if self._closing or not news:
                return
            self._submissions.add(news)
            self._set_to_work()

    def drain(self, timeout_s: float | None = None) -> bool:
        """Wait until all that was submitted before is in the index; False when time ran out.

        What others submit meanwhile is not waited for.
        """
        return self._submissions.drain(timeout_s)

    def drained(self) -> Future[None]:
        """What `drain` waits for, for those who may not block; done at once where nothing is."""
        return self._submissions.drained()

    @property
    def failures(self) -> dict[str, Failure]:
        """What could not be indexed, by key; a later success clears it."""
        return self._failures.failures

    @property
    def held(self) -> tuple[str, ...]:
        """The notes that were missing, all at once, when everything was compared last."""
        return self._failures.held

    def close(self) -> None:
        """Finish what is pending; nothing is taken on any more."""
        with self._condition:
            self._closing = True
            self._cancel_look()
            self._condition.wait_for(lambda: not self._is_at_work)
        with self._turn:
            if self._settled is not None and self._heard:
                self._be_quiet()
        if self._owns_pool:
            self._pool.close()

    def _set_to_work(self) -> None:
        if self._is_at_work:
            return
        self._cancel_look()
        try:
            self._pool.submit(self._work)
        except RuntimeError as problem:
            # What is pending waits for the next submission; whoever submits did nothing wrong.
            _log.warning("the index is not kept up for now: %s", problem)
        else:
            self._is_at_work = True

    def _look_again(self) -> None:
        """Have somebody look when it has been quiet for a while, or reconciling is due."""
        self._cancel_look()
        wait_s = self._longest_wait_s()
        if wait_s is None:
            return
        try:
            self._next_look = self._pool.after(wait_s, self._look)
        except RuntimeError as problem:
            _log.warning("the index is not kept up for now: %s", problem)

    def _cancel_look(self) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None

    def _look(self) -> None:
        with self._condition:
            if self._is_at_work or self._closing:
                return
            self._is_at_work = True
        self._work()

    def _work(self) -> None:
        """Work off what is pending, then let others have the thread."""
        try:
            with self._turn:
                self._take_turn()
        finally:
            with self._condition:
                self._is_at_work = False
                if self._submissions:
                    self._set_to_work()
                elif not self._closing:
                    self._look_again()
                self._condition.notify_all()

    def _take_turn(self) -> None:
        batch, through = self._take()
        if batch:
            self._bring_up_to_date(batch)
            self._submissions.finish(through)
        elif self._was_busy:
            self._was_busy = False
            self._be_quiet()

    def _take(self) -> tuple[list[Change], int]:
        """The next batch, everything when that was long ago, nothing when it is quiet."""
        with self._condition:
            if self._until_reconciling() == 0.0 and not self._closing:
                self._submissions.add_unasked(_EVERYTHING)
            if _EVERYTHING in self._submissions:
                self._reconciled_at = time.monotonic()
            batch, through = self._submissions.take()
            self._was_busy |= bool(batch)
            return batch, through

    def _bring_up_to_date(self, batch: list[Change]) -> None:
        by_source: dict[str, list[str]] = {}
        for source, key in batch:
            by_source.setdefault(source, []).append(key)
        is_all = by_source.pop(_EVERYTHING[0], None) is not None and self._compare_safely()
        for source, keys in by_source.items():
            self._update_safely(source, keys)
        if is_all:
            self._tell_safely(None)

    def _longest_wait_s(self) -> float | None:
        waits = [self._until_reconciling()]
        if self._was_busy and not (self._when_quiet is None and self._settled is None):
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
        if self._heard:
            self._tell_safely(self._heard)

    def _tell_safely(self, heard: Heard | None) -> None:
        try:
            self._tell(heard)
        except Exception as problem:  # noqa: BLE001 - the loop's edge: the next change must be served
            log_failure(_log, problem, "changes cannot be reported")

    def _tell(self, heard: Heard | None) -> None:
        # Forgotten before it is told: whoever fails at it would fail again.
        self._heard = {}
        if self._settled is not None:
            self._settled(heard)

    def _compare_safely(self) -> bool:
        """Whether everything could be compared."""
        try:
            self._sync_all()
        except Exception as problem:  # noqa: BLE001 - the loop's edge: the next change must be served
            log_failure(_log, problem, "cannot compare everything")
            source, key = _EVERYTHING
            self._failures.updated(source, [key], {key: _named(problem)})
            return False
        return True

    def _update_safely(self, source: str, keys: list[str]) -> None:
        if self._settled is not None:
            self._heard.setdefault(source, {}).update(dict.fromkeys(keys))
        try:
            self._update(source, keys)
        except Exception as problem:  # noqa: BLE001 - the loop's edge: the next change must be served
            log_failure(_log, problem, "cannot index %d documents of %s", len(keys), source)
            self._failures.updated(source, keys, dict.fromkeys(keys, _named(problem)))


def _named(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}"
