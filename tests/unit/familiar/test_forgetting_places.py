"""Forgetting a place: what people are called in the places that stay."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from familiars import started
from people_and_places import TAVERN

from familiar_memory import Author, ForgetRequest, Place, RecallRequest, Turn

AT = datetime(2026, 2, 2, 19, tzinfo=UTC)
ROWAN = Author("discord", "284619350177841152", "Rowan")
BEX = Author("discord", "619835027744129024", "Bex")
HALL = Place("discord", "hall", "lantern", name="hall")
MODS = Place("discord", "mods", "lantern", private=True, name="mods")
SAID = (
    (TAVERN, ROWAN, "I work at the snorbl archive."),
    (HALL, ROWAN, "I live in Hull."),
    (TAVERN, BEX, "I love rhubarb."),
    (MODS, BEX, "I play the banjo."),
    (TAVERN, Author("discord", "733912345678901234", "Zed"), "I collect quuxwerk clocks."),
)


@pytest.mark.long
def test_a_name_that_people_bear_elsewhere_too_stays_for_there(new_familiar, tmp_path):
    """Its one line told of the place that goes; who was heard nowhere else loses their name."""

    async def work() -> None:
        async with started(new_familiar(tmp_path)) as familiar:
            for number, (place, author, text) in enumerate(SAID):
                at = AT + timedelta(minutes=number)
                await familiar.record(Turn(f"m{number}", at, place, author, text))
            await familiar.write()
            await familiar.settle()
            place = ForgetRequest(place=TAVERN.slug)
            plan = await familiar.forgetting.plan(place)
            assert [(one.text, one.becomes) for one in plan.lines if "(#tavern)" in one.text] == [
                ("- Bex (#tavern)", "- Bex (#mods)"),
                ("- Rowan (#tavern)", "- Rowan (#hall)"),
                ("- Zed (#tavern)", None),
            ]
            assert (await familiar.forgetting.forget(place)).is_gone
            assert "- Rowan (#hall)\n" in familiar.store.read_file("people/Rowan.md")
            recalled = await familiar.recall(RecallRequest("where does Rowan live?", BEX, HALL))
            assert "\nRowan\n- lives in Hull" in recalled.render()
            facts = await familiar.knowledge.facts("Rowan", place=HALL, author=BEX)
            assert [one.sentence for one in facts.facts] == ["Rowan lives in Hull"]
            assert (await familiar.index.verify()).same

    asyncio.run(work())


def test_a_direct_message_goes_and_whom_it_was_with_stays(new_familiar, tmp_path):
    """It is called by their id, which is theirs wherever else they have spoken."""
    dm = Place("discord", ROWAN.user_id, kind="dm", name="Rowan")
    said = ((dm, "I live in Hull."), (TAVERN, "I work at the snorbl archive."))

    async def work() -> None:
        async with started(new_familiar(tmp_path)) as familiar:
            for number, (place, text) in enumerate(said):
                at = AT + timedelta(minutes=number)
                await familiar.record(Turn(f"m{number}", at, place, ROWAN, text))
            await familiar.write()
            await familiar.settle()
            report = await familiar.forgetting.forget(ForgetRequest(place=dm.slug))
            assert (report.is_gone, report.residue) == (True, ())
            note = familiar.store.read_file("people/Rowan.md")
            assert ("snorbl" in note, "Hull" in note) == (True, False)
            assert await familiar.forgetting.resume() is None

    asyncio.run(work())
