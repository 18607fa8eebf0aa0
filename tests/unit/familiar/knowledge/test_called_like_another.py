"""Somebody calls themselves by another person's id: nobody is taken for the other."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN
from tool_calls import MAY_WRITE, Calls

from familiar_memory import Author, ForgetRequest, Place, RecallFilters, RecallRequest, Turn

AT = datetime(2026, 2, 2, 19, tzinfo=UTC)
OTHER = Author("discord", "7", ROWAN.slug)
_WORK = ["Rowan works at a records office in Durham"]


async def _hear(familiar, rowan=ROWAN, other=OTHER):
    said = {
        rowan: "I work at the records office in Durham.",
        other: "I play the banjo, and I love rhubarb pie.",
    }
    for number, (author, text) in enumerate(said.items()):
        await familiar.record(Turn(f"m{number}", AT, TAVERN, author, text))
    await familiar.write()
    await familiar.settle()


@pytest.mark.parametrize("name", [ROWAN.slug, "discord:42"])
@pytest.mark.parametrize("asks", [{}, {"place": TAVERN, "author": ROWAN}])
async def test_an_id_means_the_one_whose_it_is(new_familiar, tmp_path, asks, name):
    """Whatever others are called, for the owner and in a place."""
    async with started(new_familiar(tmp_path)) as familiar:
        await _hear(familiar)
        known = familiar.knowledge
        facts, story = await known.facts(name, **asks), await known.timeline(name, **asks)
        graph = await known.graph(name, **asks)
        assert [one.sentence for one in facts.facts] == _WORK
        assert [one.sentence for one in story.facts] == _WORK
        assert graph.nodes[0].entity.name == "Rowan"


@pytest.mark.parametrize("asks", [{}, {"place": TAVERN, "author": ROWAN}])
async def test_an_id_means_also_whom_no_note_calls_by_a_name(new_familiar, tmp_path, asks):
    """They speak under no name, so that the only one who is called so is the other."""
    async with started(new_familiar(tmp_path)) as familiar:
        await _hear(familiar, rowan=Author("discord", "42"))
        facts = (await familiar.knowledge.facts(ROWAN.slug, **asks)).facts
        assert [one.object.text for one in facts] == ["records office in Durham"]


@pytest.mark.parametrize("name", [ROWAN.slug, "discord:42"])
async def test_what_is_to_be_kept_about_an_id_goes_to_whose_it_is(new_familiar, tmp_path, name):
    """Also where the other is called by that very id; and it is found with them alone."""
    other = Author("discord", "7", name)
    async with started(new_familiar(tmp_path, settings=MAY_WRITE)) as familiar:
        await _hear(familiar, other=other)
        caller = Calls(familiar, author=Author("discord", "9"))
        await caller.store("is a banjo repairer", subject=name)
        await familiar.settle()
        (note,) = familiar.store.grep("banjo repairer")
        asked = RecallRequest("banjo", filters=RecallFilters(entity=name))
        found = await familiar.search(asked, sources=["memory"])
        assert note.path == "people/Rowan.md"
        assert "is a banjo repairer" in {hit.text for hit in found.hits}
        assert not any("rhubarb" in hit.text or "plays" in hit.text for hit in found.hits)


async def test_no_file_is_called_by_the_id_of_another(new_familiar, tmp_path):
    """It is called by that of whom it is of; and a link by id leads to whom it names."""
    async with started(new_familiar(tmp_path)) as familiar:
        await _hear(familiar)
        people = tmp_path / "ember" / "memory" / "people"
        assert sorted(one.name for one in people.glob("*.md")) == ["Rowan.md", "discord-7.md"]
        assert (await familiar.links.follow(f"[[{ROWAN.slug}]]"[2:-2])).note == "people/Rowan.md"
        assert familiar.parts.files.register.resolve(f"{ROWAN.slug}.md") == "people/discord-42.md"


async def test_nor_by_the_id_of_somebody_on_another_platform(new_familiar, tmp_path):
    """Whose ids may be words; who is forgotten by it takes nothing of the other along."""
    there = Author("irc", "rowan", "Rowan")
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.record(Turn("m9", AT, Place("irc", "hall"), there, "Good evening!"))
        await _hear(familiar, rowan=there, other=Author("discord", "7", "irc-rowan"))
        assert (await familiar.knowledge.graph("irc:rowan")).nodes[0].entity.name == "Rowan"
        await familiar.forgetting.forget(ForgetRequest(person="irc:rowan"))
        facts = await familiar.knowledge.facts("discord:7")
        assert [one.object.text for one in facts.facts] == ["rhubarb pie", "banjo"]


async def test_an_id_is_no_path(new_familiar, tmp_path):
    """Whatever a file is called that an earlier version has named: the id stands in it."""
    note = "---\nid: {}\n---\n# {}\n\n- plays:: {}\n"
    files = {
        "people/Rowan.md": note.format("discord-42", "Rowan", "harp"),
        "people/discord-42.md": note.format("discord-7", "Bex", "banjo"),
    }
    put_notes(tmp_path / "ember" / "memory", files)
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        for name in ("discord:42", "discord-42"):
            graph = await familiar.knowledge.graph(name)
            facts = (await familiar.knowledge.facts(name)).facts
            assert graph.nodes[0].entity.name == "Rowan"
            assert [one.object.text for one in facts] == ["harp"]


async def test_who_is_forgotten_takes_no_note_of_another_along(new_familiar, tmp_path):
    """Nor what they said; their name goes, since it is the id of who is forgotten."""
    async with started(new_familiar(tmp_path)) as familiar:
        await _hear(familiar)
        report = await familiar.forgetting.forget(ForgetRequest(person="discord:42"))
        facts = await familiar.knowledge.facts("discord:7")
        assert report.is_gone
        assert [one.object.text for one in facts.facts] == ["rhubarb pie", "banjo"]
        (session,) = (tmp_path / "ember" / "memory" / "sessions").glob("*.md")
        text = session.read_text("utf-8")
        assert "I play the banjo" in text and "records office" not in text
