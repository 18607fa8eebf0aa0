"""Never return a note or a turn as it was: look at what is behind each hit before giving it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from familiar_memory.domain.question.search import SearchHit, SearchResult
from familiar_memory.recall.search.fresh_look import FreshLook, Stale, hits_without
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.search.retrieve import Retriever
from familiar_memory.recall.search.weighing import Answered

__all__ = ["FreshSearch"]

_ATTEMPTS = 4
"""So often it is searched: what changes faster than it is read is left out, and told."""
_WIDER = 4
"""After old notes were met, so many times more hits are looked behind: where one file has
gone, others of its folder may have too."""


class FreshSearch:
    """Searches, and searches again when what is behind a hit has changed since it was read."""

    def __init__(self, retriever: Retriever, look: FreshLook) -> None:
        self._retriever = retriever
        self._look = look

    def search(self, query: Query) -> SearchResult:
        """Ranked hits, each as its source is now; `degraded` says what had to be left out.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        if query.asks_nothing:
            return SearchResult(())
        with self.answered(query) as answered:
            return answered.result

    @contextmanager
    def answered(self, query: Query) -> Iterator[Answered]:
        """What `search` gives, with what it was read from: that says why the rest did not come.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        wider = query
        with ExitStack() as view:
            for _ in range(_ATTEMPTS):
                view.close()
                found, weighing = view.enter_context(self._retriever.answered(wider))
                stale = self._look.stale(found.hits)
                if not self._look.refresh(stale.documents):
                    break
                wider = replace(wider, limit=wider.limit * _WIDER)
            result = _without(found, stale, query.limit)
            hits = self._look.labelled(result.hits, is_past=query.filters.as_of is not None)
            yield Answered(replace(result, hits=tuple(hits)), weighing)

    def current(self, hits: Sequence[SearchHit]) -> tuple[SearchHit, ...]:
        """Those of the hits that are still as they were read, in order."""
        return hits_without(hits, self._look.stale(hits))


def _without(found: SearchResult, stale: Stale, limit: int) -> SearchResult:
    kept = hits_without(found.hits, stale)
    if len(kept) == len(found.hits):
        return SearchResult(kept[:limit], found.degraded)
    gone = {_document(hit) for hit in found.hits} - {_document(hit) for hit in kept}
    reason = (
        "left out, because they are gone, cannot be read, or change faster than they are read: "
        f"{', '.join(sorted(gone))}"
    )
    return SearchResult(kept[:limit], "; ".join(filter(None, (found.degraded, reason))))


def _document(hit: SearchHit) -> str:
    return hit.path if hit.turn is None else hit.name
