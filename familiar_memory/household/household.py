"""Many familiars in one process: awake while somebody needs them, asleep on the disk otherwise."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from familiar_memory.assembly.shared import Shared
from familiar_memory.clock import Clock, SystemClock
from familiar_memory.config.environment import default_home
from familiar_memory.config.paths import FamiliarPaths, familiars_in
from familiar_memory.domain.given import as_flag, check_count, check_number
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.ids import as_id
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.embeddings.base import Embedder
from familiar_memory.errors import FamiliarError, InputError, UsageError
from familiar_memory.familiar import Familiar
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.household.members import Member, Members
from familiar_memory.household.nights import MissedNights
from familiar_memory.llm.base import ChatModel
from familiar_memory.recall.page.render import Context
from familiar_memory.threads.off_loop import OffLoop, in_own_thread

__all__ = ["Household"]

_log = logging.getLogger(__name__)
_AN_ID = "a familiar's id"


class _Hold:
    """That a task has a familiar in its hands; tasks that it starts meanwhile know of it."""

    def __init__(self) -> None:
        self.is_over = False


_held: ContextVar[tuple[_Hold, ...]] = ContextVar("held", default=())


class Household:
    """The familiars under one home, each opened when it is needed.

        async with Household("familiars") as household:
            await household.record("ember", turn)
            context = await household.recall("ember", RecallRequest(text, author, place))
            async with household.familiar("ember") as familiar:
                await familiar.write()

    They share one embedder and one set of chat models, which are loaded once, one stream of
    saves, and three sets of `threads` threads: one for what callers wait for, one brings indexes
    up to date, one writes notes. At most `most_awake` are awake: the one that has been idle
    longest goes to sleep to make room for another, and so does any that is idle for `idle_s`
    seconds. One in use never does: if all are in use, others wait, except a task that already
    holds one, because it could wait for ever. A sleeping familiar is just files, which people may
    edit as they like: waking up compares everything.

    Safe to use from one event loop.
    """

    def __init__(
        self,
        home: Path | str | None = None,
        *,
        most_awake: int = 50,
        idle_s: float = 600.0,
        threads: int = 4,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
        models: Mapping[str, ChatModel] | None = None,
        auto_write: bool = False,
    ) -> None:
        """Nothing is opened yet.

        With `auto_write`, the conversations of whoever is awake become notes by themselves, and
        sessions end when they fall asleep; whoever is asleep is woken up for its nights. An
        `embedder`, and `models` by slot, stand in the place of those of the settings, for every
        familiar; they are closed with the household.

        Raises:
            InputError: one of the numbers is no number, or too small.
        """
        check_count(most_awake, "most_awake", 1)
        check_count(threads, "threads", 1)
        check_number(idle_s, "idle_s")
        if idle_s <= 0:
            raise InputError(f"idle_s is {idle_s}", "seconds, more than 0")
        self.home = default_home() if home is None else Path(home)
        self._threads = threads
        self._clock = clock
        self._embedder = embedder
        self._models = models
        self._auto_write = as_flag(auto_write, "auto_write")
        self._shared: Shared | None = None
        self._is_closing = False
        self._nights = MissedNights(self._go_through_night, self._now)
        self._members = Members(
            self._asleep,
            self._opened,
            self._falls_asleep,
            most_awake=most_awake,
            idle_s=idle_s,
            # Some threads are left for those who are awake.
            most_falling=max(1, threads // 2),
        )

    async def __aenter__(self) -> Self:
        """Open it; every familiar is asleep.

        Raises:
            UsageError: its home is no folder.
        """
        if not await in_own_thread(self.home.is_dir):
            raise UsageError(
                f"the home {self.home} is not a folder",
                "a folder that has a folder for each familiar, as `familiar init` makes it",
            )
        if self._shared is None:
            self._shared = Shared(self._threads, embedder=self._embedder, models=self._models)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        await self.close()

    async def close(self) -> None:
        """Wait until no familiar is in use, then finish what is under way and close all.

        From now on no familiar can be used any more. Closing again does nothing.

        Raises:
            UsageError: the task that closes still holds a familiar.
        """
        if _is_holding():
            raise UsageError(
                "the household cannot be closed by who has a familiar of it in their hands",
                "close it after `async with household.familiar(…)`",
            )
        if self._shared is None:
            return
        self._is_closing = True
        await self._nights.stop()
        await self._members.put_all_to_sleep()
        shared, self._shared, self._is_closing = self._shared, None, False
        if shared is not None:
            await shared.close()

    def familiars(self) -> list[str]:
        """The ids of all that live here, awake or asleep, sorted."""
        return familiars_in(self.home)

    @property
    def awake(self) -> tuple[str, ...]:
        """The ids of those that are awake, the one that was used last at the end."""
        return self._members.awake

    @asynccontextmanager
    async def familiar(self, familiar_id: str | int) -> AsyncIterator[Familiar]:
        """A familiar, awake as long as the block runs; other tasks may use it at the same time.

        Raises:
            UnknownFamiliarError: it names those that are there.
            UsageError: no familiar can have that id, or the household is closed.
            ConfigError: its settings are not accepted.
            HistoryError: its history is damaged; the others are not affected.
        """
        familiar_id = as_id(familiar_id, _AN_ID)
        member = await self._come_to(familiar_id)
        hold = _Hold()
        _held.set((*(one for one in _held.get() if not one.is_over), hold))
        try:
            # Whoever is cancelled leaves it waking up: others may wait for it, too.
            await asyncio.shield(member.waking)
            self._nights.woke_up(familiar_id)
            yield member.familiar
        finally:
            hold.is_over = True
            self._members.leave(familiar_id, member)

    async def record(self, familiar_id: str | int, turn: Turn) -> RecordOutcome:
        """Keep one turn of a familiar's; see `Familiar.record`, and `familiar` for errors."""
        async with self.familiar(familiar_id) as familiar:
            return await familiar.record(turn)

    async def recall(self, familiar_id: str | int, request: RecallRequest) -> Context:
        """The context for a familiar's reply; see `Familiar.recall`, and `familiar` for errors."""
        async with self.familiar(familiar_id) as familiar:
            return await familiar.recall(request)

    async def put_to_sleep(self, familiar_id: str | int) -> bool:
        """Close a familiar that is not in use, and wait for it; False when it is in use.

        Raises:
            UnknownFamiliarError: there is none of that name.
        """
        familiar_id = as_id(familiar_id, _AN_ID)
        if familiar_id not in self._members:
            paths = FamiliarPaths(self.home, familiar_id)
            await OffLoop(self._opened().awaited).run(paths.require)
        return await self._members.put_to_sleep(familiar_id)

    async def _come_to(self, familiar_id: str) -> Member:
        paths = FamiliarPaths(self.home, familiar_id)
        shared = self._opened()
        if familiar_id not in self._members:
            # Before anybody has to fall asleep for it.
            await OffLoop(shared.awaited).run(paths.require)
        return await self._members.come_to(familiar_id, may_wait=not _is_holding())

    def _asleep(self, familiar_id: str) -> Familiar:
        shared = self._opened()
        return Familiar(
            FamiliarPaths(self.home, familiar_id),
            clock=self._clock,
            embedder=shared.given_embedder,
            models=shared.given_models,
            shared=shared,
            auto_write=self._auto_write,
        )

    async def _falls_asleep(self, familiar_id: str, familiar: Familiar) -> None:
        """Note when its next night is, for which it has to be woken up."""
        if not self._auto_write or self._is_closing:
            return
        try:
            # One that is incognito has no nights, and its files may be closed.
            is_incognito = familiar.settings.now.memory.is_incognito
            due = None if is_incognito else await familiar.sleep.next_due()
        except FamiliarError as problem:
            _log.warning("when %s has its next night is unknown: %s", familiar_id, problem.problem)
            self._nights.try_later(familiar_id)
        else:
            self._nights.fell_asleep(familiar_id, due)

    async def _go_through_night(self, familiar_id: str) -> bool:
        """Whether no night of it is due any more."""
        async with self.familiar(familiar_id) as familiar:
            if familiar.settings.now.memory.is_incognito:
                return True
            await familiar.sleep.catch_up()
            due = await familiar.sleep.next_due()
            return due is None or due > self._now()

    def _now(self) -> datetime:
        return (self._clock or SystemClock()).now()

    def _opened(self) -> Shared:
        if self._shared is None or self._is_closing:
            raise UsageError(
                f"the household {self.home} is not open",
                "`async with Household(home) as household:`",
            )
        return self._shared


def _is_holding() -> bool:
    return any(not hold.is_over for hold in _held.get())
