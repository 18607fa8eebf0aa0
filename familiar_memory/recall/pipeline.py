"""A request through every step, in order: who asks, who is there, what is known, what fits.

Whatever can be known from files alone is read side by side at once; what needs the
index follows, when the index has caught up. Every step has a deadline, runs where it
can be left behind, and takes nothing with it when it fails.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from time import monotonic

from familiar_memory.domain.question.context import (
    Contribution,
    Decision,
    Layer,
    Mode,
    RecallRequest,
    Trace,
)
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.errors import FamiliarError
from familiar_memory.history.base import History
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer
from familiar_memory.recall.lanes import Lanes
from familiar_memory.recall.layout import DEADLINES_S, STEPS_S
from familiar_memory.recall.names.nameable import NameableNotes, Unindexed
from familiar_memory.recall.page.block import blocks_of
from familiar_memory.recall.page.budget import Budgeter
from familiar_memory.recall.page.caps import caps_of
from familiar_memory.recall.page.memory_cap import cap_memory
from familiar_memory.recall.page.outlets import fill_outlets, shown_by_outlets
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.provider import ContextProvider, Found, Occasion, Shown, reason_for
from familiar_memory.recall.retrieved import ContentSearchProvider
from familiar_memory.recall.viewer import viewer_of

__all__ = ["CatchUp", "Providers", "RecallPipeline"]

_log = logging.getLogger(__name__)
_MOMENT_S = 0.15
_SPEAKER_S = 5.0
_SPEAKER_SHARE = 0.75

CatchUp = Callable[[float], Awaitable[str | None]]
"""Wait, at most so many seconds, until the index is up to date; else why it is not."""


async def _nothing_to_catch_up(_: float) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Providers:
    """Who is asked when: `at_once`, with the people known, and with all that was retrieved.

    `before_passages` are asked when the index has caught up: what they put on the page whole
    is not retrieved again.

    Only the `timeless` are asked what was known at an earlier moment: the others read
    notes and facts as they stand now.
    """

    timeless: Sequence[ContextProvider] = ()
    at_once: Sequence[ContextProvider] = ()
    before_passages: Sequence[ContextProvider] = ()
    with_people: Sequence[ContextProvider] = ()
    with_hits: Sequence[ContextProvider] = ()

    def at(self, moment: datetime | None) -> Providers:
        """Who can answer as of a moment; None = now."""
        return self if moment is None else Providers(timeless=self.timeless)


@dataclass(frozen=True, slots=True)
class _Run:
    """One recall: when it ends, and how long a step of it may take."""

    ends: float
    step_s: float

    @property
    def left_s(self) -> float:
        return max(self.ends - monotonic(), 0.0)

    @property
    def for_step_s(self) -> float:
        return min(self.step_s, self.left_s)

    @property
    def for_people_s(self) -> float:
        """People are a guarantee: they have a moment of their own, however late it is."""
        return max(self.for_step_s, min(self.step_s, _MOMENT_S))

    @property
    def for_speaker_s(self) -> float:
        """Nothing of whoever speaks: that is waited for longer than for a step."""
        return max(self.for_people_s, min(self.left_s * _SPEAKER_SHARE, _SPEAKER_S))


class RecallPipeline:
    """Runs the providers side by side and fits what they bring into the budget."""

    def __init__(
        self,
        providers: Providers,
        content: ContentSearchProvider,
        history: History,
        policy: AudiencePolicy,
        lanes: Lanes,
        max_memory_chars: int = 0,
        *,
        caps: Mapping[Layer, int] | None = None,
        nameable: NameableNotes | None = None,
        unindexed: Unindexed | None = None,
    ) -> None:
        """`max_memory_chars` = 0: as much memory as the tokens of a mode allow.

        `caps` are the tokens of layers where a person has set them.
        """
        self._nameable = nameable
        self._unindexed = unindexed
        self._providers = providers
        self._content = content
        self._history = history
        self._policy = policy
        self._lanes = lanes
        self._max_memory_chars = max_memory_chars
        self._caps = caps or {}

    def caps(self, mode: Mode, contributions: Iterable[Contribution]) -> dict[Layer, int]:
        """The tokens of each layer for these."""
        return caps_of(mode, contributions, self._caps)

    def close(self) -> None:
        """Stop what is still running."""
        self._lanes.close()

    async def recall(
        self, request: RecallRequest, catch_up: CatchUp = _nothing_to_catch_up
    ) -> Context:
        """The context for a reply; whatever fails or is late is left out and said in the trace.

        The trace names nothing that the request's viewer may not see.
        """
        context, _ = await self._bounded(request, catch_up, is_explained=False)
        return context

    async def explained(self, request: RecallRequest) -> tuple[Context, Occasion]:
        """For the owner: the context, whose trace names all, and what passages were asked with."""
        return await self._bounded(request, _nothing_to_catch_up, is_explained=True)

    async def _bounded(
        self, request: RecallRequest, catch_up: CatchUp, *, is_explained: bool
    ) -> tuple[Context, Occasion]:
        started = monotonic()
        limit_s = min(request.deadline_s, DEADLINES_S[request.mode])
        run = _Run(started + limit_s, STEPS_S[request.mode])
        catching_up = asyncio.ensure_future(catch_up(limit_s / 2))
        try:
            return await self._recall(request, run, started, catching_up, is_explained)
        finally:
            catching_up.cancel()

    async def _recall(
        self,
        request: RecallRequest,
        run: _Run,
        started: float,
        catching_up: asyncio.Future[str | None],
        is_explained: bool,
    ) -> tuple[Context, Occasion]:
        viewer, unsure = await self._viewer(request, run)
        occasion = Occasion(
            request,
            viewer,
            request.as_of or self._content.now(),
            is_explained=is_explained,
            nameable_notes=self._nameable,
        )
        providers = self._providers.at(request.as_of)
        people, *read = await asyncio.gather(
            self._content.people(occasion, run.for_people_s, run.for_speaker_s),
            *self._all((*providers.timeless, *providers.at_once), occasion, run),
        )
        ready = monotonic()
        shown = Shown.of(one.shown for one in (people, *read))
        occasion = replace(occasion, people=people.people, shown=shown)
        lag = await _caught_up(catching_up, run)
        # Once, after a start or an edit, a big book has to be read: passages can wait for that.
        longer_s = max(run.for_step_s, run.left_s / 2)
        before = self._all(providers.before_passages, occasion, run, longer_s)
        first = await asyncio.gather(*before)
        outlets = [outlet for one in first for outlet in one.outlets]
        filled = shown_by_outlets(_contributions(read), outlets)
        shown = Shown.of((shown, filled, *(one.shown for one in first)))
        occasion = replace(occasion, shown=shown)
        asked = occasion
        passages, *known = await asyncio.gather(
            self._content.passages(asked, run.left_s),
            *self._all(providers.with_people, occasion, run),
        )
        shown = Shown.of((shown, *(one.shown for one in known)))
        occasion = replace(occasion, shown=shown, hits=passages.hits)
        last = await asyncio.gather(*self._all(providers.with_hits, occasion, run))
        timings = (
            ("people", round(1000 * (ready - started), 1)),
            ("retrieve", round(1000 * (monotonic() - ready), 1)),
        )
        unsettled = Found(degraded=(*lag, *(await self._missing(occasion, run))))
        found = (unsure, *read, people, *first, *known, passages, *last, unsettled)
        return self._fit(request, found, timings), asked

    async def _missing(self, occasion: Occasion, run: _Run) -> tuple[str, ...]:
        """What is not indexed, as far as the reader of the trace may know of it."""
        if self._unindexed is None or self._unindexed.is_empty:
            return ()
        unindexed, viewer = self._unindexed, occasion.viewer
        reader = Viewer() if occasion.names_all else viewer
        try:
            told = await self._lanes.run(lambda _: unindexed.told(reader), run.for_step_s)
        except (TimeoutError, FamiliarError):
            return ()
        return (told,) if told else ()

    def _all(
        self,
        providers: Iterable[ContextProvider],
        occasion: Occasion,
        run: _Run,
        step_s: float | None = None,
    ) -> list[Awaitable[Found]]:
        timeout_s = run.for_step_s if step_s is None else step_s
        return [self._ask(provider, occasion, timeout_s) for provider in providers]

    async def _ask(self, provider: ContextProvider, occasion: Occasion, timeout_s: float) -> Found:
        source = provider.source
        try:
            return await self._lanes.run(lambda stop: provider.load(occasion, stop), timeout_s)
        except TimeoutError:
            decision = Decision(source, source, "late", "not there in time")
            return Found(decisions=(decision,), degraded=(f"{source} took too long",))
        except FamiliarError as problem:
            return _failed(source, reason_for(problem, occasion))
        except Exception as problem:  # noqa: BLE001 - one part of many: it must not take the others with it
            _log.exception("recall: %s failed", source)
            return _failed(source, f"internal error: {type(problem).__name__}")

    async def _viewer(self, request: RecallRequest, run: _Run) -> tuple[Viewer, Found]:
        """Who would read it; where history cannot say, the one who may see least."""
        try:
            viewer = await self._lanes.run(
                lambda _: viewer_of(request, self._history, self._policy), run.for_people_s
            )
            return viewer, Found()
        except TimeoutError:
            reason = "history took too long to say who is here"
        except FamiliarError as problem:
            reason = problem.problem
        place = request.place.slug if request.place is not None else None
        least = Viewer(place, self._policy, is_broadcast=request.is_broadcast)
        return least, Found(degraded=(reason,))

    def _fit(
        self, request: RecallRequest, found: Sequence[Found], timings: tuple[tuple[str, float], ...]
    ) -> Context:
        outlets = [outlet for one in found for outlet in one.outlets]
        offered = (*fill_outlets(_contributions(found), outlets), *request.extra)
        caps = self.caps(request.mode, offered)
        fitted, budgeted = Budgeter(request.mode, request.budget, caps).fit(offered)
        kept, capped, warning = cap_memory(fitted, self._max_memory_chars)
        decisions = (*(d for one in found for d in one.decisions), *budgeted, *capped)
        decisions = tuple(map(_without_folders, decisions))
        degraded = [names_only(reason) for one in found for reason in one.degraded]
        if warning is not None:
            degraded.append(warning)
        ordered = tuple(one for _, group in blocks_of(kept) for one in group)
        return Context(ordered, Trace(decisions, tuple(dict.fromkeys(degraded)), timings))


async def _caught_up(catching_up: asyncio.Future[str | None], run: _Run) -> tuple[str, ...]:
    try:
        lag = await asyncio.wait_for(catching_up, run.left_s)
    except TimeoutError:
        lag = "the newest changes are not indexed yet"
    return (lag,) if lag else ()


def _contributions(found: Sequence[Found]) -> Iterable[Contribution]:
    return (contribution for one in found for contribution in one.contributions)


def _without_folders(decision: Decision) -> Decision:
    """A failure may be told in the words of whatever failed, which may say where it lies."""
    if decision.verdict != "failed":
        return decision
    return replace(decision, reason=names_only(decision.reason))


def _failed(source: str, reason: str) -> Found:
    decision = Decision(source, source, "failed", reason)
    return Found(decisions=(decision,), degraded=(f"{source}: {reason}",))
