"""Never return a note as it was: look at the file behind each hit before giving it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from familiar_memory.domain.search import SearchHit, SearchResult
from familiar_memory.domain.source import DocumentSource
from familiar_memory.errors import FamiliarError
from familiar_memory.index.documents import KnownDocument
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.retrieve import Retrieval, Retriever
from familiar_memory.recall.visible import Filters
from familiar_memory.recall.weights import RankingWeights
from familiar_memory.sync.diff import is_racy

__all__ = ["FreshSearch"]

_ATTEMPTS = 4
_WIDER = 4
"""After old notes were met, so many times more hits are looked behind: where one file has
gone, others of its folder may have too."""

Refresh = Callable[[Sequence[str]], bool]
"""Bring these notes up to date in the index, now; False when that would take long."""


class FreshSearch:
    """Searches, and searches again when a hit's file has changed since it was indexed."""

    def __init__(
        self,
        retriever: Retriever,
        notes: DocumentSource,
        indexed: Callable[[Sequence[str]], dict[str, KnownDocument]],
        refresh: Refresh,
    ) -> None:
        self._retriever = retriever
        self._notes = notes
        self._indexed = indexed
        self._refresh = refresh

    def search(
        self,
        text: str,
        viewer: Viewer,
        filters: Filters,
        limit: int,
        weights: RankingWeights | None = None,
    ) -> SearchResult:
        """Ranked hits, each as its file is now; `degraded` says what had to be left out.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        depth = limit
        for _ in range(_ATTEMPTS):
            found = self._retriever.retrieve(text, viewer, filters, depth, weights)
            stale = self._stale(found.hits)
            if not self._refresh_all(stale):
                break
            depth *= _WIDER
        return _without(found, stale, limit)

    def current(self, hits: Sequence[SearchHit]) -> tuple[SearchHit, ...]:
        """Those of the hits whose files are still as they were indexed, in order."""
        stale = self._stale(hits)
        return tuple(hit for hit in hits if hit.path not in stale)

    def freshen(self, paths: Iterable[str]) -> tuple[bool, frozenset[str]]:
        """Whether notes were refreshed in the index, and which are old and could not be."""
        stale = self._stale_paths(sorted(set(paths)))
        if self._refresh_all(stale):
            return True, frozenset()
        return False, frozenset(stale)

    def _refresh_all(self, stale: set[str]) -> bool:
        """Whether anything was refreshed."""
        return bool(stale) and self._refresh(sorted(stale))

    def _stale(self, hits: Sequence[SearchHit]) -> set[str]:
        return self._stale_paths(
            sorted({h.path for h in hits if h.source == self._notes.name and not h.is_past})
        )

    def _stale_paths(self, keys: Sequence[str]) -> set[str]:
        indexed = self._indexed(keys)
        return {key for key in keys if not self._is_current(key, indexed.get(key))}

    def _is_current(self, key: str, indexed: KnownDocument | None) -> bool:
        try:
            if indexed is None or self._notes.stamp(key) != indexed.stamp:
                return False
            # A file that was saved twice within one tick of its clock has one stamp.
            return not is_racy(indexed) or self._notes.digest(key) == indexed.digest
        except FamiliarError:
            return False


def _without(found: Retrieval, stale: set[str], limit: int) -> SearchResult:
    kept = tuple(hit for hit in found.hits if hit.path not in stale)[:limit]
    if not stale:
        return SearchResult(kept, found.degraded)
    reason = (
        "left out, because they are gone, cannot be read, or change faster than they can be: "
        f"{', '.join(sorted(stale))}"
    )
    return SearchResult(kept, "; ".join(filter(None, (found.degraded, reason))))
