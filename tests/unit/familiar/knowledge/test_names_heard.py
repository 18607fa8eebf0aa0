"""Whoever is understood in a search is understood in a question for what is known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import Author, Turn
from familiar_memory.errors import UsageError

EMI = Author("discord", "9", "kat_on_deck")
GUS = Author("discord", "8", "Gus")
NOTES = {
    "people/discord-9.md": "- lives_in:: Oban (2026-02-01)\n- friend_of:: [[Gus]] (2026-02-01)\n",
}


def _talk(*said, place=TAVERN):
    at = datetime(2026, 2, 20, tzinfo=UTC)
    return [
        Turn(f"{place.slug}-{number}", at + timedelta(minutes=number), place, author, text)
        for number, (author, text) in enumerate(said)
    ]


_CALLED = ((EMI, "evening all"), (GUS, "hey Pip!"), (EMI, "yes?"), (GUS, "hey Pip, look"))


async def _answers(familiar, name, **who):
    known = familiar.knowledge
    facts, story = await known.facts(name, **who), await known.timeline(name, **who)
    graph = await known.graph(name, **who)
    return len(facts.facts), len(story.facts), [one.entity.note for one in graph.nodes[:1]]


_FOUND = (2, 2, ["people/discord-9.md"])
_NOTHING = (0, 0, [])


@pytest.mark.parametrize("name", ["Pip", "pip", "Kat", "kat_on_deck", "deck"])
async def test_somebody_is_meant_by_what_others_call_them_and_by_their_name(
    new_familiar, tmp_path, name
):
    """For the owner, and for whoever is where it was said."""
    put_notes(tmp_path / "ember" / "memory", NOTES)
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.record_many(_talk(*_CALLED))
        await familiar.settle()
        assert await _answers(familiar, name) == _FOUND
        assert await _answers(familiar, name, place=TAVERN, author=ROWAN) == _FOUND


@pytest.mark.parametrize("name", ["Pip", "Kat"])
async def test_a_name_heard_in_private_means_nobody_elsewhere(new_familiar, tmp_path, name):
    """As if it had never been said."""
    put_notes(tmp_path / "ember" / "memory", NOTES)
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.record_many(_talk(*_CALLED, place=DM))
        await familiar.settle()
        assert await _answers(familiar, name) == _FOUND
        assert await _answers(familiar, name, place=DM, author=ROWAN) == _FOUND
        assert await _answers(familiar, name, place=TAVERN, author=ROWAN) == _NOTHING


async def test_what_facts_say_of_a_name_comes_before_who_is_called_so(new_familiar, tmp_path):
    """A thing that notes name is no nickname."""
    notes = {**NOTES, "people/discord-8.md": "- owns:: Pip (2026-02-01)\n"}
    put_notes(tmp_path / "ember" / "memory", notes)
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.record_many(_talk(*_CALLED))
        await familiar.settle()
        facts = (await familiar.knowledge.facts("Pip")).facts
    assert [one.object.text for one in facts] == ["Pip"]


async def test_a_word_of_two_names_is_ambiguous(new_familiar, tmp_path):
    """They are listed, with what to type."""
    other = Author("discord", "10", "Kat Two")
    put_notes(tmp_path / "ember" / "memory", {**NOTES, "people/discord-10.md": "- likes:: tea\n"})
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.record_many(_talk((EMI, "evening"), (other, "morning")))
        await familiar.settle()
        for ask in (familiar.knowledge.facts, familiar.knowledge.graph):
            with pytest.raises(UsageError, match="several people are called 'kat'"):
                await ask("kat")
