"""Explain an answer to the familiar's owner: run it, look deeper, and look as the owner."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import replace

from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.search import SearchHit, SearchResult
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer, permits
from familiar_memory.recall.explain.explanation import Explanation, explain_recall, explain_search
from familiar_memory.recall.explain.reasons import Asked
from familiar_memory.recall.explain.why_not import WhyNot, WhyNotReport
from familiar_memory.recall.layout import FACTS, LORE
from familiar_memory.recall.page.surfaced import kept_hits
from familiar_memory.recall.pipeline import Explained, RecallPipeline
from familiar_memory.recall.retrieved import ContentSearchProvider, search_filters
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.retrieve import Retriever
from familiar_memory.recall.viewer import viewer_of
from familiar_memory.store.base import NoteStore
from familiar_memory.sync.synchroniser import Synchroniser

__all__ = ["Explainer"]

_FITTING = ("budget", "cap")
_FURTHER = 10
"""So many candidates behind the limit are shown, and so many that are forbidden."""


class Explainer:
    """Accounts for recalls and searches; writes nothing, not even the recall log."""

    def __init__(
        self,
        *,
        pipeline: RecallPipeline,
        content: ContentSearchProvider,
        search: FreshSearch,
        retriever: Retriever,
        index: EmbeddingIndex,
        notes: DocumentSource,
        history: HistoryStore,
        store: NoteStore,
        synchroniser: Synchroniser,
        policy: AudiencePolicy,
    ) -> None:
        self._pipeline = pipeline
        self._content = content
        self._search = search
        self._retriever = retriever
        self._history = history
        self._policy = policy
        self._why_not = WhyNot(
            index,
            notes,
            history,
            store,
            synchroniser.indexed,
            self._ranking,
            lambda passage, asked: retriever.excluded_by(passage, asked.viewer, asked.filters),
            self._seen_in,
        )

    async def recall(self, request: RecallRequest) -> Explanation:
        """Recall, and account for every candidate; the context is in the answer."""
        explained = await self._pipeline.explained(request)
        return await asyncio.to_thread(self._of_context, explained)

    async def search(
        self, request: RecallRequest, limit: int, sources: Iterable[str] | None = None
    ) -> Explanation:
        """Search, and account for every candidate; the result is in the answer."""
        kept = None if sources is None else frozenset(sources)
        return await asyncio.to_thread(self._of_search, request, limit, kept)

    async def why_not(self, target: str, request: RecallRequest) -> WhyNotReport:
        """Why the target did not come into the context of a request.

        `target` is a turn (`REF` or `PLACE REF`), a note (`PATH` or `PATH:LINE`) or a
        text that stands in one.
        """
        meant = await asyncio.to_thread(self._why_not.meant, target)
        explained = await self._pipeline.explained(request)
        return await asyncio.to_thread(lambda: self._why_not.ask(meant, self._asked(explained)))

    async def why_not_found(
        self, target: str, request: RecallRequest, limit: int, sources: Iterable[str] | None = None
    ) -> WhyNotReport:
        """Why the target was not among the hits of a search."""
        kept = None if sources is None else frozenset(sources)

        def ask() -> WhyNotReport:
            meant = self._why_not.meant(target)
            asked = self._asked_of_search(request, kept, limit)
            hits = tuple(self._ranking(asked, limit))
            return self._why_not.ask(meant, replace(asked, hits=hits))

        return await asyncio.to_thread(ask)

    def _of_context(self, explained: Explained) -> Explanation:
        asked, context = self._asked(explained), explained.context
        visible, hidden = self._counts(asked)
        return explain_recall(
            context,
            self._pipeline.caps(explained.occasion.request.mode, context.contributions),
            deeper=self._ranking(asked, asked.limit + _FURTHER),
            forbidden=self._forbidden(asked),
            visible=visible,
            hidden=hidden,
        )

    def _of_search(
        self, request: RecallRequest, limit: int, sources: frozenset[str] | None
    ) -> Explanation:
        asked = self._asked_of_search(request, sources, limit)
        started = time.perf_counter()
        result = self._search.search(asked.text, asked.viewer, asked.filters, limit, asked.weights)
        taken_ms = round(1000 * (time.perf_counter() - started), 1)
        visible, hidden = self._counts(asked)
        return explain_search(
            result,
            deeper=self._ranking(asked, limit + _FURTHER),
            forbidden=self._forbidden(asked),
            timings_ms=(("retrieve", taken_ms),),
            visible=visible,
            hidden=hidden,
        )

    def _asked_of_search(
        self, request: RecallRequest, sources: frozenset[str] | None, limit: int
    ) -> Asked:
        filters = search_filters(request, self._content.now(), sources)
        weights = self._content.weights(request)
        return Asked(request.text, self._viewer(request), filters, limit, weights)

    def _viewer(self, request: RecallRequest) -> Viewer:
        return viewer_of(request, self._history, self._policy)

    def _asked(self, explained: Explained) -> Asked:
        context, occasion = explained.context, explained.occasion
        request = occasion.request
        filters, limit = self._content.asked(occasion, explained.shown)
        return Asked(
            request.text,
            occasion.viewer,
            filters,
            limit,
            self._content.weights(request),
            hits=tuple(hit for _, hit in kept_hits(context)),
            cut=tuple(
                (d.hit, d.reason)
                for d in context.trace.decisions
                if d.hit is not None and d.verdict != "kept"
            ),
            shown=explained.shown,
            fitted=context.contributions,
            shortened=frozenset(
                d.subject
                for d in context.trace.decisions
                if d.step in _FITTING and d.verdict != "kept"
            ),
            facts=frozenset(d.subject for d in context.trace.decisions if d.step == FACTS),
            lore={
                d.subject: d.reason
                for d in context.trace.decisions
                if d.step == LORE and d.verdict == "cut"
            },
        )

    def _ranking(self, asked: Asked, limit: int) -> tuple[SearchHit, ...]:
        return self._search.search(
            asked.text, asked.viewer, asked.filters, limit, asked.weights
        ).hits

    def _forbidden(self, asked: Asked) -> tuple[SearchHit, ...]:
        """What would have come if the owner had asked, and may not be told there."""
        if asked.viewer.is_owner:
            return ()
        everything: SearchResult = self._search.search(
            asked.text, Viewer(), asked.filters, asked.limit + _FURTHER, asked.weights
        )
        hidden = (hit for hit in everything.hits if not permits(asked.viewer, hit.audience))
        return tuple(hidden)[:_FURTHER]

    def _counts(self, asked: Asked) -> tuple[int, int]:
        """How many passages the viewer may see after filters, and how many are hidden from them."""
        seen, all_of_them = (
            self._retriever.count_visible(viewer, asked.filters)
            for viewer in (asked.viewer, Viewer())
        )
        return seen, all_of_them - seen

    def _seen_in(self, audience: str) -> tuple[str, ...]:
        """The places in which something of this audience may be told, by slug."""
        found: list[str] = []
        for place in self._history.places():
            author = None
            if place.is_dm:
                author = next(iter(self._history.recent_distinct_authors(place, 1)), None)
            request = RecallRequest("", author, place)
            if permits(self._viewer(request), audience):
                found.append(place.slug)
        return tuple(found)
