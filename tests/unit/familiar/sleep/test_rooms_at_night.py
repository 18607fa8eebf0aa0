"""What rooms have settled, in a whole familiar: who is shown it, and what forgetting takes out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from fake_nights import slept
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import Author, ForgetRequest, Place, RecallRequest, Turn

AT = datetime(2026, 2, 2, 18, tzinfo=UTC)
BEX = Author("discord", "7", "Bex")
GUS = Author("discord", "9", "Gus")
HALL = Place("discord", "hall", "lantern")
MODS = Place("discord", "mods", "lantern", private=True)
SAID = (
    (TAVERN, ROWAN, "let's go with the oak for the sign"),
    (TAVERN, BEX, "we agreed to meet on Fridays"),
    (MODS, GUS, "Decided: the shed stays locked"),
    (DM, ROWAN, "I'll take care of the flyers"),
)
NEXT_DAY = ((TAVERN, GUS, "actually, let's go with the pine for the sign instead"),)


async def _night(familiar, said, day=0):
    for number, (place, author, text) in enumerate(said):
        at = AT + timedelta(days=day, minutes=number)
        await familiar.record(Turn(f"d{day}m{number}", at, place, author, text))
    await familiar.sleep.run(["channels"])
    await familiar.settle()


async def _shown(familiar, place, author):
    context = await familiar.recall(RecallRequest("hello there", author, place))
    return {c.text for c in context.contributions if c.source == "channel"}


@pytest.fixture
def settled(tmp_path):
    """Run something with a familiar after two nights."""

    def run(work):
        async def all_of_it(familiar, clock):
            await _night(familiar, SAID)
            clock.advance(timedelta(days=1))
            await _night(familiar, NEXT_DAY, day=1)
            return await work(familiar)

        return slept(tmp_path, all_of_it)

    return run


def test_a_room_is_shown_its_own_note_without_what_is_struck(settled) -> None:
    """And no other room is: not the one next door, nor a private one, nor a direct message."""

    async def work(familiar):
        return [
            await _shown(familiar, place, author)
            for place, author in ((TAVERN, BEX), (HALL, BEX), (MODS, GUS), (DM, ROWAN))
        ]

    tavern, hall, mods, dm = settled(work)
    assert len(tavern) == 1
    (text,) = tavern
    assert "let's go with the pine for the sign instead" in text
    assert "we agreed to meet on Fridays" in text
    assert "oak" not in text
    assert "shed" not in text
    assert "flyers" not in text
    assert hall == set()
    assert all("the shed stays locked" in one and "flyers" not in one for one in mods)
    assert all("take care of the flyers" in one and "shed" not in one for one in dm)
    assert (len(mods), len(dm)) == (1, 1)


def test_forgetting_a_person_takes_out_what_they_settled(settled) -> None:
    """Of notes of rooms and of days; what others settled stays, and the proof finds nothing."""

    async def work(familiar):
        assert (await familiar.forgetting.forget(ForgetRequest(person="Rowan"))).is_gone
        tree = {path: familiar.store.read_file(path) for path in familiar.store.glob("**/*.md")}
        assert (await familiar.index.verify()).same
        return tree

    tree = settled(work)
    kept = "".join(tree.values())
    assert "oak" not in kept
    assert "flyers" not in kept
    assert "Rowan" not in kept
    assert "we agreed to meet on Fridays" in tree["channels/discord-lantern.tavern.md"]


def test_forgetting_a_room_takes_its_note(settled) -> None:
    """And its part of the days."""

    async def work(familiar):
        place = ForgetRequest(place=TAVERN.slug)
        assert (await familiar.forgetting.forget(place)).is_gone
        return {path: familiar.store.read_file(path) for path in familiar.store.glob("**/*.md")}

    tree = settled(work)
    assert sorted(tree) == [
        "channels/discord-dm-42.md",
        "channels/discord-private-lantern.mods.md",
        "days/private/discord-dm-42/2026-02-02.md",
        "days/private/discord-private-lantern.mods/2026-02-02.md",
    ]
    assert "Fridays" not in "".join(tree.values())
