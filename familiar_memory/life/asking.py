"""Every kind of question to one open familiar: checked, caught up with, answered, noted."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR
from typing import Any

from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.given import as_texts, check_count, check_type
from familiar_memory.domain.memory.surfaced import LoggedRecall
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.search import SearchResult
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.errors import IndexUnavailableError, UsageError
from familiar_memory.life.background import CATCH_UP_S, Background
from familiar_memory.life.off_loop import OffLoop
from familiar_memory.recall.explain.explanation import Explanation
from familiar_memory.recall.explain.why_not import WhyNotReport
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.page.surfaced import surfaced_of
from familiar_memory.recall.retrieved import search_filters
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.talk.choosers import TurnChooser
from familiar_memory.recall.talk.conversation import Conversation
from familiar_memory.recall.viewer import viewer_of

__all__ = ["Asking", "as_request"]

_log = logging.getLogger(__name__)


class Asking:
    """Answers questions; what each method promises stands with the familiar's of its name."""

    def __init__(self, parts: Parts, background: Background, threads: OffLoop) -> None:
        self._parts = parts
        self._background = background
        self._threads = threads

    async def search(
        self, request: RecallRequest, limit: int, sources: Iterable[str] | None
    ) -> SearchResult:
        """See `Familiar.search`."""
        self._check(request)
        check_count(limit, "limit")
        kept = None if sources is None else frozenset(as_texts([*sources], "sources"))
        lag = await self._background.catch_up(is_owner=_is_owner(request))
        try:
            result = await self._threads.run(self._search, request, kept, limit)
        except IndexUnavailableError:
            # Disposable: make it anew, once, and ask again.
            await self._threads.run(self._parts.synchroniser.repair)
            result = await self._threads.run(self._search, request, kept, limit)
        reasons = (*self._parts.lacks, *filter(None, (lag, result.degraded)))
        degraded = names_only("; ".join(dict.fromkeys(reasons)))
        return SearchResult(result.hits, degraded or None)

    def _search(
        self, request: RecallRequest, sources: frozenset[str] | None, limit: int
    ) -> SearchResult:
        parts = self._parts
        viewer = viewer_of(request, parts.history, parts.settings.audience.policy)
        filters = search_filters(request, parts.clock.now(), sources)
        weights = parts.profiles.weights(
            request.profile or parts.settings.recall.profile, request.weights
        )
        result = parts.search.search(Query(request.text, viewer, filters, limit, weights))
        missing = parts.unindexed.told(viewer)
        reasons = "; ".join(reason for reason in (missing, result.degraded) if reason)
        return SearchResult(result.hits, reasons or None)

    async def recall(self, request: RecallRequest) -> Context:
        """See `Familiar.recall`."""
        self._check(request)
        context = await self._parts.recall.recall(
            request,
            lambda timeout_s: self._background.catch_up(
                min(timeout_s, CATCH_UP_S), is_owner=_is_owner(request)
            ),
        )
        if self._parts.index.is_damaged:
            self._background.repair_soon()
        self._note_recall(request, context)
        return context.also_degraded(self._parts.lacks)

    async def conversation(
        self, request: RecallRequest, chooser: TurnChooser | None
    ) -> Conversation:
        """See `Familiar.conversation`."""
        self._check(request)
        started = time.monotonic()
        if chooser is None:
            await self._background.catch_up(min(request.deadline_s / 2, CATCH_UP_S))
        left_s = max(request.deadline_s - (time.monotonic() - started), 0.0)
        return await self._parts.conversation_context.load(
            replace(request, deadline_s=left_s), chooser
        )

    async def explain(
        self, request: RecallRequest, search_limit: int | None, sources: Iterable[str] | None
    ) -> Explanation:
        """See `Familiar.explain`."""
        self._check(request)
        await self._background.catch_up()
        if search_limit is not None:
            return await self._parts.explainer.search(request, search_limit, sources)
        return await self._parts.explainer.recall(request)

    async def why_not(
        self,
        target: str,
        request: RecallRequest,
        search_limit: int | None,
        sources: Iterable[str] | None,
    ) -> WhyNotReport:
        """See `Familiar.why_not`."""
        self._check(request)
        await self._background.catch_up()
        explainer = self._parts.explainer
        if search_limit is not None:
            return await explainer.why_not_found(target, request, search_limit, sources)
        return await explainer.why_not(target, request)

    def _check(self, request: RecallRequest) -> None:
        """Refuse at once what no search could do."""
        accepted = 'a RecallRequest, such as RecallRequest("where is the kettle?", author, place)'
        check_type(request, RecallRequest, "a request", accepted)
        self._parts.profiles.weights(request.profile, request.weights)
        if request.as_of is None:
            return
        if request.as_of.utcoffset() is None:
            raise UsageError(
                f"as_of {request.as_of.isoformat()} has no offset from UTC", "an aware datetime"
            )
        if not MINYEAR < request.as_of.year < MAXYEAR:
            # In another time zone it may be no moment at all.
            raise UsageError(
                f"as_of {request.as_of.isoformat()} is at the end of all dates",
                f"a moment of the years {MINYEAR + 1} to {MAXYEAR - 1}",
            )

    def _note_recall(self, request: RecallRequest, context: Context) -> None:
        """Let the recall log know by name what was surfaced; nobody waits for it."""
        parts = self._parts
        settings = parts.settings.recall
        if request.incognito or not settings.log or parts.history.refusal is not None:
            return
        try:
            logged = LoggedRecall(
                parts.clock.now(),
                None if request.place is None else request.place.slug,
                None if request.author is None else request.author.slug,
                surfaced_of(context),
                sum(one.hit is not None for one in context.trace.decisions),
                request.text if settings.log_questions else None,
            )
            parts.recall_logger.note(logged)
        except Exception:  # noqa: BLE001 - the edge: a log must not take the reply with it
            _log.exception("a recall is not logged")


def as_request(query: str | RecallRequest, **more: Any) -> RecallRequest:  # noqa: ANN401 - its fields
    """A question with these fields of a `RecallRequest`, of which None says nothing.

    Raises:
        UsageError: a request, and beside it what it says itself.
    """
    given = {name: value for name, value in more.items() if value is not None}
    if not isinstance(query, RecallRequest):
        return RecallRequest(query, **given)
    if given:
        raise UsageError(
            f"a request was given, and beside it {', '.join(given)}",
            f"a request that says so itself: RecallRequest(text, {next(iter(given))}=…)",
        )
    return query


def _is_owner(request: RecallRequest) -> bool:
    """Whether the owner asks, who may know of every note."""
    return request.place is None and not request.is_broadcast
