"""Memories kept by request and memories that a model stores take one way into the notes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN
from tool_calls import MAY_WRITE, Calls

from familiar_memory import Author, Caller, NewFact, NewMemory, Place, RecallRequest, Turn

NOW = datetime(2026, 3, 1, tzinfo=UTC)
BEX = Author("discord", "77", "Bex")
DM = Place("discord", ROWAN.user_id, kind="dm", name="Rowan")
NOTES = {
    "people/discord-77.md": "## Aliases\n\n- Bex\n",
    "topics/cafe-nord.md": "# Caf\u00e9 Nord\n\n- It opens at nine (2026-02-01)\n",
    "topics/heist.md": "# Heist\n\n- It is on Friday (2026-02-01, in:owner)\n",
}


async def _kept_at_both(familiar, name: str, place: Place) -> list[str]:
    """The notes that take a memory about that name, one by each way."""
    kept = await familiar.memories.remember(
        NewMemory(f"Owns a viola ({name})", name), caller=Caller(ROWAN, place)
    )
    stored = await Calls(familiar, ROWAN, place).store(f"Broke a harp ({name})", subject=name)
    return [str(kept.name).partition("#")[0], stored.partition("#")[0]]


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("Rowan", f"people/{ROWAN.slug}.md"),
        ("me", f"people/{ROWAN.slug}.md"),
        (f"discord:{ROWAN.user_id}", f"people/{ROWAN.slug}.md"),
        ("Bex", "people/discord-77.md"),
        ("discord:77", "people/discord-77.md"),
        ("discord-77", "people/discord-77.md"),
        ("CAF\u00c9 NORD", "topics/cafe-nord.md"),
    ],
)
async def test_a_name_means_the_same_note_at_both_doors(new_familiar, tmp_path, name, note):
    """By name, by id, by what people and models call whom they talk to."""
    put_notes(tmp_path / "ember" / "memory", NOTES)
    async with started(new_familiar(tmp_path, now=NOW, settings=MAY_WRITE)) as familiar:
        await familiar.settle()
        assert await _kept_at_both(familiar, name, TAVERN) == [note, note]


@pytest.mark.parametrize("name", ["heist", "Diamonds"])
async def test_what_is_said_in_private_names_no_new_file(new_familiar, tmp_path, name):
    """Whether or not a hidden note is called so: a line says what it is about, for the place."""
    put_notes(tmp_path / "ember" / "memory", NOTES)
    async with started(new_familiar(tmp_path, now=NOW, settings=MAY_WRITE)) as familiar:
        await familiar.settle()
        before = set(familiar.store.glob("**/*.md"))
        kept = await familiar.memories.remember(
            NewMemory("It is planned for May", name), caller=Caller(ROWAN, DM)
        )
        fact = await familiar.memories.add_fact(
            NewFact(name, "has_status", "planned"), caller=Caller(ROWAN, DM)
        )
        room = f"channels/{DM.slug}.md"
        assert [one.name.note for one in (kept, fact)] == [room, room]
        assert set(familiar.store.glob("**/*.md")) - before == {room}
        assert familiar.store.read_file(room).count(f"subject:{name}") == 2
        found = await familiar.knowledge.facts(name, place=DM, author=ROWAN)
        assert [one.object.text for one in found.facts] == ["planned"]


async def test_a_dry_run_needs_nothing_that_can_be_written(new_familiar, tmp_path):
    """And what is only looked at is found where nothing can be changed."""
    put_notes(tmp_path / "ember" / "memory", NOTES)
    async with started(new_familiar(tmp_path, now=NOW, settings=MAY_WRITE)) as familiar:
        await familiar.settle()
        familiar.parts.files.read_only = "the disk is write-protected"
        tried = await familiar.memories.retire("topics/cafe-nord.md:3", dry_run=True)
        assert (tried.kind, tried.text, tried.batch) == ("retired", "It opens at nine", None)


async def test_a_place_is_named_as_the_notes_name_it(new_familiar, tmp_path):
    """Where two rooms have one label, a note writes another for the second."""
    rooms = [Place("discord", str(n), f"g{n}", name="general") for n in (1, 2)]
    link = f"[[channels/{rooms[1].slug}|#general-2]]"
    note = f'---\nplaces:\n  - "{link}"\n---\n\n## Aliases\n\n- Rowan\n'
    put_notes(tmp_path / "ember" / "memory", {f"people/{ROWAN.slug}.md": note})
    async with started(new_familiar(tmp_path, now=NOW)) as familiar:
        for n, room in enumerate(rooms):
            await familiar.record(Turn(str(n), NOW, room, ROWAN, "hello"))
        await familiar.settle()
        memory = NewMemory("Owns a viola", "Rowan", place="#general-2")
        kept = await familiar.memories.remember(memory)
        assert "Owns a viola (2026-03-01, #general-2" in familiar.store.read_file(kept.name.note)
        found = await familiar.search(RecallRequest("viola", ROWAN, rooms[1]))
        assert [hit.text for hit in found.hits] == ["Owns a viola"]
