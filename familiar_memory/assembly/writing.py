"""Wire what writes up the talk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from filelock import FileLock

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.store.base import NoteStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter

__all__ = ["Writing", "wire_writing"]


class Writing(NamedTuple):
    """The writer, and the lock that keeps two of them, in any process, from the same turns."""

    writer: MemoryWriter
    lock: FileLock


def wire_writing(
    paths: FamiliarPaths,
    settings: Settings,
    vocabulary: Vocabulary,
    now: Callable[[], datetime],
    history: HistoryStore,
    store: NoteStore,
) -> Writing:
    """Everything from turns to notes."""
    writer = MemoryWriter(
        history,
        store,
        ExtractiveWriter(),
        now,
        settings.zone,
        batch_turns=settings.memory_writer.batch_turns,
        vocabulary=vocabulary,
        policy=settings.audience.policy,
        default_audience=settings.audience.default,
    )
    return Writing(writer, FileLock(paths.root / ".writer.lock"))
