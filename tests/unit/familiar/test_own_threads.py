"""A familiar works in threads of its own: a bot's executor is the bot's."""

import asyncio
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory import Familiar, Household, RecallRequest, Turn
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.testing import ScriptedModel

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


class Barred(ThreadPoolExecutor):
    """The executor of a loop in which nothing of ours may be done."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[object] = []

    def submit(self, work, /, *given, **named) -> Future:
        """Remember what was to be done here."""
        self.asked.append(work)
        return super().submit(work, *given, **named)


def said(n: int) -> Turn:
    """One of many."""
    return Turn(n, AT + timedelta(seconds=n), TAVERN, ROWAN, f"the copper kettle number {n}")


async def ask_everything(familiar: Familiar) -> None:
    """Whatever there is to ask of a familiar, once."""
    request = RecallRequest("copper kettle", ROWAN, TAVERN)
    await familiar.record(said(1))
    await familiar.delete(TAVERN, 7)
    await familiar.settle()
    await familiar.recall(request)
    await familiar.search(request)
    await familiar.conversation(request)
    await familiar.explain.recall(request)
    await familiar.explain.search(request)
    await familiar.explain.why_not("kettle", request)
    await familiar.explain.why_not("kettle", request, search_limit=3)
    await familiar.people.known()
    await familiar.write()
    await familiar.index.switch_embedder("none")
    await familiar.index.verify()
    await familiar.index.rebuild()


@pytest.mark.parametrize("is_shared", [False, True], ids=["alone", "in a household"])
def test_nothing_is_done_in_the_executor_of_the_loop(tmp_path, is_shared):
    """Whatever it is asked; a model's choice too."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    settings = tmp_path / "ember" / "character.toml"
    settings.write_text(
        settings.read_text() + "\n[models.filter]\nprovider = 'openai'\nmodel = 'x'\n"
    )
    executor = Barred()
    models = {"filter": ScriptedModel(*['{"keep": [], "grep": "kettle"}', '{"keep": ["p1"]}'] * 9)}

    async def run():
        asyncio.get_running_loop().set_default_executor(executor)
        if is_shared:
            async with (
                Household(tmp_path, models=models) as household,
                household.familiar("ember") as familiar,
            ):
                await ask_everything(familiar)
        else:
            async with Familiar(FamiliarPaths(tmp_path, "ember"), models=models) as familiar:
                await ask_everything(familiar)

    before = set(threading.enumerate())
    asyncio.run(run())
    assert executor.asked == []
    assert {one for one in threading.enumerate() if one.is_alive()} <= before


def test_a_raid_leaves_the_executor_of_the_loop_free(tmp_path):
    """Two hundred turns at once wait in line for the familiar's threads, which are few."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    executor = Barred()

    async def run():
        loop = asyncio.get_running_loop()
        loop.set_default_executor(executor)
        async with Familiar.open("ember", home=tmp_path) as familiar:
            recording = [asyncio.ensure_future(familiar.record(said(n))) for n in range(200)]
            await asyncio.sleep(0)
            threads = sum(one.name == "familiar" for one in threading.enumerate())
            await loop.run_in_executor(None, list)
            done = sum(one.done() for one in recording)
            outcomes = await asyncio.gather(*recording)
            return done, threads, len(set(outcomes)), familiar.history.counts().turns

    done, threads, kinds, turns = asyncio.run(run())
    assert (kinds, turns) == (1, 200)
    assert 0 < threads <= 8
    assert done < 200
    assert executor.asked == [list]


def test_it_can_be_opened_again(tmp_path):
    """With new threads."""
    familiar = Familiar.create("ember", home=tmp_path, embedder="none")

    async def run():
        for n in range(2):
            async with familiar:
                await familiar.record(said(n))
        async with familiar:
            return familiar.history.counts().turns

    assert asyncio.run(run()) == 2
