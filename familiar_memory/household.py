"""Many familiars in one process: awake while somebody needs them, asleep on the disk otherwise."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path
from types import TracebackType
from typing import Self

from familiar_memory.assembly.shared import Shared
from familiar_memory.clock import Clock
from familiar_memory.config.environment import default_home
from familiar_memory.config.paths import FamiliarPaths, familiars_in
from familiar_memory.domain.given import check_count, check_number
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.embeddings.base import Embedder
from familiar_memory.errors import UsageError
from familiar_memory.familiar import Familiar
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.life.threads import Threads
from familiar_memory.llm.base import ChatModel
from familiar_memory.recall.page.render import Context

__all__ = ["Household"]

_log = logging.getLogger(__name__)


class _Member:
    """A familiar that is awake, or waking up, and how many are at it."""

    def __init__(self, familiar: Familiar) -> None:
        """It begins to wake up."""
        self.familiar = familiar
        self.users = 0
        self.idle_since = 0.0
        self.waking = asyncio.create_task(self._wake())
        # Where everybody who waited for it has gone, its failure is no news to anybody.
        self.waking.add_done_callback(lambda over: over.cancelled() or over.exception())

    async def _wake(self) -> None:
        await self.familiar.__aenter__()

    @property
    def is_awake(self) -> bool:
        """Whether it has woken up."""
        return self.waking.done() and not self.has_failed

    @property
    def has_failed(self) -> bool:
        """Whether it could not be woken up."""
        waking = self.waking
        return waking.done() and (waking.cancelled() or waking.exception() is not None)

    async def sleep(self) -> None:
        """Finish what is under way and close, if ever it woke up."""
        await asyncio.wait((self.waking,))
        if self.is_awake:
            await self.familiar.close()


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
    saves, and two sets of `threads` threads, of which one brings indexes up to date. At
    most `most_awake` are awake: the one that was idle for longest goes to sleep for
    another, and whoever is idle for `idle_s` seconds does. One in use never does: where all
    are in use, others wait, except for a task that has one in its hands already, since
    waiting with one in one's hands could be for ever. Asleep a familiar is files, which
    people may edit as they like: waking up compares everything.

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
    ) -> None:
        """Nothing is opened yet.

        An `embedder`, and `models` by slot, stand in the place of those of the settings,
        for every familiar; they are closed with the household.

        Raises:
            InputError: a number that is none.
        """
        check_count(most_awake, "most_awake", 1)
        check_count(threads, "threads", 1)
        check_number(idle_s, "idle_s")
        self.home = default_home() if home is None else Path(home)
        self._most_awake = most_awake
        self._idle_s = idle_s
        self._threads = threads
        self._clock = clock
        self._embedder = embedder
        self._models = models
        self._shared: Shared | None = None
        self._is_closing = False
        self._members: OrderedDict[str, _Member] = OrderedDict()
        """Whoever is not asleep, the one that was used last at the end."""
        self._falling_asleep: dict[str, asyncio.Task[None]] = {}
        self._falling_at_once = asyncio.Semaphore(max(1, threads // 2))
        """Finishing what is under way takes threads: some are left for those who are awake."""
        self._waiting: list[asyncio.Future[None]] = []
        self._idle_look: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        """Open it; every familiar is asleep.

        Raises:
            UsageError: its home is no folder.
        """
        if not await asyncio.to_thread(self.home.is_dir):
            raise UsageError(
                f"the home {self.home} is no folder",
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
        """Wait for whoever is at a familiar, then finish what is under way and close all.

        From now on nobody comes to a familiar any more. Doing it again does nothing.

        Raises:
            UsageError: the task that closes has a familiar in its own hands.
        """
        if _is_holding():
            raise UsageError(
                "the household cannot be closed by who has a familiar of it in their hands",
                "close it after `async with household.familiar(…)`",
            )
        if self._shared is None:
            return
        self._is_closing = True
        self._tell_waiting()
        while any(member.users for member in self._members.values()):
            await self._change()
        for familiar_id in list(self._members):
            self._send_to_sleep(familiar_id)
        if self._idle_look is not None:
            self._idle_look.cancel()
            self._idle_look = None
        while self._falling_asleep:
            await asyncio.wait(self._falling_asleep.values())
        shared, self._shared, self._is_closing = self._shared, None, False
        if shared is not None:
            await shared.close()

    def familiars(self) -> list[str]:
        """The ids of all that live here, awake or asleep, sorted."""
        return familiars_in(self.home)

    @property
    def awake(self) -> tuple[str, ...]:
        """The ids of those that are awake, the one that was used last at the end."""
        return tuple(name for name, member in self._members.items() if member.is_awake)

    @asynccontextmanager
    async def familiar(self, familiar_id: str) -> AsyncIterator[Familiar]:
        """A familiar, awake as long as the block runs; another task may be at it, too.

        Raises:
            UnknownFamiliarError: it names those that are there.
            UsageError: the id can be nobody's, or the household is closed.
            ConfigError: its settings are not accepted.
            HistoryError: its history is damaged; the others are none the worse for it.
        """
        member = await self._come_to(familiar_id)
        hold = _Hold()
        _held.set((*(one for one in _held.get() if not one.is_over), hold))
        try:
            # Whoever is cancelled leaves it waking up: others may wait for it, too.
            await asyncio.shield(member.waking)
            yield member.familiar
        finally:
            hold.is_over = True
            self._leave(familiar_id, member)

    async def record(self, familiar_id: str, turn: Turn) -> RecordOutcome:
        """Keep one turn of a familiar's; see `Familiar.record`, and `familiar` for errors."""
        async with self.familiar(familiar_id) as familiar:
            return await familiar.record(turn)

    async def recall(self, familiar_id: str, request: RecallRequest) -> Context:
        """The context for a familiar's reply; see `Familiar.recall`, and `familiar` for errors."""
        async with self.familiar(familiar_id) as familiar:
            return await familiar.recall(request)

    async def put_to_sleep(self, familiar_id: str) -> bool:
        """Close a familiar that nobody is at, and wait for it; False when somebody is at it."""
        member = self._members.get(familiar_id)
        if member is not None and member.users:
            return False
        if member is not None:
            self._send_to_sleep(familiar_id)
        if (falling_asleep := self._falling_asleep.get(familiar_id)) is not None:
            await asyncio.wait((falling_asleep,))
        return True

    # Between two awaits nobody else changes anything: what follows is the state, and each
    # look at it is followed by the change that it allows without an await in between.

    async def _come_to(self, familiar_id: str) -> _Member:
        """Count as a user of a familiar, which keeps it from falling asleep."""
        paths = FamiliarPaths(self.home, familiar_id)
        shared = self._opened()
        if familiar_id not in self._members:
            # Before anybody has to fall asleep for it.
            await Threads(shared.executor).run(paths.require)
        while (member := self._usable(familiar_id)) is None:
            shared = self._opened()
            if familiar_id in self._falling_asleep:
                await asyncio.wait((self._falling_asleep[familiar_id],))
            elif self._has_room or _is_holding():
                member = self._members[familiar_id] = _Member(self._asleep(paths, shared))
                break
            elif not self._send_longest_idle_to_sleep():
                await self._change()
        member.users += 1
        self._members.move_to_end(familiar_id)
        return member

    def _usable(self, familiar_id: str) -> _Member | None:
        member = self._members.get(familiar_id)
        if member is not None and member.has_failed and not member.users:
            # Nobody was told: it failed when whoever had waited for it was gone.
            del self._members[familiar_id]
            return None
        return member

    def _asleep(self, paths: FamiliarPaths, shared: Shared) -> Familiar:
        return Familiar(
            paths,
            clock=self._clock,
            embedder=shared.given_embedder,
            models=shared.given_models,
            shared=shared,
        )

    def _leave(self, familiar_id: str, member: _Member) -> None:
        member.users -= 1
        if not member.users:
            loop = asyncio.get_running_loop()
            member.idle_since = loop.time()
            if member.has_failed:
                # It takes nobody's place.
                del self._members[familiar_id]
            elif self._idle_look is None:
                self._idle_look = loop.call_later(self._idle_s, self._let_idle_sleep)
        self._tell_waiting()

    def _send_to_sleep(self, familiar_id: str) -> None:
        member = self._members.pop(familiar_id)
        task = asyncio.create_task(self._fall_asleep(familiar_id, member))
        self._falling_asleep[familiar_id] = task

    async def _fall_asleep(self, familiar_id: str, member: _Member) -> None:
        try:
            async with self._falling_at_once:
                await member.sleep()
        except Exception:  # noqa: BLE001 - the edge: the others must not pay for it
            _log.exception("%s did not fall asleep well", familiar_id)
        finally:
            del self._falling_asleep[familiar_id]
            self._tell_waiting()

    def _send_longest_idle_to_sleep(self) -> bool:
        """False when there is none, or as many are falling asleep as there are threads for it."""
        idle = next((name for name, one in self._members.items() if not one.users), None)
        if idle is None or len(self._falling_asleep) >= self._threads:
            return False
        self._send_to_sleep(idle)
        return True

    def _let_idle_sleep(self) -> None:
        loop = asyncio.get_running_loop()
        idle = {name: one.idle_since for name, one in self._members.items() if not one.users}
        latest = loop.time() - self._idle_s
        for familiar_id in [name for name, since in idle.items() if since <= latest]:
            self._send_to_sleep(familiar_id)
            del idle[familiar_id]
        self._idle_look = None
        if idle:
            next_at = min(idle.values()) + self._idle_s
            self._idle_look = loop.call_at(next_at, self._let_idle_sleep)

    @property
    def _has_room(self) -> bool:
        return len(self._members) < self._most_awake

    async def _change(self) -> None:
        """Wait until somebody has left a familiar, or one has fallen asleep."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        await waiter

    def _tell_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.done():
                waiter.set_result(None)

    def _opened(self) -> Shared:
        if self._shared is None or self._is_closing:
            raise UsageError(
                f"the household {self.home} is not open",
                "`async with Household(home) as household:`",
            )
        return self._shared


def _is_holding() -> bool:
    return any(not hold.is_over for hold in _held.get())
