"""What memory holds for a request: the people, always; then what was said and written.

The people tier does not wait for anything. Retrieval is bounded by the deadline and
may fail or be late without taking the people with it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.clock import Clock
from familiar_memory.domain.context import Contribution, Decision, Layer, RecallRequest
from familiar_memory.domain.search import SearchHit
from familiar_memory.domain.source import DocumentSource
from familiar_memory.errors import FamiliarError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.budget import cut_to_tokens
from familiar_memory.recall.filter import FilterTier, Offer
from familiar_memory.recall.fresh import FreshSearch
from familiar_memory.recall.past import PastIndex
from familiar_memory.recall.people import Aliases, PeopleSettings, PeopleTier
from familiar_memory.recall.visible import Filters
from familiar_memory.recall.weights import Profiles, RankingWeights
from familiar_memory.sync.file_source import FileSource

__all__ = ["RETRIEVAL_SOURCE", "ContentSearchProvider", "Found", "present_slugs"]

_log = logging.getLogger(__name__)
RETRIEVAL_SOURCE = "content_search.rag"
_PRIORITY = 70
_HIT_TOKENS = 400
"""One endless passage must not take the place of all others."""
_CARD_FOLDER = "self/"
_ATTRIBUTED = "**"
"""How a line of a note begins that says itself who spoke."""
_RELATIVE_FLOOR = 0.3
"""What scores less than this share of the best is padding, and a prompt has no room for it."""


@dataclass(frozen=True, slots=True)
class Found:
    """Contributions with the decisions behind them, and what was degraded."""

    contributions: Sequence[Contribution]
    decisions: Sequence[Decision]
    degraded: tuple[str, ...] = ()


class ContentSearchProvider:
    """Tier 1, people lookup; tier 2, retrieval; tier 3, where there is a model, its choice."""

    def __init__(
        self,
        *,
        notes: FileSource,
        history: HistoryStore,
        aliases: Aliases,
        search: FreshSearch,
        vocabulary: Vocabulary,
        clock: Clock,
        recent_author_limit: int = 5,
        people_tokens: int = 800,
        excluded_words: Sequence[str] = (),
        limit: int = 8,
        filter_tier: FilterTier | None = None,
        past: PastIndex | None = None,
        profiles: Profiles | None = None,
        profile: str | None = None,
    ) -> None:
        settings = PeopleSettings(recent_author_limit, people_tokens, tuple(excluded_words))
        self._people = PeopleTier(notes, history, aliases, vocabulary, settings)

        def people_of(source: DocumentSource) -> PeopleTier:
            return PeopleTier(source, history, aliases, vocabulary, settings)

        self._people_of = people_of
        self._past = past
        self._profiles = profiles or Profiles()
        self._profile = profile
        self._search = search
        self._clock = clock
        self._limit = limit
        self._filter = filter_tier

    def now(self) -> datetime:
        """The present moment, by which things expire."""
        return self._clock.now()

    async def people(self, request: RecallRequest, viewer: Viewer) -> Found:
        """The notes of everybody who matters here, whatever else happens."""
        contributions, decisions = await asyncio.to_thread(
            self._tier(request).load, request, viewer, request.as_of or self.now()
        )
        return Found(contributions, decisions)

    def _tier(self, request: RecallRequest) -> PeopleTier:
        if request.as_of is None or self._past is None:
            return self._people
        return self._people_of(self._past.notes(request.as_of))

    def asked(self, request: RecallRequest, shown: Iterable[str] = ()) -> tuple[Filters, int]:
        """What retrieval leaves out for a request, and how many hits it wants."""
        filters = Filters(
            now=self.now(),
            exclude_keys=frozenset({*shown, _CARD_FOLDER}),
            exclude_refs=_answered(request),
            wanted=request.filters,
            as_of=request.as_of,
            present=present_slugs(request),
        )
        return filters, self._limit if request.limit is None else request.limit

    def weights(self, request: RecallRequest) -> RankingWeights:
        """How passages are weighed for a request."""
        return self._profiles.weights(request.profile or self._profile, request.weights)

    async def passages(
        self, request: RecallRequest, viewer: Viewer, shown: Iterable[str], timeout_s: float
    ) -> Found:
        """What was said and written about it; notes in `shown` are on the page already."""
        shown = tuple(shown)
        ends = time.monotonic() + timeout_s
        filters, limit = self.asked(request, shown)
        weights = self.weights(request)
        try:
            result = await asyncio.wait_for(
                asyncio.to_thread(
                    self._search.search, request.text, viewer, filters, limit, weights
                ),
                timeout_s,
            )
        except TimeoutError:
            return Found((), (), (f"retrieval took longer than {timeout_s:g} s",))
        except FamiliarError as problem:
            return Found((), (), (problem.problem,))
        except Exception as problem:  # noqa: BLE001 - the edge: retrieval must not take the reply with it
            _log.exception("retrieval failed")
            return Found((), (), (f"retrieval failed: {type(problem).__name__}",))
        floor = _RELATIVE_FLOOR * max((hit.score for hit in result.hits), default=0.0)
        kept = [hit for hit in result.hits if hit.score >= floor]
        decisions = [
            Decision(
                "retrieve",
                _name(hit),
                "kept" if hit.score >= floor else "cut",
                _signals(hit) if hit.score >= floor else "far behind the best",
                hit.score,
                hit,
            )
            for hit in result.hits
        ]
        degraded = (result.degraded,) if result.degraded else ()
        if self._filter is not None and self._filter.is_asked(request.mode):
            offer = Offer(request.text, viewer, filters, result.hits, kept, shown, limit)
            selection = await self._filter.choose(offer, ends - time.monotonic())
            kept = list(selection.hits)
            decisions += selection.decisions
        return Found(_contribution(kept), decisions, degraded)


def present_slugs(request: RecallRequest) -> tuple[str, ...]:
    """Those who speak to it now: who asks, and who wrote the turns being answered."""
    authors = [turn.author for turn in request.pending_turns if turn.role.value == "user"]
    if request.author is not None:
        authors.insert(0, request.author)
    return tuple(dict.fromkeys(author.slug for author in authors))


def _answered(request: RecallRequest) -> frozenset[tuple[str, str]]:
    """The turns being answered: the model has them before it, they are no memory."""
    return frozenset((turn.place.slug, turn.ref) for turn in request.pending_turns)


def _contribution(hits: Sequence[SearchHit]) -> list[Contribution]:
    if not hits:
        return []
    text = "\n".join(_line(hit) for hit in hits)
    return [
        Contribution(Layer.CONTENT, RETRIEVAL_SOURCE, text, _PRIORITY, RETRIEVAL_SOURCE, "recalled")
    ]


def _line(hit: SearchHit) -> str:
    """Date, speaker or note, place, class: a model needs them to weigh what it reads."""
    day = (hit.said_at or "")[:10]
    where = f"in {hit.audience}" if hit.source == "conversation" else f"{hit.trust}, {hit.path}"
    text = cut_to_tokens(" ".join(hit.text.split()), _HIT_TOKENS)
    who = hit.author_name or hit.title
    if not text.startswith(_ATTRIBUTED) and who:
        text = f"{who}: {text}"
    return f"- [{', '.join(filter(None, (day, where)))}] {text}"


def _name(hit: SearchHit) -> str:
    return f"{hit.path}:{hit.line}" if hit.line else f"turn {hit.ref}"


def _signals(hit: SearchHit) -> str:
    return " ".join(f"{name}={value:g}" for name, value in hit.signals)
