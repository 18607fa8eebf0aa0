"""What was reported and is not worked off yet: each thing once, however often it is reported."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import Future

__all__ = ["Change", "Submissions"]

Change = tuple[str, str]
"""(source, key)"""


class Submissions:
    """Collects what is reported, and lets those go who wait for its end; thread-safe."""

    def __init__(self, condition: threading.Condition) -> None:
        """Share the `condition` of whoever works it off, who is notified when something is done."""
        self._condition = condition
        self._pending: dict[Change, None] = {}
        self._submitted = 0
        self._done = 0
        self._waiting: list[tuple[int, Future[None]]] = []

    def __bool__(self) -> bool:
        """Whether anything waits to be worked off."""
        return bool(self._pending)

    def __contains__(self, change: Change) -> bool:
        return change in self._pending

    def add(self, changes: Iterable[Change]) -> None:
        """Take these in, as one submission."""
        with self._condition:
            self._pending.update(dict.fromkeys(changes))
            self._submitted += 1

    def add_unasked(self, change: Change) -> None:
        """Have it worked off beside the rest, though nobody waits for it."""
        with self._condition:
            self._pending[change] = None

    def take(self) -> tuple[list[Change], int]:
        """All of it, to be worked off, and the number of the last submission that is in it."""
        with self._condition:
            batch, self._pending = list(self._pending), {}
            return batch, self._submitted

    def finish(self, through: int) -> None:
        """Let those go who wait for nothing behind this submission."""
        with self._condition:
            self._done = through
            over = [future for wanted, future in self._waiting if wanted <= through]
            self._waiting = [one for one in self._waiting if one[0] > through]
            self._condition.notify_all()
        for future in over:
            if future.set_running_or_notify_cancel():
                future.set_result(None)

    def drain(self, timeout_s: float | None) -> bool:
        """Wait until all that was submitted before is worked off; False when time ran out."""
        with self._condition:
            wanted = self._submitted
            return self._condition.wait_for(lambda: self._done >= wanted, timeout_s)

    def drained(self) -> Future[None]:
        """What `drain` waits for; done at once where there is nothing."""
        future: Future[None] = Future()
        with self._condition:
            if self._done < self._submitted:
                self._waiting.append((self._submitted, future))
                return future
        future.set_result(None)
        return future
