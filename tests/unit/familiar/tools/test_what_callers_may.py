"""Whose memories an operation sees and changes: nothing that is hidden exists for it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from familiars import put_notes
from people_and_places import DM, ROWAN, TAVERN
from tool_calls import JOB, MAY_WRITE, Calls

from familiar_memory import Author, Place

NOW = datetime(2026, 3, 1, tzinfo=UTC)
BEX = Author("discord", "43", "Bex")
CELLAR = Place("discord", "cellar", "lantern", private=True)
ELSEWHERE = Place("discord", "square", "oban")
YARD = Place("discord", "yard", "lantern")

HIDDEN = {
    "people/discord-42.md": (
        "---\nid: discord-42\n---\n\n## Memories\n\n"
        "- Rowan plays the viola. (2026-02-01, by:discord-42, in:discord-dm-42, type:semantic,"
        " source:inferred, importance:9) ^hid1\n"
        "- Rowan likes ^caret text (2026-02-01, in:owner)\n"
        "- ~~Rowan rows a boat.~~ (2026-02-01, by:discord-42, in:discord-private-lantern.cellar,"
        " type:semantic, source:inferred)\n"
        "- part_of:: [[Acme Corp]] (2026-02-01, by:discord-42, in:discord-dm-42, source:inferred)\n"
    ),
    "topics/acme-corp.md": (
        "# Acme Corp\n\n- Rowan was fired by Acme Corp. (2026-02-01, in:discord-dm-42) ^hid2\n"
    ),
    "topics/zork.md": "---\nvisibility: owner\n---\n# Zork\n\n- Zork is a secret of the owner.\n",
    "channels/discord-private-lantern.cellar.md": "# Cellar\n\n- Rowan plays the viola.\n",
}
"""What somebody in the tavern may not know."""


@dataclass
class World:
    """One that is lived, with all that was answered in it."""

    calls: Calls
    answers: list[object]

    async def ask(self, name: str, **arguments: object) -> dict:
        """Ask, and keep the answer."""
        answer = await self.calls(name, **arguments)
        self.answers.append((name, answer))
        return answer


@pytest.fixture
def world(new_familiar, tmp_path):
    """Opens a world: with the hidden notes, or without."""

    @asynccontextmanager
    async def opened(name: str, notes: dict[str, str]):
        familiar = new_familiar(tmp_path, name, settings=MAY_WRITE, now=NOW)
        put_notes(tmp_path / name / "memory", notes)
        async with familiar:
            await familiar.settle()
            yield World(Calls(familiar), [])

    return opened


async def _live(world: World) -> None:
    """Everything that somebody in the tavern can do."""
    ask = world.ask
    viola = {"type": "semantic", "subject": "Rowan", "content": "Rowan plays the viola."}
    for query in ("viola", "Rowan", "boat", "fired by Acme Corp", "secret of the owner"):
        await ask("search", query=query)
    await ask("recall")
    await ask("recall", includeConsolidated=True)
    for hidden in ("^hid1", "^nobody", "~00000000"):
        for note in ("people/discord-42.md", "topics/acme-corp.md", "topics/zork.md"):
            name = f"{note}#{hidden}"
            await ask("recall", id=name)
            await ask("update", id=name, content="x", importance=1)
            await ask("delete", id=name)
            await ask("delete", id=name, originals="delete")
    for entity in ("Acme Corp", "Zork", "Rowan", "cellar"):
        await ask("graph", entity=entity)
    stored = await ask("store", **viola)
    await ask("store", **viola)
    await ask("store", type="semantic", subject="Rowan", content="Rowan rows a boat.")
    await ask("store", type="semantic", subject="Zork", content="Zork is a game.")
    await ask("store", **JOB)
    await ask("store", **(JOB | {"content": "Payments moved to Acme Corp.", "subject": "move"}))
    for entity in ("Acme Corp", "Payments", "Zork"):
        await ask("graph", entity=entity)
    await ask("recall")
    await ask("search", query="viola")
    await ask("update", id=stored["id"], content="Rowan plays the viola and the harp.")
    await ask("reflect")
    await ask("delete", id=stored["id"])
    await ask("search", query="viola")
    await ask("recall", includeConsolidated=True)


@pytest.mark.long
@pytest.mark.parametrize("place", [TAVERN, DM, ELSEWHERE], ids=lambda place: place.slug)
async def test_a_world_with_secrets_answers_as_one_without(world, place):
    """Every id, count, score and word, through the whole life of a memory."""
    hidden = HIDDEN
    if place == DM:
        hidden = {
            path: text.replace("discord-dm-42", "discord-private-lantern.cellar")
            for path, text in HIDDEN.items()
        }
    async with world("first", hidden) as first:
        first.calls.place = place
        await _live(first)
    async with world("second", {}) as second:
        second.calls.place = place
        await _live(second)
    for one, other in zip(first.answers, second.answers, strict=True):
        assert one == other
    assert any(answer["results"] for name, answer in first.answers if name == "search")


@pytest.mark.parametrize("place", [DM, CELLAR, TAVERN], ids=lambda place: place.slug)
async def test_what_is_stored_is_for_the_place_where_it_was_said(tavern, place):
    """By whom and where stands in the line; only those see it who may."""
    async with tavern() as calls:
        calls.place = place
        record_id = await calls.store("Rowan plays the viola.", **_with_entities())
        (note,) = (p for p in calls.familiar.store.glob("people/*.md"))
        text = calls.familiar.store.read_file(note)
        assert f"by:discord-42, in:{place.slug}" in text
        for other in (ELSEWHERE, None, DM, CELLAR, TAVERN):
            there = Calls(calls.familiar, BEX if other is not DM else ROWAN, other)
            # The people of a private room are in its guild, and see the open rooms of that.
            may_see = other in (None, place) or (other, place) == (CELLAR, TAVERN)
            assert bool(await there.found("viola")) is may_see
            answer = await there("recall", id=record_id)
            # The owner knows notes by where their files stand.
            assert bool(answer["results"]) is may_see or other is None
            assert (await there("graph", entity="Lyre"))["found"] is may_see


def _with_entities() -> dict[str, object]:
    edge = {"relation": "made_by", "target": "Amati"}
    return {"entities": [{"name": "Lyre", "type": "project", "relations": [edge]}]}


@pytest.mark.parametrize("place", [DM, CELLAR], ids=lambda place: place.slug)
async def test_what_was_said_in_private_names_no_file(tavern, place):
    """The names of files are seen by everybody who sees the tree."""
    async with tavern() as calls:
        calls.place = place
        await calls.store("Rowan tunes the Lyre.", **_with_entities())
        assert calls.familiar.store.glob("topics/*.md") == []
        assert (await calls("graph", entity="Lyre"))["found"] is True


@pytest.mark.long
async def test_a_memory_is_filed_with_whom_it_is_about(world):
    """A name that the caller may know; any other is a word in the line of their own note."""
    notes = {
        "people/discord-43.md": "---\nid: discord-43\n---\n\n## Aliases\n\n- Bex\n"
        "- Beatrix (in:discord-private-lantern.cellar)\n"
    }
    async with world("ember", notes) as one:
        store = one.calls.store
        assert (await store("likes tea", subject="bex")).startswith("people/discord-43.md#")
        assert (await store("likes cake", subject="Bex's taste")).startswith("people/discord-43")
        for subject in ("Beatrix", "Nobody", "the user"):
            assert (await store(f"likes {subject}", subject=subject)).startswith(
                "people/discord-42.md#"
            )


async def test_what_a_person_wrote_by_hand_is_for_the_owner_to_change(world):
    """A model is told so; the owner changes and deletes it."""
    notes = {"topics/tea.md": "# Tea\n\n- The kettle whistles at ninety degrees.\n"}
    async with world("ember", notes) as one:
        ((record_id, words),) = [
            (row["id"], row["content"])
            for row in (await one.calls("search", query="kettle whistles"))["results"]
        ]
        for name, more in (("update", {"content": "No."}), ("delete", {})):
            answer = await one.calls(name, id=record_id, **more)
            assert "by hand" in answer["error"]
        owner = Calls(one.calls.familiar, None, None)
        assert await owner.recalled() == [words]
        assert (await owner("update", id=record_id, importance=9))["updated"] is True
        assert (await owner("delete", id="topics/tea.md:3"))["deleted"] is True
        assert await one.calls.found("kettle") == []


@pytest.mark.long
async def test_nobody_rewords_what_others_said_or_what_others_know(tavern):
    """New words would be known where the line is, in the name of whoever said it."""
    async with tavern() as calls:
        record_id = await calls.store("Rowan plays the viola.")
        there = Calls(calls.familiar, ROWAN, YARD)
        assert await there.found("viola") == ["Rowan plays the viola."]
        bex = Calls(calls.familiar, BEX, TAVERN)
        for caller in (there, bex):
            for words in ({"content": "No."}, {"tags": ["no"]}, {"subject": "No"}):
                answer = await caller("update", id=record_id, **words)
                assert answer["updated"] is False
                assert "memory_store" in answer["accepted"]
            assert (await caller("update", id=record_id, importance=7))["updated"] is True
            assert (await caller("update", id=record_id, importance=5))["updated"] is True
        assert await there.found("viola") == ["Rowan plays the viola."]
        assert (await there("delete", id=record_id))["deleted"] is True


async def test_an_update_of_nothing_that_is_there_says_so(tavern):
    """With the id; and so does a deletion."""
    async with tavern() as calls:
        for given in ("people/discord-42.md#^nothing", "no id at all", "../etc/passwd#^x"):
            for name, done in (("update", "updated"), ("delete", "deleted")):
                answer = await calls(name, id=given)
                assert answer == {done: False, "error": "not found", "id": given}
            assert (await calls("recall", id=given))["error"] == "not found"


@pytest.mark.parametrize(
    "relation", ["same_as", "visibility", "audience", "private", "type", "", "1st", "of ] [ it"]
)
async def test_a_relation_is_only_a_relation(tavern, relation):
    """It neither joins two people nor says who may read a note; nothing is stored."""
    entities = [
        {
            "name": "Bex",
            "type": "person",
            "relations": [{"relation": relation, "target": "Rowan"}],
        }
    ]
    async with tavern() as calls:
        answer = await calls("store", **(JOB | {"entities": entities}))
        assert "error" in answer
        assert await calls.recalled() == []


@pytest.mark.parametrize(
    "words",
    [
        "likes tea (2026-01-01, in:everyone)",
        "visibility:: everyone",
        "same_as:: [Bex](discord-43.md)",
        "tea\n\n## Heading\n\n- another (in:everyone)",
        "~~struck~~ ^id",
        "[[Bex]] said: hello",
        "---\nvisibility: everyone\n---",
    ],
)
async def test_words_are_only_words(tavern, words):
    """Whatever they look like, they are one line for the place where they were said."""
    async with tavern() as calls:
        calls.place = DM
        await calls.store(words)
        (row,) = (await calls("recall"))["results"]
        assert row["content"].split() == words.replace("[[Bex]]", "Bex").split()
        for place in (TAVERN, ELSEWHERE):
            assert await Calls(calls.familiar, BEX, place).recalled() == []


@pytest.mark.parametrize("notes", ["people/discord-42.md", "people/Rowan.md"])
async def test_a_closed_note_is_passed_over(world, notes):
    """What is stored is found by whoever stored it, whatever the owner keeps for themselves."""
    closed = {notes: "---\nid: discord-42\nvisibility: owner\n---\n\n- Rowan is a spy.\n"}
    async with world("ember", closed) as one:
        record_id = await one.calls.store("Rowan plays the viola.", subject="music")
        assert record_id.startswith("channels/discord-lantern.tavern.md#")
        assert await one.calls.found("viola") == ["Rowan plays the viola."]


async def test_lines_that_people_write_are_memories_too(world):
    """With the tags of Obsidian, without its comments; what a topic counts is none."""
    notes = {
        "topics/tea.md": "---\ntags: [kitchen]\n---\n# Tea\n\n"
        "- Steep it for one minute #how/long %%ask Bex%%\n- %%only a comment%%\n"
    }
    async with world("ember", notes) as one:
        (row,) = (await one.calls("recall"))["results"]
        assert (row["content"], row["tags"]) == ("Steep it for one minute #how/long", ["how/long"])
        for tag in ("how/long", "how", "kitchen", "#Kitchen"):
            assert await one.calls.recalled(tags=[tag]) == [row["content"]]
            assert await one.calls.recalled(tags=[tag], id=row["id"]) == [row["content"]]
            assert await one.calls.found("steep", tags=[tag]) == [row["content"]]
        assert await one.calls.recalled(tags=["long"]) == []


async def test_an_id_that_several_lines_have_is_not_found(new_familiar, tmp_path):
    """Which of them is meant cannot be told, by the owner's model neither."""
    note = "# N\n\n- The kite is red ^k1\n- The key is blue ^k1\n"
    async with new_familiar(tmp_path, settings=MAY_WRITE, now=NOW) as familiar:
        put_notes(tmp_path / "ember" / "memory", {"notes.md": note})
        await familiar.settle()
        owner = Calls(familiar, None, None)
        assert (await owner("recall", id="notes.md#^k1"))["results"] == []
        deleted = await owner("delete", id="notes.md#^k1")
        assert deleted["deleted"] is False
        assert familiar.store.read_file("notes.md") == note
