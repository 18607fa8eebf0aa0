"""The calls that are in one provider now, and how many of them nobody waits for any more."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from familiar_memory.domain.stop import Stop
from familiar_memory.errors import StoppedError

__all__ = ["Calls"]

_LEFT_BEHIND = 8
"""Of the 128 threads that all recalls of a process share (`recall/running/threads.py`)."""


class Calls:
    """Lets calls in, from any thread, until too many have never come back.

    Each of those holds a thread, and what hangs must not take the threads of every recall.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stops: set[Stop] = set()

    @contextmanager
    def one(self, stop: Stop) -> Iterator[None]:
        """A call that is to end when `stop` is set.

        Raises:
            StoppedError: too many that were to end have not.
        """
        with self._lock:
            if sum(one.is_set for one in self._stops) >= _LEFT_BEHIND:
                why = "it has not come back from earlier recalls"
                raise StoppedError(why, "a provider that ends in time")
            self._stops.add(stop)
        try:
            yield
        finally:
            with self._lock:
                self._stops.discard(stop)
