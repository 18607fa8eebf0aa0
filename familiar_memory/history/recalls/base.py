"""What a log of recalls is, whatever keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from familiar_memory.domain.memory.surfaced import LoggedRecall, SurfaceCount

__all__ = ["LogCounts", "Recalls"]


@dataclass(frozen=True, slots=True)
class LogCounts:
    """Recalls that are kept, and rows of what they surfaced."""

    recalls: int
    surfaced: int


class Recalls(Protocol):
    """What was put before models, by name; no text."""

    def add(self, recalls: Iterable[LoggedRecall]) -> None:
        """Enter recalls, all in one transaction; turns that are deleted by now are left out."""

    def latest(self, limit: int = 20) -> list[LoggedRecall]:
        """The newest recalls, the newest first."""

    def top_notes(self, limit: int = 10) -> list[SurfaceCount]:
        """The notes that were surfaced in most recalls, by path."""

    def top_turns(self, limit: int = 10) -> list[SurfaceCount]:
        """The turns that were surfaced in most recalls; `key` is their place."""

    def counts(self) -> LogCounts:
        """How much is kept."""

    def trim(self, now: datetime, *, keep_days: int = 0, keep_rows: int = 0) -> int:
        """Drop what is older than so many days, then the oldest beyond so many rows.

        0 means no such bound. Returns how many recalls were dropped.
        """
