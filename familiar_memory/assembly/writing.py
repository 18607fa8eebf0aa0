"""Wire what writes up the talk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from filelock import FileLock

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.history.base import History
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.store.base import NoteStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter

__all__ = ["wire_writing"]

_A_DAY_S = 86_400.0


def wire_writing(
    paths: FamiliarPaths,
    settings: Settings,
    vocabulary: Vocabulary,
    now: Callable[[], datetime],
    history: History,
    store: NoteStore,
) -> MemoryWriter:
    """Everything from turns to notes."""
    return MemoryWriter(
        history,
        store,
        ExtractiveWriter(),
        now,
        settings.zone,
        batch_turns=settings.memory_writer.batch_turns,
        vocabulary=vocabulary,
        policy=settings.audience.policy,
        default_audience=settings.audience.default,
        lock=lambda: _writer_lock(paths),
    )


def _writer_lock(paths: FamiliarPaths) -> FileLock:
    """A lock of its own for each run, held across threads; whoever is second waits.

    With a bound, however far: a thread that waits for ever for what an earlier run holds,
    which the same thread began, is taken for a deadlock by filelock.
    """
    return FileLock(paths.root / ".writer.lock", thread_local=False, timeout=_A_DAY_S)
