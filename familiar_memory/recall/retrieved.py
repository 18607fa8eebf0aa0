"""Tier 2: what was said and written about it, found by a search."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from time import monotonic

from familiar_memory.clock import Clock
from familiar_memory.domain.question.context import (
    Contribution,
    Decision,
    Disposition,
    Layer,
    RecallRequest,
)
from familiar_memory.domain.question.search import SearchHit, SearchResult
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import LORE, SELF, below
from familiar_memory.errors import FamiliarError
from familiar_memory.index.base import Index
from familiar_memory.index.words.tokens import content_terms
from familiar_memory.recall.choice.filter import Offer
from familiar_memory.recall.layout import FACTS, PASSAGES, PRIORITIES, RETRIEVED
from familiar_memory.recall.page.hit_lines import hit_lines
from familiar_memory.recall.page.macros import Macros
from familiar_memory.recall.page.own_words import people_first
from familiar_memory.recall.provider import Occasion, Page, Shown, reason_for
from familiar_memory.recall.ranking.asked.cues import asks_bot
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.weights import Profiles, RankingWeights
from familiar_memory.recall.running.steps import Step, TimeLimits
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.settings import RecallSettings
from familiar_memory.recall.superfluous import superfluous

__all__ = ["ContentSearchProvider", "search_filters"]

_log = logging.getLogger(__name__)
_STEP = "retrieve"
_CARD_FOLDER = below(SELF)
_OPEN_FOLDERS = (below(LORE),)
"""What a broadcast may draw on: canon, and nothing that was learned of anybody."""
_RELATIVE_FLOOR = 0.3
"""What scores less than this share of the best is padding, and a prompt has no room for it."""
_PATIENCE = 0.6
"""The share of the time that the meaning of a question may take: its words need the rest."""
_READ = 2_000
"""Characters of a question in which its words are looked for, to show where they stand."""
_SPARE = 8
"""More passages than wanted are read where lines on the page will fall out."""


class ContentSearchProvider:
    """Passages and turns that a request brings back, but for what is on the page."""

    source = RETRIEVED

    def __init__(
        self,
        index: Index,
        search: FreshSearch,
        clock: Clock,
        zone: tzinfo,
        settings: RecallSettings | None = None,
        profiles: Profiles | None = None,
        familiar_name: str = "",
    ) -> None:
        """Search one index; dates of sessions are of `zone`."""
        self._index = index
        self._search = search
        self._clock = clock
        self._zone = zone
        self._settings = settings or RecallSettings()
        self._profiles = profiles or Profiles()
        self._name = familiar_name

    def now(self) -> datetime:
        """The present moment, by which things expire."""
        return self._clock.now()

    def asked(self, occasion: Occasion, shown: Shown) -> tuple[Filters, int]:
        """What retrieval leaves out for a request where this is shown; how many hits it wants."""
        return self._filters(occasion, shown), self._limit_for(occasion.request)

    def weights(self, request: RecallRequest) -> RankingWeights:
        """How passages are weighed for a request."""
        return self._profiles.weights(request.profile or self._settings.profile, request.weights)

    def step(self, limits: TimeLimits) -> Step:
        """The search, which has what is left of the time."""

        def late(page: Page, after_s: float) -> None:
            page.degraded.append(f"retrieval took longer than {after_s:.3g} s")

        def failed(page: Page, problem: BaseException) -> None:
            if isinstance(problem, FamiliarError):
                page.degraded.append(reason_for(problem, page.occasion))
                return
            _log.error("retrieval failed", exc_info=problem)
            page.degraded.append(f"retrieval failed: {type(problem).__name__}")

        return Step(
            RETRIEVED,
            lambda occasion, page, stop: self._load(occasion, page, stop, limits),
            lambda: limits.left_s,
            late,
            failed,
        )

    def _load(self, occasion: Occasion, page: Page, stop: Stop, limits: TimeLimits) -> None:
        request = occasion.request
        filters, limit = self.asked(occasion, page.shown)
        shown = page.shown
        partly = min(len(shown.lines) + len(shown.texts) + len(shown.turns), _SPARE)
        with self._index.stoppable(stop):
            result = self._search.search(
                Query(
                    request.text,
                    occasion.viewer,
                    filters,
                    limit + partly,
                    self.weights(request),
                    embedded_by=monotonic() + _PATIENCE * limits.left_s,
                )
            )
        hits = [hit for hit in result.hits if superfluous(hit, page.shown) is None][:limit]
        self.tell(_judged(replace(result, hits=tuple(hits)), page), page)

    def tell(self, hits: Sequence[SearchHit], page: Page) -> None:
        """Write these hits on a page, but for those that it shows already."""
        page.hits = tuple(hit for hit in hits if superfluous(hit, page.shown) is None)
        if not page.hits:
            return
        request = page.occasion.request
        author = None if request.is_broadcast else request.author
        macros = Macros.between(self._name, author)
        # When it ended was not known then, or is not yet so.
        moment = self.now() if request.as_of is None else None
        asked = request.text[:_READ]
        said_once = [_without_told_fact(hit, page) for hit in page.hits]
        lines = hit_lines(said_once, macros, moment, content_terms(asked).keys())
        page.contributions.append(
            Contribution(
                Layer.CONTENT,
                RETRIEVED,
                lines=lines if asks_bot(asked) else people_first(lines),
                priority=PRIORITIES[RETRIEVED],
                label=RETRIEVED,
                trust="recalled",
            )
        )

    def offer(self, page: Page, found: Sequence[SearchHit]) -> Offer:
        """What a model may choose from: all that was found; what stands is on the page."""
        occasion = page.occasion
        filters, limit = self.asked(occasion, page.shown)
        return Offer(
            occasion.request.text,
            occasion.viewer,
            filters,
            tuple(found),
            page.hits,
            tuple(sorted(page.shown.paths)),
            limit,
        )

    def _limit_for(self, request: RecallRequest) -> int:
        if request.limit is not None:
            return request.limit
        return min(self._settings.retrieved, PASSAGES[request.mode])

    def _filters(self, occasion: Occasion, shown: Shown) -> Filters:
        is_open = occasion.viewer.is_broadcast
        return replace(
            search_filters(occasion.request, occasion.now),
            sources=frozenset({"memory"}) if is_open else None,
            exclude_keys=shown.left_out | {_CARD_FOLDER},
            exclude_refs=_answered(occasion.request),
            folders=_OPEN_FOLDERS if is_open else None,
            sessions_since=self._oldest_session(occasion.now),
        )

    def _oldest_session(self, now: datetime) -> str:
        if not self._settings.session_days:
            return ""
        today = now.astimezone(self._zone).date()
        return (today - timedelta(self._settings.session_days)).isoformat()


def _without_told_fact(hit: SearchHit, page: Page) -> SearchHit:
    """A hit that does not name its fact once more, where the page says that already."""
    if hit.fact is None or hit.fact.is_past:
        return hit
    at = (hit.fact.record.note, hit.fact.line)
    told = {line.at for one in page.earlier if one.source == FACTS for line in one.lines}
    return replace(hit, fact=None) if at in told or page.shown.has(*at) else hit


def _judged(result: SearchResult, page: Page) -> list[SearchHit]:
    """Those that are not far behind the best; what is decided on each is written down."""
    floor = _RELATIVE_FLOOR * max((hit.score for hit in result.hits), default=0.0)
    kept: list[SearchHit] = []
    for hit in result.hits:
        verdict, reason = Disposition.CUT, "far behind the best"
        if hit.score >= floor:
            verdict, reason = Disposition.KEPT, _signals(hit)
            kept.append(hit)
        page.decisions.append(Decision(_STEP, hit.name, verdict, reason, hit.score, hit))
    if result.degraded:
        page.degraded.append(result.degraded)
    return kept


def search_filters(
    request: RecallRequest, now: datetime, sources: frozenset[str] | None = None
) -> Filters:
    """What a request itself leaves out, whatever else is on the page."""
    return Filters(
        now=now,
        sources=sources,
        wanted=request.filters,
        as_of=request.as_of,
        present=_present_slugs(request),
        said=tuple(turn.text for turn in request.pending_turns),
    )


def _present_slugs(request: RecallRequest) -> tuple[str, ...]:
    """Those who speak to it now: who asks, and who wrote the turns being answered."""
    authors = [turn.author for turn in request.pending_turns if turn.role.value == "user"]
    if request.author is not None:
        authors.insert(0, request.author)
    return tuple(dict.fromkeys(author.slug for author in authors))


def _answered(request: RecallRequest) -> frozenset[tuple[str, str]]:
    """The turns being answered: the model has them before it, they are no memory."""
    return frozenset((turn.place.slug, turn.ref) for turn in request.pending_turns)


def _signals(hit: SearchHit) -> str:
    return " ".join(f"{name}={value:g}" for name, value in hit.signals)
