"""A trouble that lasts is logged once, not at every recall."""

from __future__ import annotations

import threading
from collections import OrderedDict

__all__ = ["ToldOnce"]

_MOST = 1_000
"""Different warnings that are remembered; then they may come once more, but memory is bounded."""


class ToldOnce:
    """What was last said about each subject; thread-safe, and bounded."""

    def __init__(self) -> None:
        """Nothing is said yet."""
        self._lock = threading.Lock()
        self._said: OrderedDict[str, str] = OrderedDict()

    def is_new(self, subject: str, cause: str) -> bool:
        """Whether this has not been said last; from now on it has."""
        with self._lock:
            before = self._said.pop(subject, None)
            self._said[subject] = cause
            if len(self._said) > _MOST:
                self._said.popitem(last=False)
        return before != cause

    def is_well(self, subject: str) -> None:
        """The trouble is over: should it come again, it is new."""
        if self._said:
            with self._lock:
                self._said.pop(subject, None)
