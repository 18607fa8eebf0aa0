"""A store that reports which files it has changed."""

from __future__ import annotations

from collections.abc import Callable

from familiar_memory.store.memory_store import MemoryStore

__all__ = ["IndexingMemoryStore"]


class IndexingMemoryStore(MemoryStore):
    """Another `MemoryStore`, with a report of the path of each file that is changed here.

    The report comes after success and only for real changes; a move reports the old path,
    then the new one. What the other store changes itself is not reported. A listener that fails is
    logged; the change is made anyway.
    """

    def __init__(self, store: MemoryStore, on_change: Callable[[str], None]) -> None:
        # Of one tree there is one set of locks: all but the changes is the other store's own.
        vars(self).update(vars(store))
        self._changes = self._changes.reporting_to(on_change)
