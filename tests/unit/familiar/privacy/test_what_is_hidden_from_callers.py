"""What a caller may not know changes nothing of what they are told: people, and links."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN
from tool_calls import MAY_WRITE, Calls

from familiar_memory import Author, Caller, NewFact, NewMemory, Place, RecallRequest, Turn

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ZED = Author("discord", "77", "Zed")
CALLER = Caller(ROWAN, TAVERN)
KNOWS_TEA = [{"relation": "fond_of", "target": "Tea"}]
MILL = {"type": "semantic", "subject": "mill", "content": "The mill is old"}
NAMES = ("discord:77", "discord-77", "people/discord-77.md")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
async def test_whether_somebody_spoke_elsewhere_is_told_by_no_answer(new_familiar, tmp_path, name):
    """A caller who names an id learns nothing of whether it is anybody's."""
    answers = []
    for world in ("spoke", "silent"):
        opened = new_familiar(tmp_path, world, now=NOW, settings=MAY_WRITE)
        async with started(opened) as familiar:
            await familiar.record(Turn("1", NOW, TAVERN, ROWAN, "hello"))
            if world == "spoke":
                await familiar.record(Turn("2", NOW, Place("discord", "77", kind="dm"), ZED, "hi"))
            await familiar.settle()
            memory = NewMemory("A cellist lives next door", name)
            kept = await familiar.memories.remember(memory, caller=CALLER)
            fact = await familiar.memories.add_fact(NewFact(name, "likes", "tea"), caller=CALLER)
            calls = Calls(familiar)
            stored = await calls("store", type="semantic", subject=name, content="Owns a harp")
            related = {"name": name, "type": "person", "relations": KNOWS_TEA}
            more = await calls("store", **MILL, entities=[related])
            told = [(one.kind, one.name, one.reason) for one in (kept, fact)]
            answers.append((told, stored, more))
            assert stored["stored"] and more["stored"]
    assert answers[0] == answers[1]


async def test_whom_a_caller_could_hear_they_may_remember_of(new_familiar, tmp_path):
    """By the id, whether or not there is a note."""
    async with started(new_familiar(tmp_path, now=NOW)) as familiar:
        await familiar.record(Turn("1", NOW, TAVERN, ZED, "hello"))
        await familiar.settle()
        for name in NAMES:
            memory = NewMemory(f"Said by {name}", name)
            kept = await familiar.memories.remember(memory, caller=CALLER)
            assert kept.name is not None
            assert kept.name.note == "people/discord-77.md"


async def test_a_link_does_not_tell_that_a_hidden_note_is_there(new_familiar, tmp_path):
    """Neither in facts and timelines, nor in a prompt; and it is found by its words."""
    notes = {
        "people/discord-42.md": "---\nid: discord-42\n---\n\n## Facts\n\n"
        "- works_at:: [[Globex]] (2026-02-01, by:discord-42, in:discord-lantern.tavern)\n"
    }
    hidden = {"topics/globex.md": "# Globex\n\n- Globex is bankrupt (2026-02-01, in:owner)\n"}
    answers = []
    for world, more in (("hidden", hidden), ("nothing", {})):
        async with started(new_familiar(tmp_path, world, now=NOW)) as familiar:
            put_notes(tmp_path / world / "memory", notes | more)
            await familiar.settle()
            asks = familiar.knowledge
            told = [
                await ask(name, place=TAVERN, author=author)
                for ask in (asks.facts, asks.timeline)
                for name in ("Globex", "topics/globex.md")
                for author in (ROWAN, ZED)
            ]
            texts = ("where does discord-42 work?", "Globex")
            requests = [RecallRequest(text, ZED, TAVERN) for text in texts]
            told += [(await familiar.recall(one)).render() for one in requests]
            answers.append(told)
            assert [fact.predicate for fact in told[0].facts] == ["works_at"]
            assert (await asks.facts("Globex")).facts
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "fields",
    [
        {"place": "everyone"},
        {"by": "discord-77"},
        {"refs": ["2"]},
        {"source": "user-stated"},
        {"replaces": "^x"},
        {"into": "^x"},
        {"seen": 9},
        {"learned": "2020-01-01"},
        {"place": None},
    ],
    ids=str,
)
async def test_a_caller_changes_nothing_of_who_said_it_where_and_when(
    new_familiar, tmp_path, fields
):
    """Each such field by itself, of a line of their own; the note stays as it is."""
    async with started(new_familiar(tmp_path, now=NOW)) as familiar:
        await familiar.record(Turn("1", NOW, TAVERN, ROWAN, "hello"))
        memory = NewMemory("Plays the viola", "discord-42")
        kept = await familiar.memories.remember(memory, caller=CALLER)
        before = familiar.store.read_file("people/discord-42.md")
        changed = await familiar.memories.edit(kept.name, fields=fields, caller=CALLER)
        assert changed.kind == "refused"
        assert next(iter(fields)) in changed.reason
        assert familiar.store.read_file("people/discord-42.md") == before
