"""A recall from its request to the context: the steps of `recall.running.order`, then what fits.

The steps run in one thread, where those that are stuck can be left behind; here they are only
waited for. A step that is late or fails is named in the trace, and takes nothing with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from time import monotonic

from familiar_memory.domain.question.context import (
    Contribution,
    Layer,
    Mode,
    RecallRequest,
)
from familiar_memory.history.base import HistoryReader
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer
from familiar_memory.recall.choice.filter import FilterTier
from familiar_memory.recall.choosing import choose_passages
from familiar_memory.recall.layout import DEADLINES_S, LORE, PEOPLE, RETRIEVED, STANDING, STEPS_S
from familiar_memory.recall.names.nameable import NameableNotes, Unindexed
from familiar_memory.recall.page.caps import caps_of
from familiar_memory.recall.page.fitting import fitted
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.people.provider import PeopleProvider
from familiar_memory.recall.plugins.asking import Providers
from familiar_memory.recall.provider import ContextPart, Occasion, Page, Shown
from familiar_memory.recall.retrieved import ContentSearchProvider
from familiar_memory.recall.running.order import (
    CATCH_UP,
    ORDER,
    PROVIDERS,
    TOLD_ORDER,
    UNINDEXED,
    VIEWER,
    Row,
)
from familiar_memory.recall.running.outer_steps import catch_up_step, unindexed_step, viewer_step
from familiar_memory.recall.running.relay import Relay
from familiar_memory.recall.running.steps import Step, TimeLimits, part_step
from familiar_memory.recall.running.threads import Threads
from familiar_memory.recall.settings import RecallSettings

__all__ = ["CatchUp", "Explained", "RecallPipeline", "Sources"]

CatchUp = Callable[[float], Awaitable[str | None]]
"""Wait, at most so many seconds, until the index is up to date; else why it is not."""

_SEARCHED = [row.name for row in ORDER].index(RETRIEVED) + 1
"""So many rows of the order come before a filter model is asked."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A context, whose it is, and what was shown already when passages were asked for."""

    context: Context
    occasion: Occasion
    shown: Shown


@dataclass(slots=True)
class _Run:
    """One recall under way; `ready` is when people and notes were read."""

    page: Page
    limits: TimeLimits
    lag: Future[str | None] | None
    begun: float
    ready: float = 0.0

    def timings(self) -> tuple[tuple[str, float], ...]:
        """Milliseconds until the notes were read, and from then on."""
        ready = self.ready or monotonic()
        return (
            ("people", round(1000 * (ready - self.begun), 1)),
            ("retrieve", round(1000 * (monotonic() - ready), 1)),
        )


@dataclass(frozen=True, slots=True)
class Sources:
    """Whoever brings something onto the page; `parts` by the name of their step.

    A `chooser` is the model that chooses among the passages that were found.
    """

    parts: Mapping[str, ContextPart]
    people: PeopleProvider
    content: ContentSearchProvider
    providers: Providers | None = None
    chooser: FilterTier | None = None


class RecallPipeline:
    """Runs the steps of a recall, and fits what they bring into the budget."""

    def __init__(
        self,
        sources: Sources,
        history: HistoryReader,
        policy: AudiencePolicy,
        settings: RecallSettings | None = None,
        *,
        nameable: NameableNotes | None = None,
        unindexed: Unindexed | None = None,
        threads: Threads | None = None,
    ) -> None:
        """`threads` may be shared with other familiars; who has made them closes them."""
        self.sources = sources
        self._history = history
        self._policy = policy
        self._settings = settings or RecallSettings()
        self._nameable = nameable
        self._unindexed = unindexed
        self._threads = threads or Threads()
        self._owns_threads = threads is None
        self._relays: set[Relay] = set()
        self._is_closed = False

    def caps(self, mode: Mode, contributions: Iterable[Contribution]) -> dict[Layer, int]:
        """The tokens of each layer for these."""
        return caps_of(mode, contributions, self._settings.caps)

    def close(self) -> None:
        """Stop what is still running; nothing is waited for."""
        self._is_closed = True
        for relay in tuple(self._relays):
            relay.stop()
        if self._owns_threads:
            self._threads.close()

    async def recall(self, request: RecallRequest, catch_up: CatchUp | None = None) -> Context:
        """The context for a reply; whatever fails or is late is left out and said in the trace.

        The trace names nothing that the request's viewer may not see.
        """
        return (await self._recall(request, catch_up, is_explained=False)).context

    async def explained(self, request: RecallRequest) -> Explained:
        """For the owner: the context, whose trace names all, and what passages were asked with."""
        return await self._recall(request, None, is_explained=True)

    async def _recall(
        self, request: RecallRequest, catch_up: CatchUp | None, *, is_explained: bool
    ) -> Explained:
        begun = monotonic()
        limit_s = min(request.deadline_s, DEADLINES_S[request.mode])
        page = Page(self._occasion(request, is_explained=is_explained))
        lag = None
        if catch_up is not None:
            waiting = _awaited(catch_up(limit_s / 2))
            lag = asyncio.run_coroutine_threadsafe(waiting, asyncio.get_running_loop())
        run = _Run(page, TimeLimits(begun + limit_s, STEPS_S[request.mode]), lag, begun)
        chooser = self.sources.chooser
        try:
            if chooser is None or not chooser.is_asked(request.mode):
                await self._relay(ORDER, run)
            else:
                await self._relay(ORDER[:_SEARCHED], run)
                await choose_passages(chooser, self.sources.content, page, run.limits.left_s)
                await self._relay(ORDER[_SEARCHED:], run)
        finally:
            if lag is not None:
                lag.cancel()
        whole = page.in_order(TOLD_ORDER)
        context = fitted(whole, request, self._settings, run.timings())
        return Explained(context, page.occasion, page.shown)

    def _occasion(self, request: RecallRequest, *, is_explained: bool) -> Occasion:
        """The request as of whoever may see least, until it is known who reads the answer."""
        place = request.place.slug if request.place is not None else None
        return Occasion(
            request,
            Viewer(place, self._policy, is_broadcast=request.is_broadcast),
            request.as_of or self.sources.content.now(),
            is_explained=is_explained,
            nameable_notes=self._nameable,
        )

    async def _relay(self, rows: Sequence[Row], run: _Run) -> None:
        relay = Relay(self._threads, self._steps(rows, run), run.page)
        self._relays.add(relay)
        try:
            if self._is_closed:
                relay.stop()
            await relay.run()
        finally:
            self._relays.discard(relay)

    def _steps(self, rows: Sequence[Row], run: _Run) -> Iterator[Step]:
        """The steps of these rows, each made when its turn has come."""
        for row in rows:
            if row.is_timeless or run.page.occasion.request.as_of is None:
                yield from self._steps_of(row.name, run)

    def _steps_of(self, name: str, run: _Run) -> Iterator[Step]:
        limits = run.limits
        if name == VIEWER:
            yield viewer_step(self._history, self._policy, limits)
        elif name == PEOPLE:
            yield from self.sources.people.steps(run.page, limits)
        elif name == CATCH_UP:
            run.ready = monotonic()
            if run.lag is not None:
                yield catch_up_step(run.lag, limits)
        elif name == PROVIDERS:
            if self.sources.providers is not None:
                yield from self.sources.providers.steps(run.page.occasion, limits)
        elif name == RETRIEVED:
            yield self.sources.content.step(limits)
        elif name == UNINDEXED:
            if self._unindexed is not None and not self._unindexed.is_empty:
                yield unindexed_step(self._unindexed, limits)
        elif (part := self.sources.parts.get(name)) is not None:
            yield part_step(part, lambda: _time_of(name, limits))


def _time_of(name: str, limits: TimeLimits) -> float:
    if name == LORE:
        return limits.for_lore_s
    return limits.for_standing_s if name == STANDING else limits.for_step_s


async def _awaited(catching_up: Awaitable[str | None]) -> str | None:
    return await catching_up
