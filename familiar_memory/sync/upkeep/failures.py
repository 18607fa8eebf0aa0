"""What an index lacks: documents that cannot be indexed, and notes that are missing."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from familiar_memory.domain.tree import MEMORY
from familiar_memory.sync.report import SyncReport

__all__ = ["Failure", "KnownFailures"]


class Failure(NamedTuple):
    """Of which source a document is that cannot be indexed, and why it cannot."""

    source: str
    reason: str


class KnownFailures:
    """Remembers what failed until it succeeds; thread-safe."""

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
    def held(self) -> tuple[str, ...]:
        """The notes that were missing, all at once, when everything was compared last."""
        with self._lock:
            return self._held

    def compared(self, report: SyncReport) -> None:
        """Everything was: nothing fails but what failed then."""
        with self._lock:
            self._failures = {key: Failure(MEMORY, why) for key, why in report.failed.items()}
            self._held = report.held

    def updated(self, source: str, keys: Iterable[str], failed: Mapping[str, str]) -> None:
        """These documents of one source were, but for those that failed."""
        with self._lock:
            for key in keys:
                self._failures.pop(key, None)
            self._failures |= {key: Failure(source, why) for key, why in failed.items()}
