"""A household under use: whoever wakes, uses, leaves and sleeps, everyone finds what was said.

The machine holds familiars in several hands at once, lets some of them go, puts others to
sleep, damages and mends one, closes and opens the house. A model says who may be awake.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from contextvars import Context
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from people_and_places import ROWAN, TAVERN

from familiar_memory import Familiar, Household, RecallRequest, Turn
from familiar_memory.errors import ConfigError
from familiar_memory.testing import FixedClock, HashEmbedder

pytestmark = pytest.mark.long


NAMES = ("ash", "birch", "cedar")
MOST_AWAKE = 2
START = datetime(2026, 2, 2, 12, tzinfo=UTC)
PATIENCE_S = 60.0
names = st.sampled_from(NAMES)


class _Hand:
    """Somebody who has a familiar in their hands until they are told to let go."""

    def __init__(self, household: Household, name: str) -> None:
        self.name = name
        self.has_it, self.let_go = asyncio.Event(), asyncio.Event()
        self.familiar: Familiar | None = None
        # A context of their own: they do not belong to whoever else has one in their hands.
        self.task = asyncio.get_running_loop().create_task(self._hold(household), context=Context())

    async def _hold(self, household: Household) -> None:
        async with household.familiar(self.name) as self.familiar:
            self.has_it.set()
            await self.let_go.wait()


class HouseholdMachine(RuleBasedStateMachine):
    """Three familiars, of whom two may be awake."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory(prefix="household-")
        self.stack = AsyncExitStack()
        self.hands: list[_Hand] = []
        self.said: dict[str, list[str]] = {name: [] for name in NAMES}
        self.broken: str | None = None
        self.count = 0

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do it in the loop of this machine, but not for ever."""

        async def bounded() -> Any:
            async with asyncio.timeout(PATIENCE_S):
                return await work

        return self.runner.run(bounded())

    @initialize()
    def begin(self) -> None:
        """A home of three, and its household."""
        self.home = Path(self.folder.name)
        for name in NAMES:
            Familiar.create(name, home=self.home, embedder="none")
        self.household = Household(
            self.home,
            most_awake=MOST_AWAKE,
            threads=2,
            clock=FixedClock(START + timedelta(days=1)),
            embedder=HashEmbedder(),
        )
        self.run(self.household.__aenter__())

    @property
    def held(self) -> set[str]:
        """Who is in somebody's hands."""
        return {hand.name for hand in self.hands}

    def may_wake(self, name: str) -> bool:
        """Whether somebody who has none in their hands gets this one without waiting."""
        return name in self.held or len(self.held) < MOST_AWAKE

    @rule(name=names)
    def take(self, name: str) -> None:
        """Somebody takes a familiar into their hands, and keeps it."""
        if not self.may_wake(name) or name == self.broken:
            return

        async def take() -> _Hand:
            hand = _Hand(self.household, name)
            await hand.has_it.wait()
            return hand

        self.hands.append(self.run(take()))

    @precondition(lambda self: self.hands)
    @rule(data=st.data())
    def release(self, data: st.DataObject) -> None:
        """Somebody lets go."""
        hand = self.hands.pop(data.draw(st.integers(0, len(self.hands) - 1)))

        async def let_go() -> None:
            hand.let_go.set()
            await hand.task

        self.run(let_go())

    @rule(name=names)
    def record(self, name: str) -> None:
        """Somebody says a word that nobody has said before."""
        if not self.may_wake(name) or name == self.broken:
            return
        word = f"kettle{self.count}"
        turn = Turn(f"m{self.count}", START + timedelta(seconds=self.count), TAVERN, ROWAN, word)
        self.count += 1
        self.run(self.household.record(name, turn))
        self.said[name].append(word)

    @rule(name=names)
    def recall(self, name: str) -> None:
        """Each finds what was said to it, and nothing that was said to another."""
        if not self.may_wake(name) or name == self.broken:
            return
        words = [word for told in self.said.values() for word in told][-5:]
        if not words:
            return

        async def search() -> set[str]:
            async with self.household.familiar(name) as familiar:
                found = await familiar.search(RecallRequest(" ".join(words)), limit=50)
                return {hit.text for hit in found.hits}

        texts = self.run(search())
        own = {word for word in words if word in self.said[name]}
        assert own == {word for word in words if any(word == text for text in texts)}

    @rule(name=names)
    def put_to_sleep(self, name: str) -> None:
        """One in somebody's hands stays awake."""
        assert self.run(self.household.put_to_sleep(name)) is (name not in self.held)

    @rule(name=names)
    def crowd(self, name: str) -> None:
        """Many come at once, for all of them; some are cancelled at once."""
        if len(self.held) == MOST_AWAKE or self.broken is not None:
            return

        async def come() -> None:
            loop = asyncio.get_running_loop()
            tasks = [
                loop.create_task(self.household.recall(one, RecallRequest("kettle")))
                for one in (*NAMES, name, *NAMES)
            ]
            await asyncio.sleep(0)
            tasks[0].cancel()
            tasks[3].cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            failed = [one for one in ended if isinstance(one, Exception)]
            assert failed == []

        self.run(come())

    @precondition(lambda self: self.broken is None)
    @rule(name=names)
    def break_settings(self, name: str) -> None:
        """Its settings make no sense any more; who is asleep cannot be woken up."""
        if name in self.held:
            return
        self.run(self.household.put_to_sleep(name))
        (self.home / name / "character.toml").write_text("[character]\nname = 7\n")
        self.broken = name

    @precondition(lambda self: self.broken is not None and len(self.held) < MOST_AWAKE)
    @rule()
    def ask_the_broken(self) -> None:
        """Who asks is told."""
        try:
            self.run(self.household.recall(str(self.broken), RecallRequest("kettle")))
        except ConfigError:
            return
        raise AssertionError("settings that make no sense were accepted")

    @precondition(lambda self: self.broken is not None)
    @rule()
    def mend_settings(self) -> None:
        """From now on it can be woken up again."""
        text = '[character]\nname = "mended"\n[index]\nembedder = "none"\n'
        (self.home / str(self.broken) / "character.toml").write_text(text)
        self.broken = None

    @precondition(lambda self: not self.hands)
    @rule()
    def close_and_open(self) -> None:
        """Everybody sleeps; what was said is there afterwards."""
        self.run(self.household.close())
        assert self.household.awake == ()
        self.run(self.household.__aenter__())

    @invariant()
    def whoever_is_held_is_open(self) -> None:
        """No familiar is closed under anybody's hands, and no more are awake than may be."""
        for hand in self.hands:
            assert hand.familiar is not None
            assert hand.familiar.parts.files.history.counts().turns == len(self.said[hand.name])
        if hasattr(self, "household"):
            assert self.held <= set(self.household.awake)
            assert len(self.household.awake) <= MOST_AWAKE

    def teardown(self) -> None:
        """Let go of everything; nothing hangs."""
        while self.hands:
            hand = self.hands.pop()
            hand.let_go.set()
            self.run(asyncio.wait_for(asyncio.shield(hand.task), PATIENCE_S))
        if hasattr(self, "household"):
            self.run(self.household.close())
        self.runner.close()
        self.folder.cleanup()


TestHousehold = HouseholdMachine.TestCase
TestHousehold.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
