"""Explain an answer to the familiar's owner: run it, look deeper, and look as the owner."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import AbstractContextManager

from familiar_memory.domain.question.context import Disposition, RecallRequest
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer, permits
from familiar_memory.recall.explain.absence import WhyNotReport
from familiar_memory.recall.explain.case import Case
from familiar_memory.recall.explain.explanation import Explanation, explain_recall, explain_search
from familiar_memory.recall.explain.why_not import Evidence, WhyNot
from familiar_memory.recall.layout import FACTS, LORE
from familiar_memory.recall.page.surfaced import kept_hits
from familiar_memory.recall.pipeline import Explained, RecallPipeline
from familiar_memory.recall.plugins.registry import OWN_NAMES
from familiar_memory.recall.provider import Occasion
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.retrieved import ContentSearchProvider, search_filters
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.search.retrieve import Retriever
from familiar_memory.recall.search.weighing import Answered, Weighing
from familiar_memory.recall.viewer import viewer_of
from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Explainer"]

_FITTING = ("budget", "cap")
_FURTHER = 10
"""So many candidates behind the limit are shown, and so many that are forbidden."""


class Explainer:
    """Accounts for recalls and searches; writes nothing, not even the recall log."""

    def __init__(
        self,
        pipeline: RecallPipeline,
        content: ContentSearchProvider,
        search: FreshSearch,
        retriever: Retriever,
        evidence: Evidence,
        policy: AudiencePolicy,
        off_loop: OffLoop | None = None,
    ) -> None:
        self._pipeline = pipeline
        self._content = content
        self._search = search
        self._retriever = retriever
        self._history = evidence.history
        self._policy = policy
        self._off_loop = off_loop or OffLoop()
        self._why_not = WhyNot(evidence, self._seen_in)

    async def recall(self, request: RecallRequest) -> Explanation:
        """Recall, and account for every candidate; the context is in the answer."""
        explained = await self._pipeline.explained(request)
        return await self._off_loop.run(self._of_context, explained)

    async def search(
        self, request: RecallRequest, limit: int, sources: Iterable[str] | None = None
    ) -> Explanation:
        """Search, and account for every candidate; the result is in the answer."""
        kept = None if sources is None else frozenset(sources)
        return await self._off_loop.run(self._of_search, request, limit, kept)

    async def why_not(self, target: str, request: RecallRequest) -> WhyNotReport:
        """Why the target did not come into the context of a request.

        `target` is a turn (`REF` or `PLACE REF`), a note (`PATH` or `PATH:LINE`) or a
        text that stands in one.
        """
        meant = await self._off_loop.run(self._why_not.meant, target)
        explained = await self._pipeline.explained(request)

        def ask() -> WhyNotReport:
            filters, limit = self._content.asked(explained.occasion, explained.shown)
            with self._answered(explained.occasion, filters, limit) as (_, weighing):
                return self._why_not.ask(meant, _case(explained, weighing, limit))

        return await self._off_loop.run(ask)

    async def why_not_found(
        self, target: str, request: RecallRequest, limit: int, sources: Iterable[str] | None = None
    ) -> WhyNotReport:
        """Why the target was not among the hits of a search."""
        kept = None if sources is None else frozenset(sources)

        def ask() -> WhyNotReport:
            meant = self._why_not.meant(target)
            with self._found(request, kept, limit) as (result, weighing):
                degraded = (result.degraded,) if result.degraded else ()
                return self._why_not.ask(
                    meant, Case(weighing, limit, result.hits, degraded=degraded)
                )

        return await self._off_loop.run(ask)

    def _of_context(self, explained: Explained) -> Explanation:
        context, occasion = explained.context, explained.occasion
        filters, limit = self._content.asked(occasion, explained.shown)
        with self._answered(occasion, filters, limit) as (_, weighing):
            visible, hidden = self._counts(weighing)
            return explain_recall(
                context,
                self._pipeline.caps(occasion.request.mode, context.contributions),
                deeper=self._deeper(weighing, limit),
                forbidden=self._forbidden(weighing.query, limit),
                shown=explained.shown,
                visible=visible,
                hidden=hidden,
            )

    def _of_search(
        self, request: RecallRequest, limit: int, sources: frozenset[str] | None
    ) -> Explanation:
        started = time.perf_counter()
        with self._found(request, sources, limit) as (result, weighing):
            taken_ms = round(1000 * (time.perf_counter() - started), 1)
            visible, hidden = self._counts(weighing)
            return explain_search(
                result,
                deeper=self._deeper(weighing, limit),
                forbidden=self._forbidden(weighing.query, limit),
                timings_ms=(("retrieve", taken_ms),),
                visible=visible,
                hidden=hidden,
            )

    def _answered(
        self, occasion: Occasion, filters: Filters, limit: int
    ) -> AbstractContextManager[Answered]:
        """What the passages of a recall were read from."""
        request = occasion.request
        weights = self._content.weights(request)
        query = Query(request.text, occasion.viewer, filters, limit, weights)
        return self._search.answered(query)

    def _found(
        self, request: RecallRequest, sources: frozenset[str] | None, limit: int
    ) -> AbstractContextManager[Answered]:
        """The hits of a search, and what they were read from."""
        filters = search_filters(request, self._content.now(), sources)
        weights = self._content.weights(request)
        query = Query(request.text, self._viewer(request), filters, limit, weights)
        return self._search.answered(query)

    def _viewer(self, request: RecallRequest) -> Viewer:
        return viewer_of(request, self._history, self._policy)

    def _deeper(self, weighing: Weighing, limit: int) -> tuple[SearchHit, ...]:
        """The hits, and some of those that came after them."""
        return self._search.current(weighing.read(limit + _FURTHER).hits)

    def _forbidden(self, query: Query, limit: int) -> tuple[SearchHit, ...]:
        """What would have come if the owner had asked, and may not be shown there."""
        if query.viewer.is_owner:
            return ()
        everything = self._search.search(
            Query(query.text, Viewer(), query.filters, limit + _FURTHER, query.weights)
        )
        hidden = (hit for hit in everything.hits if not permits(query.viewer, hit.audience))
        return tuple(hidden)[:_FURTHER]

    def _counts(self, weighing: Weighing) -> tuple[int, int]:
        """How many passages the viewer may see after filters, and how many are hidden from them."""
        seen = weighing.masks.seen
        return seen, self._retriever.count_visible(Viewer(), weighing.query.filters) - seen

    def _seen_in(self, audience: str) -> tuple[str, ...]:
        """The places in which something of this audience may be shown, by slug."""
        found: list[str] = []
        for place in self._history.places():
            author = None
            if place.is_dm:
                author = next(iter(self._history.recent_distinct_authors(place, 1)), None)
            request = RecallRequest("", author, place)
            if permits(self._viewer(request), audience):
                found.append(place.slug)
        return tuple(found)


def _case(explained: Explained, weighing: Weighing, limit: int) -> Case:
    """What became of everything that a recall weighed, by its own trace."""
    context = explained.context
    decisions = context.trace.decisions
    return Case(
        weighing,
        limit,
        hits=tuple(hit for _, hit in kept_hits(context)),
        cut=tuple(d for d in decisions if d.hit is not None and d.verdict != "kept"),
        shown=explained.shown,
        fitted=context.contributions,
        shortened=frozenset(
            d.subject for d in decisions if d.step in _FITTING and d.verdict != "kept"
        ),
        facts=frozenset(d.subject for d in decisions if d.step == FACTS),
        provided={
            d.subject: d.step
            for d in decisions
            if d.step not in OWN_NAMES and d.verdict == Disposition.KEPT
        },
        lore={d.subject: d.reason for d in decisions if d.step == LORE and d.verdict == "cut"},
        degraded=context.trace.degraded,
    )
