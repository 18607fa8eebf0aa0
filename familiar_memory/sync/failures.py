"""What an index lacks: documents that cannot be indexed, and notes that are missing."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from familiar_memory.domain.tree import MEMORY

__all__ = ["Failure", "KnownFailures"]


class Failure(NamedTuple):
    """Of which source a document is that cannot be indexed, and why it cannot."""

    source: str
    reason: str


class KnownFailures:
    """Remembers what failed until it succeeds; thread-safe.

    Whoever writes the index notes here what became of it, while nobody else writes: what one
    thread mends is never noted as failed by another that has come too late.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures: dict[str, Failure] = {}
        self._held: tuple[str, ...] = ()

    @property
    def failures(self) -> dict[str, Failure]:
        """What could not be indexed, by key; a later success clears it."""
        with self._lock:
            return dict(self._failures)

    @property
    def reasons(self) -> dict[str, str]:
        """Why it could not, by key."""
        return {key: failure.reason for key, failure in self.failures.items()}

    @property
    def held(self) -> tuple[str, ...]:
        """The notes that were missing, all at once, when everything was compared last."""
        with self._lock:
            return self._held

    def compared(self, failed: Mapping[str, str]) -> None:
        """Everything was: nothing fails but what failed then."""
        with self._lock:
            self._failures = {key: Failure(MEMORY, why) for key, why in failed.items()}

    def held_now(self, held: tuple[str, ...]) -> None:
        """Note what is missing as of the last comparison of everything."""
        with self._lock:
            self._held = held

    def updated(self, source: str, keys: Iterable[str], failed: Mapping[str, str]) -> None:
        """These documents of one source were, but for those that failed."""
        with self._lock:
            for key in keys:
                self._failures.pop(key, None)
            self._failures |= {key: Failure(source, why) for key, why in failed.items()}
