"""Who of a household is awake: woken up by who comes, asleep when nobody is left.

Between two awaits nobody else changes anything: each look at the state is followed by the
change that it allows without an await in between, so there is no lock.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from familiar_memory.familiar import Familiar

__all__ = ["Member", "Members"]

_log = logging.getLogger(__name__)


class Member:
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


class Members:
    """A bounded number of familiars that are awake, from one event loop."""

    def __init__(
        self,
        asleep: Callable[[str], Familiar],
        check: Callable[[], object],
        falls_asleep: Callable[[str, Familiar], Awaitable[object]],
        *,
        most_awake: int,
        idle_s: float,
        most_falling: int,
    ) -> None:
        """`asleep` makes one by its id; `check` raises when nobody may come any more.

        `falls_asleep` hears of each that is awake, before it is closed.
        `most_falling` fall asleep at once: to finish what is under way takes threads.
        """
        self._asleep = asleep
        self._check = check
        self._falls_asleep = falls_asleep
        self._most_awake = most_awake
        self._idle_s = idle_s
        self._most_falling = most_falling
        self._falling_at_once = asyncio.Semaphore(most_falling)
        self._members: OrderedDict[str, Member] = OrderedDict()
        """Whoever is not asleep, the one that was used last at the end."""
        self._falling_asleep: dict[str, asyncio.Task[None]] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self._idle_look: asyncio.TimerHandle | None = None

    def __contains__(self, familiar_id: str) -> bool:
        """Whether it is awake, or waking up."""
        return familiar_id in self._members

    @property
    def awake(self) -> tuple[str, ...]:
        """The ids of those that are awake, the one that was used last at the end."""
        return tuple(name for name, member in self._members.items() if member.is_awake)

    async def come_to(self, familiar_id: str, *, may_wait: bool) -> Member:
        """Count as a user of a familiar, which keeps it from falling asleep.

        Where as many are in use as may be awake, whoever may not wait wakes up one more.
        """
        while (member := self._usable(familiar_id)) is None:
            self._check()
            if familiar_id in self._falling_asleep:
                await asyncio.wait((self._falling_asleep[familiar_id],))
            elif len(self._members) < self._most_awake or not may_wait:
                member = self._members[familiar_id] = Member(self._asleep(familiar_id))
                break
            elif not self._send_longest_idle_to_sleep():
                await self._change()
        member.users += 1
        self._members.move_to_end(familiar_id)
        return member

    def leave(self, familiar_id: str, member: Member) -> None:
        """Be no user of it any more."""
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

    async def put_to_sleep(self, familiar_id: str) -> bool:
        """Close one that nobody is at, and wait for it; False when somebody is at it."""
        member = self._members.get(familiar_id)
        if member is not None and member.users:
            return False
        if member is not None:
            self._send_to_sleep(familiar_id)
        if (falling_asleep := self._falling_asleep.get(familiar_id)) is not None:
            await asyncio.wait((falling_asleep,))
        return True

    async def put_all_to_sleep(self) -> None:
        """Wait for whoever is at one, and close all; whoever waits to come is told to check."""
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

    def _usable(self, familiar_id: str) -> Member | None:
        member = self._members.get(familiar_id)
        if member is not None and member.has_failed and not member.users:
            # Nobody was told: it failed when whoever had waited for it was gone.
            del self._members[familiar_id]
            return None
        return member

    def _send_to_sleep(self, familiar_id: str) -> None:
        member = self._members.pop(familiar_id)
        task = asyncio.create_task(self._fall_asleep(familiar_id, member))
        self._falling_asleep[familiar_id] = task

    async def _fall_asleep(self, familiar_id: str, member: Member) -> None:
        try:
            async with self._falling_at_once:
                if member.is_awake:
                    await self._falls_asleep(familiar_id, member.familiar)
                await member.sleep()
        except Exception:  # noqa: BLE001 - the edge: the others must not pay for it
            _log.exception("%s did not fall asleep well", familiar_id)
        finally:
            del self._falling_asleep[familiar_id]
            self._tell_waiting()

    def _send_longest_idle_to_sleep(self) -> bool:
        """False when there is none, or as many are falling asleep as may at once.

        Nobody waits until it has closed: its place is free when it begins to.
        """
        idle = next((name for name, one in self._members.items() if not one.users), None)
        if idle is None or len(self._falling_asleep) >= self._most_falling:
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
