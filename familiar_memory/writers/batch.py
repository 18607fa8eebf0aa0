"""What a writer is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, tzinfo
from typing import Protocol

from familiar_memory.domain.turn import StoredTurn
from familiar_memory.operations.proposal import Operation

__all__ = ["Batch", "Extractor", "NotedTopic"]


@dataclass(frozen=True, slots=True)
class NotedTopic:
    """A topic that has a note: its title, and the day of the newest line there."""

    title: str
    newest: date | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Turns to be written up, in order of arrival, and what helps to judge them.

    `background` are the turns before them, which were written up already; `names` are
    all that people were ever called; `topics` are the topic notes that collect mentions,
    by slug.
    """

    turns: tuple[StoredTurn, ...]
    zone: tzinfo
    background: tuple[StoredTurn, ...] = ()
    names: tuple[str, ...] = ()
    topics: Mapping[str, NotedTopic] = field(default_factory=dict)


class Extractor(Protocol):
    """Turns a batch into proposals: without a model, or with one."""

    def propose(self, batch: Batch) -> tuple[Operation, ...]:
        """Propose operations; what is proposed is checked and merged by code."""
