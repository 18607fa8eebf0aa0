"""Many familiars in one process: awake when needed, closed when not, none in anybody's way."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextvars import Context
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory import Familiar, Household, RecallRequest, Turn
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.errors import (
    ConfigError,
    HistoryError,
    InputError,
    UnknownFamiliarError,
    UsageError,
)
from familiar_memory.household.nights import MissedNights
from familiar_memory.inspection.embedder import embedder_state
from familiar_memory.life.sleep.sleeping import Sleeping
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.testing import FixedClock, HashEmbedder

START = datetime(2026, 2, 2, 12, tzinfo=UTC)
PATIENCE_S = 30.0


class Counted(HashEmbedder):
    """The fake, which knows how often it was closed."""

    closed = 0

    def close(self) -> None:
        """As the fake, counted."""
        self.closed += 1
        super().close()


class Model:
    """A chat model that says yes, and knows how often it was closed."""

    name = "fake:model"
    closed = 0

    async def complete(self, _: ChatRequest) -> Completion:
        """Say yes."""
        return Completion("yes")

    async def close(self) -> None:
        """Counted."""
        self.closed += 1


def turn(ref: int, text: str) -> Turn:
    """One turn of the tavern."""
    return Turn(f"m{ref}", START + timedelta(minutes=ref), TAVERN, ROWAN, text)


def asked(text: str) -> RecallRequest:
    """A question of Rowan's in the tavern."""
    return RecallRequest(text, ROWAN, TAVERN)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home of four."""
    for name in ("ash", "birch", "cedar", "elder"):
        Familiar.create(name, home=tmp_path, embedder="none")
    return tmp_path


def live(home: Path, work: Callable[[Household], Awaitable[object]], **given: object) -> None:
    """Do it in a household, and leave no thread behind."""
    before = set(threading.enumerate())
    usual = {"clock": FixedClock(START + timedelta(days=1)), "embedder": HashEmbedder()}

    async def run() -> None:
        async with Household(home, **(usual | given)) as household:  # type: ignore[arg-type]
            await work(household)

    asyncio.run(run())
    assert {thread for thread in threading.enumerate() if thread.is_alive()} <= before


def test_each_remembers_its_own(home: Path) -> None:
    """And is woken up by whoever comes."""

    async def work(household: Household) -> None:
        assert household.familiars() == ["ash", "birch", "cedar", "elder"]
        assert household.awake == ()
        await household.record("ash", turn(1, "The kettle sings."))
        await household.record("birch", turn(1, "The samovar hums."))
        assert household.awake == ("ash", "birch")
        ash = await household.recall("ash", asked("kettle samovar?"))
        birch = await household.recall("birch", asked("kettle samovar?"))
        assert "kettle sings" in ash.render()
        assert "samovar" not in ash.render()
        assert "samovar hums" in birch.render()
        assert "kettle sings" not in birch.render()

    live(home, work)


def test_what_was_recorded_before_sleep_is_known_after_it(home: Path) -> None:
    """So is what a person has written meanwhile: waking up compares everything."""

    async def work(household: Household) -> None:
        await household.record("ash", turn(1, "The kettle sings."))
        assert await household.put_to_sleep("ash")
        assert household.awake == ()
        note = home / "ash" / "memory" / "topics" / "samovar.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text("# Samovar\n\n- The samovar hums at dusk.\n")
        told = (await household.recall("ash", asked("kettle or samovar at dusk?"))).render()
        assert "kettle sings" in told
        assert "samovar hums at dusk" in told

    live(home, work)


def test_the_one_that_was_idle_for_longest_falls_asleep_for_another(home: Path) -> None:
    """No more are awake than may be."""

    async def work(household: Household) -> None:
        for name in ("ash", "birch", "ash", "cedar"):
            await household.record(name, turn(1, "x"))
        assert household.awake == ("ash", "cedar")
        await household.record("elder", turn(1, "x"))
        assert household.awake == ("cedar", "elder")

    live(home, work, most_awake=2)


def test_a_name_that_is_nobodys_cannot_be_put_to_sleep(home: Path) -> None:
    """A slip of the pen must not look as if it had worked."""

    async def check() -> None:
        async with Household(home) as household:
            assert await household.put_to_sleep("ash")
            with pytest.raises(UnknownFamiliarError, match="zz"):
                await household.put_to_sleep("zz")

    asyncio.run(check())


def test_one_in_use_does_not_fall_asleep(home: Path) -> None:
    """Whoever else comes waits until somebody leaves."""

    async def work(household: Household) -> None:
        async with household.familiar("ash") as ash:
            other = asyncio.create_task(household.record("birch", turn(1, "x")), context=Context())
            done, _ = await asyncio.wait((other,), timeout=0.05)
            assert not done
            assert household.awake == ("ash",)
            assert not await household.put_to_sleep("ash")
            await ash.record(turn(1, "still here"))
        await asyncio.wait_for(other, PATIENCE_S)
        assert household.awake == ("birch",)

    live(home, work, most_awake=1)


def test_who_has_one_in_their_hands_does_not_wait_for_another(home: Path) -> None:
    """Two who each waited for what the other has would wait for ever."""

    async def work(household: Household) -> None:
        async with household.familiar("ash"), household.familiar("birch"):
            await asyncio.gather(*(household.record(n, turn(1, "x")) for n in ("cedar", "elder")))
            assert {"ash", "birch"} <= set(household.awake)
        await household.record("ash", turn(2, "y"))
        assert "ash" in household.awake

    live(home, work, most_awake=1)


def test_two_who_wake_the_same_one_have_the_same_one(home: Path) -> None:
    """It is opened once."""

    async def work(household: Household) -> None:
        async def use(_: int) -> Familiar:
            async with household.familiar("ash") as familiar:
                return familiar

        found = await asyncio.gather(*map(use, range(20)))
        assert len(set(map(id, found))) == 1

    live(home, work)


def test_whoever_comes_while_it_falls_asleep_has_it_awake(home: Path) -> None:
    """It is opened anew when it has closed."""

    async def work(household: Household) -> None:
        for number in range(5):
            await household.record("ash", turn(number, f"kettle number{number}"))
            falling = asyncio.create_task(household.put_to_sleep("ash"))
            await asyncio.sleep(0)
            told = await household.recall("ash", asked(f"number{number}"))
            assert f"kettle number{number}" in told.render()
            await falling

    live(home, work)


def test_the_idle_fall_asleep_by_themselves(home: Path) -> None:
    """After the time that was set."""

    async def work(household: Household) -> None:
        await household.record("ash", turn(1, "x"))
        async with household.familiar("birch"):
            async with asyncio.timeout(PATIENCE_S):
                while household.awake != ("birch",):
                    await asyncio.sleep(0)

    live(home, work, idle_s=0.02)


def test_one_that_is_damaged_does_not_harm_the_others(home: Path) -> None:
    """Who asks for it is told, each time, and it takes nobody's place."""
    (home / "ash" / "history.sqlite").write_bytes(b"not a history at all" * 100)
    (home / "birch" / "character.toml").write_text("[character]\nname = 7\n")

    async def work(household: Household) -> None:
        for _ in range(2):
            with pytest.raises(HistoryError):
                await household.record("ash", turn(1, "x"))
            with pytest.raises(ConfigError):
                await household.recall("birch", asked("x"))
        assert household.awake == ()
        await household.record("cedar", turn(1, "The kettle sings."))
        assert "kettle" in (await household.recall("cedar", asked("kettle?"))).render()
        (home / "birch" / "character.toml").write_text("[character]\nname = 'Birch'\n")
        await household.record("birch", turn(1, "x"))
        assert household.awake == ("birch",)

    live(home, work, most_awake=1)


def test_the_embedder_and_the_models_are_closed_once(home: Path) -> None:
    """When the household is, not when a familiar falls asleep."""
    embedder, model = Counted(), Model()

    async def work(household: Household) -> None:
        for name in ("ash", "birch"):
            await household.record(name, turn(1, "The kettle sings."))
            async with household.familiar(name) as familiar:
                await familiar.settle()
                assert familiar.parts.files.index.stats().vectors > 0
        await household.put_to_sleep("ash")
        assert (embedder.closed, model.closed) == (0, 0)

    live(home, work, embedder=embedder, models={"filter": model})
    assert (embedder.closed, model.closed) == (1, 1)


def test_an_embedder_of_the_settings_is_loaded_once_for_all(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often they wake up."""
    made: list[Counted] = []

    def load(*_: object) -> Counted:
        made.append(Counted())
        return made[-1]

    monkeypatch.setattr("familiar_memory.assembly.shared.load_embedder", load)

    async def work(household: Household) -> None:
        for name in ("ash", "birch", "ash"):
            await household.record(name, turn(1, "The kettle sings."))
            await household.put_to_sleep(name)

    live(home, work, embedder=None)
    assert [one.closed for one in made] == [1]


def test_the_folder_of_a_shared_model_is_known(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a model that a familiar has to itself."""

    class InFolder(HashEmbedder):
        folder = home / "model"

    monkeypatch.setattr("familiar_memory.assembly.shared.load_embedder", lambda *_: InFolder())

    async def work(household: Household) -> None:
        async with household.familiar("ash") as familiar:
            assert embedder_state(familiar.parts).model_folder == str(home / "model")

    live(home, work, embedder=None)


def test_a_member_switches_to_the_embedder_that_the_others_have(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its model is not loaded again."""
    loaded: list[str] = []

    def load(name: str, _: object) -> Embedder:
        loaded.append(name)
        return HashEmbedder() if name == "static" else NoEmbedder()

    monkeypatch.setattr("familiar_memory.assembly.shared.load_embedder", load)

    async def work(household: Household) -> None:
        for name in ("ash", "birch"):
            async with household.familiar(name) as familiar:
                await familiar.settle()
                assert (await familiar.index.switch_embedder("static")).done

    live(home, work, embedder=None)
    assert loaded == ["none", "static"]


@pytest.mark.long
def test_threads_are_bounded_however_many_are_awake(tmp_path: Path) -> None:
    """A dozen awake have hardly more than one."""
    names = [f"f{number}" for number in range(12)]
    for name in names:
        Familiar.create(name, home=tmp_path, embedder="none")

    async def work(household: Household) -> None:
        await asyncio.gather(*(household.record(name, turn(1, "kettle")) for name in names))
        await asyncio.gather(*(household.recall(name, asked("kettle")) for name in names))
        assert len(household.awake) == 12
        named = [thread.name.split("_")[0] for thread in threading.enumerate()]
        assert named.count("household") <= 3
        assert named.count("background") <= 3

    live(tmp_path, work, threads=3)


def test_closing_waits_for_who_is_at_a_familiar(home: Path) -> None:
    """And nobody comes any more."""

    async def run() -> None:
        entered, go_on = asyncio.Event(), asyncio.Event()
        household = Household(home, embedder=HashEmbedder())

        async def use() -> None:
            async with household.familiar("ash") as familiar:
                entered.set()
                await go_on.wait()
                await familiar.record(turn(1, "The kettle sings."))

        async with household:
            using = asyncio.create_task(use())
            await entered.wait()
            closing = asyncio.create_task(household.close())
            await asyncio.sleep(0)
            with pytest.raises(UsageError, match="is not open"):
                await household.record("birch", turn(1, "x"))
            go_on.set()
            await closing
            await using
        await household.close()
        with pytest.raises(UsageError, match="is not open"):
            await household.record("ash", turn(1, "x"))
        async with household:
            assert "kettle" in (await household.recall("ash", asked("kettle?"))).render()

    asyncio.run(run())


def test_who_has_one_in_their_hands_cannot_close(home: Path) -> None:
    """It would wait for itself."""

    async def work(household: Household) -> None:
        async with household.familiar("ash"):
            with pytest.raises(UsageError, match="in their hands"):
                await household.close()
        await household.record("ash", turn(1, "x"))

    live(home, work)


def test_who_is_cancelled_leaves_nothing_open(home: Path) -> None:
    """Also while it wakes up."""

    async def work(household: Household) -> None:
        for turns_of_the_loop in (1, 5, 50, 500):
            task = asyncio.create_task(household.record("ash", turn(1, "x")))
            for _ in range(turns_of_the_loop):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await household.record("birch", turn(1, "x"))
        assert household.awake[-1:] == ("birch",)

    live(home, work, most_awake=1)


def test_who_is_unknown_is_told_with_those_who_are_there(home: Path) -> None:
    """And nobody falls asleep for them."""

    async def work(household: Household) -> None:
        await household.record("ash", turn(1, "x"))
        with pytest.raises(UnknownFamiliarError) as unknown:
            await household.record("oak", turn(1, "x"))
        assert unknown.value.problem == f"no familiar 'oak' under {home}"
        assert "there are: ash, birch, cedar, elder" in unknown.value.accepted
        with pytest.raises(UsageError, match="cannot name a familiar"):
            await household.record("../ash", turn(1, "x"))
        assert household.awake == ("ash",)

    live(home, work, most_awake=1)


def test_a_home_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    """A file as well as nothing at all."""
    (tmp_path / "file").write_text("x")

    async def enter(path: Path) -> None:
        async with Household(path):
            raise AssertionError

    for path in (tmp_path / "file", tmp_path / "nothing"):
        with pytest.raises(UsageError) as refused:
            asyncio.run(enter(path))
        assert refused.value.problem == f"the home {path} is not a folder"
        assert refused.value.accepted.startswith("a folder that has a folder for each familiar")


@pytest.mark.parametrize(
    "given", [{"most_awake": 0}, {"threads": "2"}, {"idle_s": "long"}, {"idle_s": -1}]
)
def test_numbers_that_do_not_fit_are_refused(given: dict[str, object]) -> None:
    """With their names."""
    with pytest.raises(InputError, match=next(iter(given))):
        Household("home", **given)  # type: ignore[arg-type]


def test_whoever_falls_asleep_leaves_word_of_their_next_night(home, monkeypatch):
    """Where notes are written by themselves; and the night is gone through when it is due."""
    noted: dict[str, datetime | None] = {}
    monkeypatch.setattr(MissedNights, "fell_asleep", lambda _, name, due: noted.update({name: due}))

    async def work(household: Household) -> None:
        async with household.familiar("ash") as ash:
            due = await ash.sleep.next_due()
        await household.put_to_sleep("ash")
        assert noted == {"ash": due}
        household._clock.advance(timedelta(days=1))
        await household._nights._go_through("ash")
        async with household.familiar("ash") as ash:
            night = ash.history.nights.last("sleep")
        assert (night.began, night.ended) == (household._now(), household._now())
        assert night.step("write") is not None

    live(home, work, auto_write=True)


def test_one_whose_next_night_cannot_be_found_out_is_tried_later(home, monkeypatch, caplog):
    """Else it had no nights until somebody needs it; the log says so."""
    later: list[str] = []
    monkeypatch.setattr(MissedNights, "try_later", lambda _, name: later.append(name))

    async def damaged(_: object) -> datetime:
        raise HistoryError("the history is damaged")

    async def work(household: Household) -> None:
        async with household.familiar("ash"):
            monkeypatch.setattr(Sleeping, "next_due", damaged)
        await household.put_to_sleep("ash")

    live(home, work, auto_write=True)
    assert later == ["ash"]
    assert "when ash has its next night is unknown: the history is damaged" in caplog.messages


def test_one_that_is_incognito_has_no_nights(home, monkeypatch, caplog):
    """Its files are not even open; nobody is told of it."""
    noted: dict[str, datetime | None] = {}
    monkeypatch.setattr(MissedNights, "fell_asleep", lambda _, name, due: noted.update({name: due}))
    with (home / "ash" / "character.toml").open("a", encoding="utf-8") as file:
        file.write('\n[memory]\nmode = "incognito"\n')

    async def work(household: Household) -> None:
        async with household.familiar("ash"):
            pass
        await household.put_to_sleep("ash")
        assert await household._nights._go_through("ash")

    live(home, work, auto_write=True)
    assert noted["ash"] is None
    assert [one for one in caplog.messages if "night" in one] == []
