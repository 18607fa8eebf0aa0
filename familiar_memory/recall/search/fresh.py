"""Never return a note or a turn as it was: look at what is behind each hit before giving it out."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from familiar_memory.domain.question.search import SearchHit, SearchResult
from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.ranking.masks import Filters
from familiar_memory.recall.ranking.weights import RankingWeights
from familiar_memory.recall.search.fresh_look import FreshLook, Stale, hits_without
from familiar_memory.recall.search.retrieve import PATIENCE_S, Retrieval, Retriever

__all__ = ["FreshSearch"]

_ATTEMPTS = 4
_WIDER = 4
"""After old notes were met, so many times more hits are looked behind: where one file has
gone, others of its folder may have too."""


class FreshSearch:
    """Searches, and searches again when what is behind a hit has changed since it was read."""

    def __init__(self, retriever: Retriever, look: FreshLook) -> None:
        self._retriever = retriever
        self._look = look

    def search(
        self,
        text: str,
        viewer: Viewer,
        filters: Filters,
        limit: int,
        weights: RankingWeights | None = None,
        patience_s: float = PATIENCE_S,
    ) -> SearchResult:
        """Ranked hits, each as its source is now; `degraded` says what had to be left out.

        The embedder has `patience_s` seconds; after that the answer goes by words alone.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        depth, embedded_by = limit, monotonic() + patience_s
        for _ in range(_ATTEMPTS):
            found = self._retriever.retrieve(text, viewer, filters, depth, weights, embedded_by)
            stale = self._look.stale(found.hits)
            if not self._look.refresh(stale.documents):
                break
            depth *= _WIDER
        return _without(found, stale, limit)

    def current(self, hits: Sequence[SearchHit]) -> tuple[SearchHit, ...]:
        """Those of the hits that are still as they were read, in order."""
        return hits_without(hits, self._look.stale(hits))


def _without(found: Retrieval, stale: Stale, limit: int) -> SearchResult:
    kept = hits_without(found.hits, stale)
    if len(kept) == len(found.hits):
        return SearchResult(kept[:limit], found.degraded)
    gone = {_name(hit) for hit in found.hits} - {_name(hit) for hit in kept}
    reason = (
        "left out, because they are gone, cannot be read, or change faster than they are read: "
        f"{', '.join(sorted(gone))}"
    )
    return SearchResult(kept[:limit], "; ".join(filter(None, (found.degraded, reason))))


def _name(hit: SearchHit) -> str:
    return f"turn {hit.ref}" if hit.source == CONVERSATION else hit.path
