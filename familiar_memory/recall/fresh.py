"""Never return a note as it was: look at the file behind each hit before giving it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from familiar_memory.domain.search import SearchHit, SearchResult
from familiar_memory.domain.source import DocumentSource, Stamp
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.retrieve import Retrieval, Retriever
from familiar_memory.recall.visible import Filters

__all__ = ["FreshSearch"]

_ATTEMPTS = 2

Refresh = Callable[[Sequence[str]], None]
"""Bring these notes up to date in the index, now."""


class FreshSearch:
    """Searches, and searches again when a hit's file has changed since it was indexed."""

    def __init__(
        self,
        retriever: Retriever,
        notes: DocumentSource,
        indexed: Callable[[Sequence[str]], dict[str, Stamp]],
        refresh: Refresh,
    ) -> None:
        self._retriever = retriever
        self._notes = notes
        self._indexed = indexed
        self._refresh = refresh

    def search(self, text: str, viewer: Viewer, filters: Filters, limit: int) -> SearchResult:
        """Ranked hits, each as its file is now; `degraded` says what had to be left out.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        for _ in range(_ATTEMPTS):
            found = self._retriever.retrieve(text, viewer, filters, limit)
            stale = self._stale(found.hits)
            if not stale:
                return SearchResult(found.hits, found.degraded)
            self._refresh(sorted(stale))
        return _without(found, self._stale(found.hits))

    def _stale(self, hits: Sequence[SearchHit]) -> set[str]:
        keys = sorted({hit.path for hit in hits if hit.source == self._notes.name})
        indexed = self._indexed(keys)
        return {key for key in keys if not self._is_current(key, indexed.get(key))}

    def _is_current(self, key: str, indexed: Stamp | None) -> bool:
        try:
            return indexed is not None and self._notes.stamp(key) == indexed
        except FamiliarError:
            return False


def _without(found: Retrieval, stale: set[str]) -> SearchResult:
    kept = tuple(hit for hit in found.hits if hit.path not in stale)
    if len(kept) == len(found.hits):
        return SearchResult(kept, found.degraded)
    reason = (
        f"left out, because they change faster than they can be read: {', '.join(sorted(stale))}"
    )
    return SearchResult(kept, "; ".join(filter(None, (found.degraded, reason))))
