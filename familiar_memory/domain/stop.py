"""A request, from outside a thread, that the work in it should end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from familiar_memory.errors import StoppedError

__all__ = ["Stop"]


class Stop:
    """Set once, from any thread; the work looks at it between its steps."""

    def __init__(self) -> None:
        """Begin unset."""
        self._lock = threading.Lock()
        self._is_set = False
        self._end: Callable[[], None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether the work is to end."""
        return self._is_set

    def set(self) -> None:
        """Ask the work to end; a step that can be interrupted is."""
        with self._lock:
            self._is_set = True
            if self._end is not None:
                self._end()

    def check(self) -> None:
        """Go on, or end here.

        Raises:
            StoppedError: the work is to end.
        """
        if self._is_set:
            raise StoppedError(
                "the work was stopped: nobody is waiting for it any more", "a new call"
            )

    @contextmanager
    def interrupting(self, end: Callable[[], None]) -> Iterator[None]:
        """While this lasts, `set` calls `end` at once; never after it.

        Raises:
            StoppedError: the work is to end already.
        """
        with self._lock:
            self.check()
            before, self._end = self._end, end
        try:
            yield
        finally:
            with self._lock:
                self._end = before
