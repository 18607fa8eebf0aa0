"""Memories kept by request and memories that a model stores take one way into the notes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN
from review_desk import guess
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


_LINES = (
    "people/discord-77.md#^hand",
    "topics/tea.md#^hand",
    "people/discord-77.md#^jazz",
    "sessions/2026-02-01-evening.md#^m1",
)
_WRITTEN = {
    "people/discord-77.md": (
        "## Aliases\n\n- Bex\n\n## Notes\n\n- Rows a boat (2026-02-01) ^hand\n"
        "- Likes jazz (by:discord-77) ^jazz\n"
        f"- Plays go (2026-02-01, by:discord-77, in:{TAVERN.slug}, source:user-stated) ^go\n"
        "- Sings (2026-02-01, by:discord-77, in:owner, source:user-stated) ^hid\n"
    ),
    "topics/tea.md": "# Tea\n\n- The kettle whistles ^hand\n",
    "sessions/2026-02-01-evening.md": (
        f"# Evening\n\n## {TAVERN.slug}\n\n- Rowan: I like tea ^m1\n"
    ),
}


async def _tried(familiar, name: str) -> dict[str, list[str]]:
    """What both doors say to a change of words, a number, a deletion and an end of a line."""
    memories, caller, calls = familiar.memories, Caller(ROWAN, TAVERN), Calls(familiar)
    texts = await memories.edit(name, "Likes folk", caller=caller)
    number = await memories.edit(name, fields={"importance": 9}, caller=caller)
    deleted = await memories.delete(name, caller=caller)
    retired = await memories.retire(name, caller=caller)
    counted = await memories.count_again(name, ("m9",), caller=caller)
    return {
        "words": [texts.reason, (await calls("update", id=name, content="Likes folk"))["error"]],
        "number": [number.reason, (await calls("update", id=name, importance=9))["error"]],
        "deleted": [deleted.reason, (await calls("delete", id=name))["error"]],
        "others": [retired.reason, counted.reason],
    }


@pytest.mark.parametrize("name", _LINES)
async def test_a_line_that_a_person_wrote_is_the_owners_at_both_doors(new_familiar, tmp_path, name):
    """Of somebody, of a topic, with who said it; and what was said: nothing of it is changed."""
    put_notes(tmp_path / "ember" / "memory", _WRITTEN)
    async with started(new_familiar(tmp_path, now=NOW, settings=MAY_WRITE)) as familiar:
        await familiar.settle()
        why = "a person wrote this line by hand: only the owner changes it"
        if name.startswith("sessions/"):
            why = "it is what was said, and stays as it was said"
        for answers in (await _tried(familiar, name)).values():
            assert answers == [why, why]
        for path, text in _WRITTEN.items():
            assert familiar.store.read_file(path) == text
        assert (await familiar.memories.edit(name, "Likes folk")).is_done


async def test_the_words_of_others_are_theirs_at_both_doors(new_familiar, tmp_path):
    """In a merge, too; anybody who sees the line changes its importance, and deletes it."""
    put_notes(tmp_path / "ember" / "memory", _WRITTEN)
    async with started(new_familiar(tmp_path, now=NOW, settings=MAY_WRITE)) as familiar:
        await familiar.settle()
        memories, caller, name = familiar.memories, Caller(ROWAN, TAVERN), f"{_LINES[0][:-4]}go"
        own = await memories.remember("Plays chess", caller=caller)
        why = "somebody else has stated this memory"
        for told in (
            await memories.edit(name, "Plays dice", caller=caller),
            await memories.edit(name, fields={"tags": ["x"]}, caller=caller),
            await memories.merge([name, own.name], "Plays dice", caller=caller),
        ):
            assert (told.kind, told.reason) == ("refused", why)
        forged = await memories.merge([name, own.name], "Plays go", {"by": "x"}, caller=caller)
        assert (forged.kind, "does not change" in forged.reason) == ("refused", True)
        mixed = await memories.merge([name, _LINES[1]], "Plays go", caller=caller)
        assert (mixed.kind, "by hand" in mixed.reason) == ("refused", True)
        assert (await memories.edit(name, fields={"importance": 9}, caller=caller)).is_done
        assert (await memories.delete(name, caller=caller)).is_done


async def test_what_is_hidden_is_not_found_at_both_doors(new_familiar, tmp_path):
    """Whoever wrote it, and however."""
    put_notes(tmp_path / "ember" / "memory", _WRITTEN)
    async with started(new_familiar(tmp_path, now=NOW, settings=MAY_WRITE)) as familiar:
        await familiar.settle()
        for name in ("people/discord-77.md#^hid", "people/discord-77.md#^none"):
            answers = await _tried(familiar, name)
            assert answers.pop("others") == ["there is no such record"] * 2
            assert set(map(tuple, answers.values())) == {("there is no such record", "not found")}


async def test_a_place_has_one_name_whoever_writes_it(new_familiar, tmp_path):
    """By its label: what is remembered, what is accepted, and a rule."""
    async with started(new_familiar(tmp_path, now=NOW)) as familiar:
        await familiar.record(Turn("1", NOW, TAVERN, ROWAN, "hello"))
        await familiar.memories.remember("Owns a viola", caller=Caller(ROWAN, TAVERN))
        held = guess("likes:: tea", TAVERN.slug)
        await familiar.review.propose([held])
        assert (await familiar.review.accept([held.id])).accepted
        assert (await familiar.rules.add("Whisper", place=TAVERN)).changed
        for path in (*familiar.store.glob("people/*.md"), "self/rules.md"):
            text = familiar.store.read_file(path)
            assert f"in:{TAVERN.slug}" not in text
            assert ", #tavern" in text


async def test_the_journal_says_through_what_door_a_change_came(new_familiar, tmp_path):
    """What a program asks for the owner, what a caller asks, and what is said to be the source."""
    async with started(new_familiar(tmp_path, now=NOW)) as familiar:
        memories, caller = familiar.memories, Caller(ROWAN, TAVERN)
        for n, how in enumerate(({}, {"caller": caller}, {"source": "cli"})):
            await memories.remember(f"Fact {n}", **how)
        entries = familiar.parts.files.journal.entries()
        assert [one.source for one in entries][-3:] == ["api", "tool", "cli"]
