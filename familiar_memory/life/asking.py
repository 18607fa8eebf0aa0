"""A question to one open familiar: checked, caught up with, answered, noted."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from familiar_memory.domain.given import as_texts, check_count
from familiar_memory.domain.memory.surfaced import LoggedRecall
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.search import SearchResult
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.life.admission.incognito import INCOGNITO, nothing_recalled, nothing_said
from familiar_memory.life.background import CATCH_UP_S
from familiar_memory.life.owner_view import OwnerView
from familiar_memory.life.requests import check_request
from familiar_memory.recall.page.surfaced import surfaced_of
from familiar_memory.recall.retrieved import search_filters
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.viewer import viewer_of

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.background import Background
    from familiar_memory.recall.page.render import Context
    from familiar_memory.recall.talk.choosers import TurnChooser
    from familiar_memory.recall.talk.conversation import Conversation
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Asking"]

_log = logging.getLogger(__name__)


class Asking:
    """Answers questions; what each method promises stands with the familiar's of its name."""

    def __init__(self, parts: Parts, background: Background, threads: OffLoop) -> None:
        self._parts = parts
        self._background = background
        self._threads = threads
        self._memory = parts.setup.settings.memory

    async def search(
        self, query: str | RecallRequest, limit: int, sources: Iterable[str] | None
    ) -> SearchResult:
        """See `Familiar.search`."""
        request = query if isinstance(query, RecallRequest) else RecallRequest(query)
        check_request(request, self._parts.searching.profiles)
        check_count(limit, "limit")
        kept = None if sources is None else frozenset(as_texts(sources, "sources"))
        if self._memory.hides_from(request):
            return SearchResult((), INCOGNITO)
        lag = await self._background.catch_up(is_owner=_is_owner(request))
        try:
            result = await self._threads.run(self._search, request, kept, limit)
        except IndexUnavailableError:
            # Disposable: make it anew, once, and ask again.
            await self._threads.run(self._parts.indexing.repair)
            result = await self._threads.run(self._search, request, kept, limit)
        reasons = (*self._parts.lacks, *filter(None, (lag, result.degraded)))
        degraded = names_only("; ".join(dict.fromkeys(reasons)))
        return SearchResult(result.hits, degraded or None)

    def _search(
        self, request: RecallRequest, sources: frozenset[str] | None, limit: int
    ) -> SearchResult:
        parts = self._parts
        viewer = viewer_of(request, parts.files.history, parts.setup.settings.audience.policy)
        filters = search_filters(request, parts.setup.clock.now(), sources)
        weights = parts.searching.profiles.weights(
            request.profile or parts.setup.settings.recall.profile, request.weights
        )
        result = parts.searching.search.search(Query(request.text, viewer, filters, limit, weights))
        missing = parts.searching.unindexed.told(viewer)
        reasons = "; ".join(reason for reason in (missing, result.degraded) if reason)
        hits = result.hits
        if _is_owner(request):
            hits = tuple(map(OwnerView(parts.files.register).hit, hits))
        return SearchResult(hits, reasons or None)

    async def recall(self, request: RecallRequest) -> Context:
        """See `Familiar.recall`."""
        check_request(request, self._parts.searching.profiles)
        if self._memory.hides_from(request):
            return nothing_recalled(request, self._parts.setup.settings.recall)
        context = await self._parts.answering.recall.recall(
            request,
            lambda timeout_s: self._background.catch_up(
                min(timeout_s, CATCH_UP_S), is_owner=_is_owner(request)
            ),
        )
        if self._parts.files.index.is_damaged:
            self._background.repair_soon()
        self._note_recall(request, context)
        if _is_owner(request):
            view = OwnerView(self._parts.files.register)
            context = await self._threads.run(view.context, context)
        return context.also_degraded(self._parts.lacks)

    async def conversation(
        self, request: RecallRequest, chooser: TurnChooser | None
    ) -> Conversation:
        """See `Familiar.conversation`."""
        check_request(request, self._parts.searching.profiles)
        if self._memory.hides_from(request):
            return nothing_said(request)
        started = time.monotonic()
        if chooser is None:
            await self._background.catch_up(min(request.deadline_s / 2, CATCH_UP_S))
        left_s = max(request.deadline_s - (time.monotonic() - started), 0.0)
        return await self._parts.answering.conversation.load(
            replace(request, deadline_s=left_s), chooser
        )

    def _note_recall(self, request: RecallRequest, context: Context) -> None:
        """Let the recall log know by name what was surfaced; nobody waits for it."""
        parts = self._parts
        settings = parts.setup.settings.recall
        if not (request.log and settings.log) or parts.files.history.refusal is not None:
            return
        try:
            logged = LoggedRecall(
                parts.setup.clock.now(),
                None if request.place is None else request.place.slug,
                None if request.author is None else request.author.slug,
                surfaced_of(context),
                sum(one.hit is not None for one in context.trace.decisions),
                request.text if settings.log_questions else None,
            )
            parts.answering.recall_logger.note(logged)
        except Exception:  # noqa: BLE001 - the edge: a log must not take the reply with it
            _log.exception("a recall is not logged")


def _is_owner(request: RecallRequest) -> bool:
    """Whether the owner asks, who may know of every note."""
    return request.place is None and not request.is_broadcast
