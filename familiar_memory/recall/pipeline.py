"""A request through every step, in order: who asks, who is there, what is known, what fits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

from familiar_memory.domain.context import Contribution, Decision, RecallRequest, Trace
from familiar_memory.errors import FamiliarError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer
from familiar_memory.recall.budget import Budgeter
from familiar_memory.recall.character import CharacterProvider
from familiar_memory.recall.content_search import ContentSearchProvider, Found
from familiar_memory.recall.render import Context
from familiar_memory.recall.viewer import viewer_of

__all__ = ["RecallPipeline"]


class RecallPipeline:
    """Runs the providers side by side and fits what they bring into the budget."""

    def __init__(
        self,
        character: CharacterProvider,
        content: ContentSearchProvider,
        history: HistoryStore,
        policy: AudiencePolicy,
    ) -> None:
        self._character = character
        self._content = content
        self._history = history
        self._policy = policy

    async def recall(self, request: RecallRequest) -> Context:
        """The context for a reply; whatever fails or is late is left out and said in the trace."""
        started = time.perf_counter()
        viewer, unsure = await asyncio.to_thread(self._viewer, request)
        (card, card_decisions), people = await asyncio.gather(
            asyncio.to_thread(self._character.load, request, viewer, self._content.now()),
            self._content.people(request, viewer),
        )
        ready = time.perf_counter()
        shown = [c.label for c in people.contributions]
        left_s = max(request.deadline_s - (ready - started), 0.0)
        passages = await self._content.passages(request, viewer, shown, left_s)
        done = time.perf_counter()
        timings = (
            ("people", round(1000 * (ready - started), 1)),
            ("retrieve", round(1000 * (done - ready), 1)),
        )
        passages = replace(passages, degraded=(*unsure, *passages.degraded))
        return _fit(request, card, card_decisions, people, passages, timings)

    def _viewer(self, request: RecallRequest) -> tuple[Viewer, tuple[str, ...]]:
        """Who would read it; where history cannot say, the one who may see least."""
        try:
            return viewer_of(request, self._history, self._policy), ()
        except FamiliarError as problem:
            place = request.place.slug if request.place is not None else None
            return Viewer(place, self._policy), (problem.problem,)


def _fit(
    request: RecallRequest,
    card: Sequence[Contribution],
    card_decisions: Sequence[Decision],
    people: Found,
    passages: Found,
    timings: tuple[tuple[str, float], ...],
) -> Context:
    offered = (*card, *people.contributions, *passages.contributions, *request.extra)
    kept, budget_decisions = Budgeter(request.mode, request.budget).fit(offered)
    decisions = (*card_decisions, *people.decisions, *passages.decisions, *budget_decisions)
    return Context(kept, Trace(decisions, (*people.degraded, *passages.degraded), timings))
