"""Why an answer is what it is: for the owner of one open familiar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from familiar_memory.domain.given import as_texts, check_count, check_text
from familiar_memory.life.owner_view import OwnerView
from familiar_memory.life.requests import check_request, refuse_incognito
from familiar_memory.life.settings.succession import Succeeded

if TYPE_CHECKING:
    from familiar_memory.config.memory_mode import MemorySettings
    from familiar_memory.domain.question.context import RecallRequest
    from familiar_memory.life.background import Background
    from familiar_memory.recall.explain.absence import WhyNotReport
    from familiar_memory.recall.explain.explainer import Explainer
    from familiar_memory.recall.explain.explanation import Explanation
    from familiar_memory.recall.ranking.weights import Profiles
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Explaining"]


class Explaining(Succeeded):
    """Explains answers: `familiar.explain`.

    For the owner: it lists what the request's place may not know, and names notes by their files.
    Nothing is logged.
    """

    def __init__(
        self,
        explainer: Explainer,
        profiles: Profiles,
        background: Background,
        view: OwnerView,
        threads: OffLoop,
        memory: MemorySettings,
    ) -> None:
        self._memory = memory
        self._explainer = explainer
        self._profiles = profiles
        self._background = background
        self._view = view
        self._threads = threads

    async def recall(self, request: RecallRequest) -> Explanation:
        """Recall, and account for every candidate: kept, cut or forbidden, and why.

        Raises:
            UsageError: no such profile or weight, or a moment without an offset.
        """
        await self._ready_for(request)
        explained = await self._explainer.recall(request)
        return await self._threads.run(self._view.explanation, explained)

    async def search(
        self, request: RecallRequest, limit: int = 10, *, sources: Iterable[str] | None = None
    ) -> Explanation:
        """Search for `limit` hits (in `sources`), and account for every candidate.

        Raises:
            InputError: the limit is not a number, or `sources` is not a collection of texts.
            UsageError: no such profile or weight, or a moment without an offset.
        """
        check_count(limit, "limit")
        kept = None if sources is None else as_texts(sources, "sources")
        await self._ready_for(request)
        explained = await self._explainer.search(request, limit, kept)
        return await self._threads.run(self._view.explanation, explained)

    async def why_not(
        self,
        target: str,
        request: RecallRequest,
        *,
        search_limit: int | None = None,
        sources: Iterable[str] | None = None,
    ) -> WhyNotReport:
        """Why a passage was not returned: `target` is a REF, a PATH, a PATH:LINE or a text.

        With a `search_limit` it is about a search for that many hits, else about a recall.

        Raises:
            InputError: a value of another type.
            UsageError: no such profile or weight, or a moment without an offset.
        """
        check_text(target, "a target")
        check_count(search_limit, "search_limit", optional=True)
        kept = None if sources is None else as_texts(sources, "sources")
        await self._ready_for(request)
        if search_limit is None:
            report = await self._explainer.why_not(target, request)
        else:
            report = await self._explainer.why_not_found(target, request, search_limit, kept)
        return await self._threads.run(self._view.why_not, report)

    async def _ready_for(self, request: RecallRequest) -> None:
        check_request(request, self._profiles)
        refuse_incognito(self._memory.hides_from(request))
        await self._background.catch_up()
