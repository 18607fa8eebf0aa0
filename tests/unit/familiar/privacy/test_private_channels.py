"""What is said in a channel that not all of its guild can read is not told in the others."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import TAVERN

from familiar_memory import Author, Familiar, Place, PlaceKind, RecallRequest, Turn

MODS = Place("discord", "mods", "lantern", private=True)
BOOTH = Place("discord", "booth", "lantern", PlaceKind.VOICE, private=True)
ROWAN, MARY = Author("discord", "42", "Rowan"), Author("discord", "7", "Mary")
DM_42, DM_7 = (Place("discord", who, kind=PlaceKind.DM) for who in ("42", "7"))
START = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
SECRET = "I am allergic to Swordfish. The vault code is another one."


def _turn(ref, text, author, place, minutes=0):
    return Turn(ref, START + timedelta(minutes=minutes), place, author, text)


async def _told(familiar, place, author):
    """Everything that is told there of the vault, by search and recall."""
    found = await familiar.search(RecallRequest("vault code Swordfish", place=place, author=author))
    context = await familiar.recall(RecallRequest("What is the vault code?", author, place))
    return f"{context.render()} {[hit.text for hit in found.hits]}"


@pytest.mark.long
@pytest.mark.parametrize("room", [MODS, BOOTH])
@pytest.mark.parametrize("policy", ["strict", "guild", "open"])
def test_a_private_channel_is_told_in_itself_and_to_who_spoke_there(tmp_path, room, policy):
    """Before the writer has run and after, under every policy."""

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as made:
            del made
        settings = tmp_path / "ember" / "character.toml"
        settings.write_text(settings.read_text() + f'\n[audience]\npolicy = "{policy}"\n')
        async with Familiar.open("ember", home=tmp_path) as familiar:
            await familiar.record_many(
                [_turn("s1", SECRET, ROWAN, room), _turn("t1", "Good evening.", MARY, TAVERN)]
            )
            answers = []
            for _ in range(2):
                await familiar.settle()
                for place, author in ((room, MARY), (TAVERN, ROWAN), (DM_42, ROWAN), (DM_7, MARY)):
                    answers.append("Swordfish" in await _told(familiar, place, author))
                await familiar.write()
            note = familiar.store.read_file("people/discord-42.md")
            return answers, note

    answers, note = asyncio.run(run())
    assert answers == [True, False, True, False] * 2
    assert f'"[[channels/{room.slug}|#{room.channel}]]"' in note


def test_who_is_in_a_private_channel_hears_the_guilds_other_rooms(tmp_path):
    """They are its members."""

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            await familiar.record(_turn("t1", SECRET, ROWAN, TAVERN))
            await familiar.settle()
            return await _told(familiar, MODS, MARY)

    assert "Swordfish" in asyncio.run(run())


def test_a_channel_that_became_private_is_searched_no_more(tmp_path):
    """At once: the turn that comes as private, the edit that comes as public, the deletion."""

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            said = _turn("t1", SECRET, ROWAN, MODS.twin)
            seen = []

            async def look():
                await familiar.settle()
                for place in (TAVERN, MODS.twin, MODS):
                    seen.append("Swordfish" in await _told(familiar, place, MARY))

            await familiar.record(said)
            await look()
            await familiar.record(replace(said, place=MODS))
            await look()
            later = replace(said, text=f"{SECRET} Still.", edited=True)
            await familiar.record(replace(later, timestamp=START + timedelta(hours=1)))
            await look()
            await familiar.record(replace(said, text="", deleted=True))
            await look()
            return seen

    assert asyncio.run(run()) == [
        *(True, True, True),
        *(False, False, True),
        *(False, False, True),
        *(False, False, False),
    ]


def test_who_speaks_in_private_alone_is_not_the_person_asked_for_in_that_room(tmp_path):
    """A private channel has many members; a direct message has one."""
    from familiar_memory.inspection.who_where import speaker_of

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            await familiar.record_many(
                [_turn("s1", SECRET, ROWAN, MODS), _turn("d1", "Hello.", MARY, DM_7)]
            )
            history, register = familiar.history, familiar.parts.files.register
            return [speaker_of(history, register, None, place) for place in (MODS, DM_7)]

    assert asyncio.run(run()) == [None, MARY]
