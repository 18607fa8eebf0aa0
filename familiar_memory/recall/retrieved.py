"""What memory holds for a request: the people, always; then what was said and written.

The people tier does not wait for anything. Retrieval is bounded by the deadline and
may fail or be late without taking the people with it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from time import monotonic

from familiar_memory.clock import Clock
from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Contribution, Decision, Layer, RecallRequest
from familiar_memory.domain.question.search import SearchHit, SearchResult
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.text.one_line import LONGEST_NAME, one_line
from familiar_memory.domain.tree import CONVERSATION, LORE, SELF, below
from familiar_memory.errors import FamiliarError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.validity import told_term
from familiar_memory.recall.choice.filter import FilterTier, Offer
from familiar_memory.recall.lanes import Lanes
from familiar_memory.recall.layout import PASSAGES, PRIORITIES, RETRIEVED
from familiar_memory.recall.names.name_books import NameBooks
from familiar_memory.recall.page.budget import cut_to_tokens
from familiar_memory.recall.page.macros import SOMEBODY, Macros
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.recall.people.tier import Beginning, PeopleSettings, PeopleTier
from familiar_memory.recall.provider import Found, Occasion, Shown, reason_for
from familiar_memory.recall.ranking.masks import Filters
from familiar_memory.recall.ranking.weights import Profiles, RankingWeights
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.fresh_facts import FreshFacts
from familiar_memory.recall.twins import is_wiring_hit
from familiar_memory.sync.notes.remembered import RememberedNotes

__all__ = ["ContentSearchProvider", "search_filters"]

_log = logging.getLogger(__name__)
_HIT_TOKENS = 400
"""One endless passage must not take the place of all others."""
_CARD_FOLDER = below(SELF)
_LORE = below(LORE)
_OPEN_FOLDERS = (_LORE,)
"""What a broadcast may draw on: canon, and nothing that was learned of anybody."""
_ATTRIBUTED = "**"
"""How a line of a note begins that says itself who spoke."""
_RELATIVE_FLOOR = 0.3
"""What scores less than this share of the best is padding, and a prompt has no room for it."""
_PATIENCE = 0.6
"""The share of the time that the meaning of a question may take: its words need the rest."""
_SPARE = 8
"""More passages than wanted are read where lines on the page will fall out."""


class ContentSearchProvider:
    """Tier 1, people lookup; tier 2, retrieval; tier 3, where there is a model, its choice."""

    def __init__(
        self,
        *,
        notes: RememberedNotes,
        history: HistoryStore,
        index: EmbeddingIndex,
        facts: FreshFacts,
        names: NameBooks,
        search: FreshSearch,
        vocabulary: Vocabulary,
        clock: Clock,
        lanes: Lanes,
        zone: tzinfo,
        recent_author_limit: int = 5,
        people_tokens: int = 800,
        excluded_words: Sequence[str] = (),
        limit: int = 8,
        session_days: int = 30,
        filter_tier: FilterTier | None = None,
        past: PastIndex | None = None,
        profiles: Profiles | None = None,
        profile: str | None = None,
        familiar_name: str = "",
        caps: Mapping[Layer, int] | None = None,
    ) -> None:
        """`session_days`: notes of older sessions are no answers; 0 = all of them are.

        `caps` are the tokens of layers where a person has set them.
        """
        settings = PeopleSettings(
            recent_author_limit, people_tokens, tuple(excluded_words), caps or {}
        )

        def people_of(source: DocumentSource, beginning: Beginning | None = None) -> PeopleTier:
            return PeopleTier(
                source, history, index, facts, names, vocabulary, settings, lanes, beginning
            )

        self._people = people_of(notes, notes.beginning)
        self._people_of = people_of
        self._past = past
        self._profiles = profiles or Profiles()
        self._profile = profile
        self._name = familiar_name
        self._index = index
        self._search = search
        self._clock = clock
        self._lanes = lanes
        self._zone = zone
        self._limit = limit
        self._session_days = session_days
        self._filter = filter_tier

    def now(self) -> datetime:
        """The present moment, by which things expire."""
        return self._clock.now()

    async def people(self, occasion: Occasion, timeout_s: float, speaker_s: float) -> Found:
        """The notes of everybody who matters here, as far as they can be had in time."""
        return await self._tier(occasion.request).load(occasion, timeout_s, speaker_s)

    def _tier(self, request: RecallRequest) -> PeopleTier:
        if request.as_of is None or self._past is None:
            return self._people
        return self._people_of(self._past.notes(request.as_of))

    def asked(self, occasion: Occasion) -> tuple[Filters, int]:
        """What retrieval leaves out for a request, and how many hits it wants."""
        return self._filters(occasion), self._limit_for(occasion.request)

    def weights(self, request: RecallRequest) -> RankingWeights:
        """How passages are weighed for a request."""
        return self._profiles.weights(request.profile or self._profile, request.weights)

    async def passages(self, occasion: Occasion, timeout_s: float) -> Found:
        """What was said and written about it; what is on the page is left out."""
        request = occasion.request
        ends = monotonic() + timeout_s
        limit = self._limit_for(request)
        filters, weights = self._filters(occasion), self.weights(request)
        partly = min(len(occasion.shown.lines) + len(occasion.shown.texts), _SPARE)

        def look(stop: Stop) -> SearchResult:
            with self._index.stoppable(stop):
                return self._search.search(
                    request.text,
                    occasion.viewer,
                    filters,
                    limit + partly,
                    weights,
                    _PATIENCE * (ends - monotonic()),
                )

        try:
            result = await self._lanes.run(look, timeout_s)
        except TimeoutError:
            return Found(degraded=(f"retrieval took longer than {timeout_s:.3g} s",))
        except FamiliarError as problem:
            return Found(degraded=(reason_for(problem, occasion),))
        except Exception as problem:  # noqa: BLE001 - the edge: retrieval must not take the reply with it
            _log.exception("retrieval failed")
            return Found(degraded=(f"retrieval failed: {type(problem).__name__}",))
        hits = [hit for hit in result.hits if not _is_superfluous(hit, occasion.shown)][:limit]
        found = _found(replace(result, hits=tuple(hits)))
        found = replace(found, contributions=self._contribution(found.hits, request))
        if self._filter is None or not self._filter.is_asked(request.mode):
            return found
        shown = tuple(sorted(occasion.shown.paths))
        offer = Offer(request.text, occasion.viewer, filters, tuple(hits), found.hits, shown, limit)
        selection = await self._filter.choose(offer, ends - monotonic())
        chosen = tuple(h for h in selection.hits if not _is_superfluous(h, occasion.shown))
        return replace(
            found,
            contributions=self._contribution(chosen, request),
            decisions=(*found.decisions, *selection.decisions),
            hits=chosen,
        )

    def _contribution(
        self, hits: Sequence[SearchHit], request: RecallRequest
    ) -> tuple[Contribution, ...]:
        if not hits:
            return ()
        author = None if request.is_broadcast else request.author
        macros = Macros(self._name, SOMEBODY if author is None else author.label)
        # When it ended was not known then, or is not yet so.
        moment = self.now() if request.as_of is None else None
        text = "\n".join(_line(hit, macros, moment) for hit in hits)
        priority = PRIORITIES[RETRIEVED]
        return (Contribution(Layer.CONTENT, RETRIEVED, text, priority, RETRIEVED, "recalled"),)

    def _limit_for(self, request: RecallRequest) -> int:
        if request.limit is not None:
            return request.limit
        return min(self._limit, PASSAGES[request.mode])

    def _filters(self, occasion: Occasion) -> Filters:
        is_open = occasion.viewer.is_broadcast
        return replace(
            search_filters(occasion.request, occasion.now),
            sources=frozenset({"memory"}) if is_open else None,
            exclude_keys=occasion.shown.left_out | {_CARD_FOLDER},
            exclude_refs=_answered(occasion.request),
            folders=_OPEN_FOLDERS if is_open else None,
            sessions_since=self._oldest_session(occasion.now),
        )

    def _oldest_session(self, now: datetime) -> str:
        if not self._session_days:
            return ""
        today = now.astimezone(self._zone).date()
        return (today - timedelta(self._session_days)).isoformat()


def _is_superfluous(hit: SearchHit, shown: Shown) -> bool:
    """Whether its line is on the page, or lore there says the same; or it only joins notes."""
    return (
        is_wiring_hit(hit)
        or shown.has(hit.path, hit.line)
        or (hit.path.startswith(_LORE) and shown.says(hit.text))
    )


def _found(result: SearchResult) -> Found:
    floor = _RELATIVE_FLOOR * max((hit.score for hit in result.hits), default=0.0)
    kept = tuple(hit for hit in result.hits if hit.score >= floor)
    decisions = tuple(
        Decision(
            "retrieve",
            _name(hit),
            "kept" if hit.score >= floor else "cut",
            _signals(hit) if hit.score >= floor else "far behind the best",
            hit.score,
            hit,
        )
        for hit in result.hits
    )
    degraded = (result.degraded,) if result.degraded else ()
    return Found((), decisions, degraded, hits=kept)


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


def _line(hit: SearchHit, macros: Macros, moment: datetime | None) -> str:
    """Date, term, speaker or note, place, class: a model needs them to weigh what it reads."""
    day = (hit.said_at or "")[:10]
    where = f"in {hit.audience}" if hit.source == CONVERSATION else f"{hit.trust}, {hit.path}"
    # Only lore is written with macros; what people said with braces stays as they said it.
    text = macros.expand(hit.text) if hit.path.startswith(_LORE) else hit.text
    text = cut_to_tokens(one_line(text), _HIT_TOKENS)
    who = one_line(hit.author_name or hit.title, LONGEST_NAME)
    if not text.startswith(_ATTRIBUTED) and who:
        text = f"{who}: {text}"
    term = told_term(hit.since, hit.until, moment) if moment is not None else ""
    return f"- [{one_line(', '.join(filter(None, (day, term, where))))}] {text}"


def _name(hit: SearchHit) -> str:
    return f"{hit.path}:{hit.line}" if hit.line else f"turn {hit.ref}"


def _signals(hit: SearchHit) -> str:
    return " ".join(f"{name}={value:g}" for name, value in hit.signals)
