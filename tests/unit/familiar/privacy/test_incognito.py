"""Incognito: for a familiar, a place, a turn or a request nothing is kept, read or noted."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import (
    Author,
    Caller,
    Contribution,
    Familiar,
    Household,
    Layer,
    Place,
    RecallRequest,
    RecordOutcome,
    Turn,
)
from familiar_memory.errors import ConfigError, InputError, UsageError
from familiar_memory.interfaces.cli.main import run as run_cli

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
SECRET = "Zanzibar pelican"
SAID = Turn("m1", AT, TAVERN, ROWAN, f"I work at the {SECRET} office.")
WHISPERED = Turn("m2", AT, DM, ROWAN, f"My {SECRET} is called Agatha.")
WEATHER = Contribution(Layer.CONTENT, "weather", "It rains.", 5)
ALL_INCOGNITO = '[memory]\nmode = "incognito"\n'
NO_DMS = '[memory]\nincognito_places = ["discord-dm-*"]\n'


def made(tmp_path, settings=""):
    """A familiar with these settings, of which no file but its own has been made."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    character = tmp_path / "ember" / "character.toml"
    character.write_text(character.read_text("utf-8") + settings, "utf-8")
    return tmp_path / "ember"


def every_byte(folder):
    """All that lies below a folder, empty folders too."""
    return {
        str(one.relative_to(folder)): (
            None if one.is_dir() else hashlib.sha256(one.read_bytes()).hexdigest()
        )
        for one in sorted(folder.rglob("*"))
    }


def holding_the_secret(folder):
    """Which files hold what was said in confidence, or any mark of it."""
    words = [word.encode() for word in SECRET.split()]
    files = [one for one in folder.rglob("*") if one.is_file()]
    return [one.name for one in files if any(word in one.read_bytes() for word in words)]


async def live(familiar):
    """All that a bot does with a familiar."""
    outcomes = await familiar.record_many((SAID, WHISPERED))
    outcomes = [*outcomes, await familiar.record(replace(SAID, edited=True, text=SECRET))]
    request = RecallRequest(SECRET, ROWAN, TAVERN, pending_turns=(SAID,), extra=(WEATHER,))
    context = await familiar.recall(request)
    talk = await familiar.conversation(request)
    hits = (await familiar.search(request)).hits + (await familiar.search(SECRET)).hits
    written = await familiar.write()
    ended = await familiar.end_session(TAVERN)
    deleted = await familiar.delete(TAVERN, "m1")
    return outcomes, context, talk, hits, (written.turns, ended.written.turns), deleted


@pytest.mark.parametrize("auto_write", [True, False])
async def test_an_incognito_familiar_leaves_its_folder_as_it_was(tmp_path, auto_write, caplog):
    """Byte for byte, and no file is made of it: no history, no index, no lock."""
    folder = made(tmp_path, ALL_INCOGNITO)
    before = every_byte(tmp_path)
    with caplog.at_level(logging.DEBUG):
        async with Familiar.open("ember", home=tmp_path, auto_write=auto_write) as familiar:
            outcomes, context, talk, hits, turns, deleted = await live(familiar)
            assert every_byte(tmp_path) == before
            assert (familiar.name, familiar.now().tzinfo) == ("ember", UTC)
    assert every_byte(tmp_path) == before
    assert outcomes == [RecordOutcome.INCOGNITO] * 3
    assert [one.text for one in context.contributions] == ["It rains."]
    assert context.trace.degraded == ("incognito: nothing of memory is read or noted",)
    assert (talk.messages, hits, turns) == ((), (), (0, 0))
    assert deleted is RecordOutcome.UNKNOWN
    assert not any("pelican" in one.getMessage() for one in caplog.records)
    assert holding_the_secret(folder) == []


async def test_one_that_has_a_past_leaves_that_as_it_was(tmp_path):
    """It is neither read nor changed, but for what a platform says is deleted."""
    folder = made(tmp_path)
    async with Familiar.open("ember", home=tmp_path) as familiar:
        await familiar.record(Turn("m0", AT, TAVERN, ROWAN, "I play the banjo."))
        await familiar.write()
        await familiar.settle()
    character = folder / "character.toml"
    character.write_text(character.read_text("utf-8") + ALL_INCOGNITO, "utf-8")
    before = every_byte(tmp_path)
    async with Familiar.open("ember", home=tmp_path, auto_write=True) as familiar:
        assert await familiar.record(SAID) is RecordOutcome.INCOGNITO
        context = await familiar.recall(RecallRequest("who plays the banjo?", ROWAN, TAVERN))
        assert context.render() == ""
    assert every_byte(tmp_path) == before
    async with Familiar.open("ember", home=tmp_path) as familiar:
        gone = Turn("m0", AT, TAVERN, ROWAN, "", deleted=True)
        assert await familiar.record(gone) is RecordOutcome.DELETED
        assert await familiar.record(SAID) is RecordOutcome.INCOGNITO
        assert familiar.history.latest(TAVERN.slug, 9) == []


async def test_what_an_incognito_familiar_is_asked_beside_that_says_what_to_do(tmp_path):
    """Its owner may open its files."""
    made(tmp_path, ALL_INCOGNITO)
    async with Familiar.open("ember", home=tmp_path) as familiar:
        with pytest.raises(UsageError) as refused:
            _ = familiar.people
        assert refused.value.problem == "the familiar 'ember' is incognito: its files are not open"
        assert "await start()" in refused.value.accepted
        await familiar.start()
        assert await familiar.people.known() == []
        assert await familiar.record(SAID) is RecordOutcome.INCOGNITO


async def test_of_a_place_that_is_incognito_nothing_is_left(tmp_path):
    """The familiar goes on remembering elsewhere; a turn or request there cannot opt up."""
    folder = made(tmp_path, NO_DMS)
    async with Familiar.open("ember", home=tmp_path) as familiar:
        await familiar.record(Turn("m0", AT, TAVERN, ROWAN, "I play the banjo."))
        await familiar.settle()
    before = every_byte(folder)
    async with Familiar.open("ember", home=tmp_path, auto_write=True) as familiar:
        assert await familiar.record(replace(WHISPERED, incognito=False)) is RecordOutcome.INCOGNITO
        assert familiar.writing.scheduler.waiting == 0
        in_the_dm = RecallRequest("who plays the banjo?", ROWAN, DM, incognito=False)
        assert (await familiar.recall(in_the_dm)).contributions == ()
        assert (await familiar.conversation(in_the_dm)).messages == ()
        assert (await familiar.search(in_the_dm)).hits == ()
        shown = await familiar.recall(RecallRequest("who plays the banjo?", ROWAN, TAVERN))
        assert "banjo" in shown.render()
    assert holding_the_secret(folder) == []
    assert before.keys() <= every_byte(folder).keys()


async def test_for_one_place_alone_no_byte_is_changed(tmp_path):
    """Recorded, recalled, searched and asked about: with an index that is up to date."""
    folder = made(tmp_path, NO_DMS)
    async with Familiar.open("ember", home=tmp_path) as familiar:
        await familiar.record(Turn("m0", AT, TAVERN, ROWAN, "I play the banjo."))
        await familiar.settle()
    familiar = Familiar.open("ember", home=tmp_path)
    await familiar.start()
    assert (await familiar.recall(RecallRequest("banjo", ROWAN, TAVERN, log=False))).render()
    before = every_byte(folder)
    assert await familiar.record(WHISPERED) is RecordOutcome.INCOGNITO
    for request in (
        RecallRequest("banjo", ROWAN, DM),
        RecallRequest("banjo", ROWAN, TAVERN, incognito=True),
        RecallRequest("banjo", ROWAN, TAVERN, pending_turns=(replace(SAID, incognito=True),)),
    ):
        assert (await familiar.recall(request)).contributions == ()
        assert (await familiar.conversation(request)).messages == ()
        assert (await familiar.search(request)).hits == ()
    assert every_byte(folder) == before
    await familiar.close()


@pytest.mark.parametrize("opened", ["discord-lantern.mods", "discord-private-lantern.mods"])
async def test_a_room_is_incognito_whether_it_is_private_or_not(tmp_path, opened):
    """It is the same room."""
    made(tmp_path, f'[memory]\nincognito_places = ["{opened}"]\n')
    async with Familiar.open("ember", home=tmp_path) as familiar:
        for private in (True, False):
            place = Place("discord", "mods", "lantern", private=private)
            assert await familiar.record(replace(SAID, place=place)) is RecordOutcome.INCOGNITO
        assert await familiar.record(SAID) is RecordOutcome.ADDED


async def test_a_turn_may_opt_down(tmp_path):
    """Beside others, which are kept; from JSON too."""
    folder = made(tmp_path)
    line = {
        "ref": "m3",
        "timestamp": AT.isoformat(),
        "channel": "tavern",
        "guild": "lantern",
        "author": {"platform": "discord", "user_id": "42"},
        "text": SECRET,
        "incognito": True,
    }
    async with Familiar.open("ember", home=tmp_path, auto_write=True) as familiar:
        outcomes = await familiar.record_many(
            (
                replace(SAID, incognito=True),
                replace(SAID, ref="m9", text="hi"),
                Turn.from_json(line),
            )
        )
        assert outcomes == [
            RecordOutcome.INCOGNITO,
            RecordOutcome.ADDED,
            RecordOutcome.INCOGNITO,
        ]
        assert familiar.writing.scheduler.waiting == 1
    assert holding_the_secret(folder) == []


async def test_an_incognito_turn_takes_away_what_was_said_before(tmp_path):
    """A deletion is heard in any mode; an edit leaves what stands."""
    made(tmp_path)
    async with Familiar.open("ember", home=tmp_path) as familiar:
        await familiar.record(SAID)
        edited = replace(SAID, edited=True, text="never mind", incognito=True)
        assert await familiar.record(edited) is RecordOutcome.INCOGNITO
        assert familiar.history.turn(TAVERN.slug, "m1").turn.text == SAID.text
        gone = replace(SAID, deleted=True, incognito=True)
        assert await familiar.record(gone) is RecordOutcome.DELETED
        assert familiar.history.latest(TAVERN.slug, 9) == []
        unknown = replace(gone, ref="m7")
        assert await familiar.record(unknown) is RecordOutcome.INCOGNITO
        assert familiar.history.turn(TAVERN.slug, "m7") is None


async def test_a_history_takes_no_incognito_turn(tmp_path):
    """Whoever comes by another way."""
    made(tmp_path)
    async with Familiar.open("ember", home=tmp_path) as familiar:
        with pytest.raises(InputError, match="is incognito"):
            familiar.history.record(replace(SAID, incognito=True))


async def test_nobody_is_told_anything_in_an_incognito_place(tmp_path):
    """By no other door either: operations of models, records, facts, explanations."""
    made(tmp_path, f"{NO_DMS}[tools]\nwrite = true\n")
    async with Familiar.open("ember", home=tmp_path) as familiar:
        before = every_byte(tmp_path / "ember" / "memory" / "people")
        for name, arguments in (
            ("memory_store", {"content": SECRET, "subject": "tea", "type": "semantic"}),
            ("memory_search", {"query": SECRET}),
            ("memory_recall", {}),
            ("memory_graph", {"entity": "Rowan"}),
        ):
            answer = await familiar.tools.call(name, arguments, author=ROWAN, place=DM)
            assert "incognito" in str(answer.get("error")), (name, answer)
        with pytest.raises(UsageError, match="incognito"):
            await familiar.memories.remember(SECRET, caller=Caller(ROWAN, DM))
        with pytest.raises(UsageError, match="incognito"):
            await familiar.knowledge.facts("Rowan", place=DM, author=ROWAN)
        with pytest.raises(UsageError, match="incognito"):
            await familiar.explain.recall(RecallRequest(SECRET, ROWAN, DM))
        assert every_byte(tmp_path / "ember" / "memory" / "people") == before


def test_an_import_leaves_out_what_is_incognito(tmp_path, capsys, monkeypatch):
    """It counts it."""
    folder = made(tmp_path, NO_DMS)
    talk = tmp_path / "talk.jsonl"
    author = '"author": {"platform": "discord", "user_id": "42"}'
    at = '"timestamp": "2026-02-02T19:31:00+00:00"'
    talk.write_text(
        f'{{"ref": "1", {at}, "channel": "42", "private": true, {author}, "text": "{SECRET}"}}\n'
        f'{{"ref": "2", {at}, "channel": "tavern", "guild": "lantern", {author}, "text": "hi"}}\n',
        "utf-8",
    )
    monkeypatch.setattr("sys.argv", ["familiar", "--home", str(tmp_path), "record", str(talk)])
    with pytest.raises(SystemExit) as ended:
        run_cli()
    assert ended.value.code in (0, None)
    assert "2 turns: 1 added, 1 incognito" in capsys.readouterr().out
    assert holding_the_secret(folder) == []


async def test_a_household_has_incognito_familiars_too(tmp_path):
    """They wake up, and nothing is opened."""
    made(tmp_path, ALL_INCOGNITO)
    before = every_byte(tmp_path)
    async with Household(tmp_path, auto_write=True) as household:
        assert await household.record("ember", SAID) is RecordOutcome.INCOGNITO
    assert every_byte(tmp_path) == before


@pytest.mark.parametrize("given", ['mode = "off"', 'incognito_places = ["the tavern"]'])
def test_what_would_keep_nothing_from_being_kept_is_refused(tmp_path, given):
    """A misspelt place would be remembered."""
    made(tmp_path, f"[memory]\n{given}\n")
    familiar = Familiar.open("ember", home=tmp_path)
    with pytest.raises(ConfigError, match=r"memory\."):
        asyncio.run(familiar.__aenter__())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("discord", ""), "an author's user_id is empty"),
        (("discord", "  "), "an author's user_id is empty"),
        (("discord", None), "an author's user_id is None"),
        (("", "42"), "an author's platform is empty"),
    ],
)
def test_nobody_is_remembered_without_an_id(given, said):
    """All who have none would be one person."""
    with pytest.raises(InputError, match=said) as refused:
        Author(*given)
    assert "284619350177841152" in refused.value.accepted


async def test_a_person_is_the_same_in_every_thread(tmp_path):
    """The id of a person has nothing to do with the room."""
    made(tmp_path)
    threads = [Place("discord", thread, "lantern") for thread in ("900", "901")]
    async with Familiar.open("ember", home=tmp_path) as familiar:
        for number, place in enumerate(threads):
            said = f"I work at the {('county', 'city')[number]} records office."
            await familiar.record(Turn(number, AT, place, ROWAN, said))
        await familiar.write()
        assert [one.slug for one in await familiar.people.known()] == ["discord-42"]
        assert len(list((tmp_path / "ember" / "memory" / "people").glob("*.md"))) == 1
