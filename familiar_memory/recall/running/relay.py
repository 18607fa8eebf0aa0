"""Run the steps of a recall in one thread; a step that is stuck is left behind with it.

A step that exceeds its time is stopped, which interrupts SQLite. If it does not come back
soon after, it is late, and a second thread goes on with the next step: what the stuck one does
from then on nobody hears of.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

from familiar_memory.domain.stop import Stop
from familiar_memory.errors import StoppedError
from familiar_memory.recall.provider import Page
from familiar_memory.recall.running.order import UNINDEXED
from familiar_memory.recall.running.steps import Step
from familiar_memory.recall.running.threads import Job, Threads

__all__ = ["Relay"]

_log = logging.getLogger(__name__)
_BROKEN_OFF = UNINDEXED
"""Where the trace says that the list broke off: at its end."""
_GRACE_S = 0.02
"""So long a step that was stopped may take to come back to the thread."""
_LOOK_S = 0.02
"""So often is looked what runs: the next step may have less time than this one. Most recalls
are over before the first look."""


@dataclass(eq=False, slots=True)
class _Leg:
    """One step under way, with the page that it writes on."""

    step: Step
    page: Page
    limit_s: float
    begun: float = field(default_factory=monotonic)
    stop: Stop = field(default_factory=Stop)
    left_at: float | None = None
    """When it is left behind, once it was stopped."""

    def is_due_s(self, now: float) -> float:
        """Seconds until it has to come to its end."""
        patience_s = self.step.patience_s
        if patience_s is None or self.step.has_enough is None:
            return self.begun + self.limit_s - now
        if now < self.begun + patience_s:
            return self.begun + patience_s - now
        return 0.0 if self.step.has_enough() else self.begun + self.limit_s - now


class Relay:
    """Runs steps one after the other; what each has written is put on the page when it ends."""

    def __init__(self, threads: Threads, steps: Iterator[Step], page: Page) -> None:
        """Nothing is run yet; the next step is asked for when the one before has ended."""
        self._threads = threads
        self._steps = steps
        self._page = page
        self._lock = threading.Lock()
        self._leg: _Leg | None = None
        self._job: Job | None = None
        self._is_over = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Future[None] | None = None

    async def run(self) -> None:
        """Return when every step has ended, or was named as late."""
        self._loop = asyncio.get_running_loop()
        self._over = self._loop.create_future()
        try:
            self._go_on()
            while not self._is_over:
                await asyncio.wait((self._over,), timeout=self._look())
        finally:
            self.stop()
        with self._lock:
            # None, unless somebody else has stopped it.
            for step in self._steps:
                self._failed(step, _closing())

    def stop(self) -> None:
        """End it here: a step that is running is stopped, and writes nowhere; thread-safe."""
        with self._lock:
            self._is_over = True
            leg, self._leg = self._leg, None
            job, self._job = self._job, None
            if leg is not None:
                self._failed(leg.step, _closing())
        if leg is not None:
            leg.stop.set()
            if job is not None:
                self._threads.leave(job)
        self._tell_over()

    # --- in a thread ----------------------------------------------------------------

    def _run(self, leg: _Leg | None) -> None:
        while leg is not None:
            problem: BaseException | None = None
            try:
                leg.stop.check()
                leg.step.run(leg.page.occasion, leg.page, leg.stop)
            except BaseException as raised:  # noqa: BLE001 - one step of many: it must not take the others with it
                problem = raised
            leg = self._after(leg, problem)

    def _after(self, leg: _Leg, problem: BaseException | None) -> _Leg | None:
        """Take what it has written, and begin the next; None where another thread goes on."""
        with self._lock:
            if self._leg is not leg:
                return None
            if problem is None:
                self._page.take(leg.step.name, leg.page)
            elif leg.stop.is_set and isinstance(problem, StoppedError):
                self._late(leg.step, leg.limit_s)
            else:
                self._failed(leg.step, problem)
            self._leg = self._begin()
            return self._leg

    def _tell_over(self) -> None:
        if not self._is_over or self._loop is None:
            return
        # The loop may be gone: whoever waited was cancelled.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end)

    # --- in the event loop ----------------------------------------------------------

    def _end(self) -> None:
        if self._over is not None and not self._over.done():
            self._over.set_result(None)

    def _look(self) -> float:
        """Stop what is late, leave behind what is stuck; seconds until the next look."""
        now = monotonic()
        with self._lock:
            leg, job = self._leg, self._job
            if leg is None:
                return _LOOK_S
            due_s = (leg.left_at - now) if leg.left_at is not None else leg.is_due_s(now)
            if due_s > 0:
                return min(due_s, _LOOK_S)
            if is_left := leg.left_at is not None:
                self._late(leg.step, leg.limit_s)
                self._leg = self._job = None
            else:
                leg.left_at = now + _GRACE_S
        if not is_left:
            leg.stop.set()
            return _GRACE_S
        if job is not None:
            self._threads.leave(job)
        self._go_on()
        return 0.0

    def _go_on(self) -> None:
        """Begin the next step in a thread; where there is none, every step has failed."""
        with self._lock:
            while not self._is_over and (leg := self._begin()) is not None:
                try:
                    self._job = self._threads.start(partial(self._run, leg), self._tell_over)
                except StoppedError as problem:
                    self._failed(leg.step, problem)
                    continue
                self._leg = leg
                return

    # --- with the lock --------------------------------------------------------------

    def _begin(self) -> _Leg | None:
        """The next step that has any time; those that have none are late.

        Where the list itself fails, it ends there: whoever runs it must not.
        """
        try:
            for step in self._steps:
                if (limit_s := step.limit_s()) > 0:
                    return _Leg(step, self._page.draft(), limit_s)
                self._late(step, 0.0)
        except Exception as problem:  # noqa: BLE001 - what was found so far is an answer
            _log.error("recall: its list of steps broke off", exc_info=problem)
            draft = self._page.draft()
            draft.degraded.append(f"internal error: {type(problem).__name__}")
            self._page.take(_BROKEN_OFF, draft)
        self._is_over = True
        return None

    def _late(self, step: Step, limit_s: float) -> None:
        draft = self._page.draft()
        step.late(draft, limit_s)
        self._page.take(step.name, draft)

    def _failed(self, step: Step, problem: BaseException) -> None:
        draft = self._page.draft()
        step.failed(draft, problem)
        self._page.take(step.name, draft)


def _closing() -> StoppedError:
    return StoppedError("the familiar is being closed", "open it again")
