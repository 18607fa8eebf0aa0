"""A name is told only where its bearer is known by it; settings reach everybody they concern."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from keyed_notes import note_text
from people_and_places import TAVERN

from familiar_memory import Author, Familiar, Place, PlaceKind, RecallRequest, Turn

ROWAN = Author("discord", "1", "Rowan")
SHY = Author("discord", "7", "Xylophia", aliases=("Zanzibella",))
SHY_DM = Place("discord", "7", kind=PlaceKind.DM)
START = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


def _turn(ref, text, author, place, minutes=0):
    return Turn(ref, START + timedelta(minutes=minutes), place, author, text)


async def _rendered(familiar, text):
    context = await familiar.recall(RecallRequest(text, ROWAN, TAVERN))
    return context.render()


def test_who_has_only_written_in_private_is_nobody_in_the_channel(tmp_path):
    """Neither their name nor their other names are rendered there."""

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            await familiar.record_many(
                [
                    _turn("d1", "I live in Oban, and I am allergic to cats.", SHY, SHY_DM),
                    _turn("t1", "Good evening, all of you.", ROWAN, TAVERN),
                ]
            )
            await familiar.write()
            await familiar.settle()
            assert "Xylophia" in familiar.store.read_file("people/discord-7.md")
            listed = familiar.store.read_file("people/_aliases.json")
            assert "zanzibella" not in listed.casefold()
            return await _rendered(familiar, "Who is Zanzibella? And Xylophia?")

    assert "Xylophia" not in asyncio.run(run())


def test_a_name_that_was_told_in_private_finds_nobody_in_the_channel(tmp_path):
    """A line under `## Aliases` may carry a tail as well."""

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            familiar.store.write_file(
                "people/discord-7.md",
                "# Bex\n\nSteers the ferry.\n\n## Aliases\n\n- Bexie\n"
                "- Marguerite (2026-02-02, ref:9, by:discord-7, in:discord-dm-7)\n",
            )
            await familiar.settle()
            secret = await familiar.search(RecallRequest("Marguerite", place=TAVERN))
            known = await familiar.search(RecallRequest("Bexie", place=TAVERN))
            return await _rendered(familiar, "Who is Marguerite?"), secret.hits, known.hits

    rendered, secret, known = asyncio.run(run())
    assert "Bex" not in rendered
    assert secret == ()
    assert next(hit.text for hit in known) == "Bexie"


GARDEN = Place("discord", "garden", "lantern")
ABROAD = Place("discord", "hall", "abroad")
FAR_NICK = Author("discord", "7", "NSFWnick")
DEADNAME = Author("discord", "7", "SecretDeadname")
BEX = Author("discord", "7", "Bex")


async def _told(familiar, place, name):
    """The page of people in a place, and the titles of what is found there by a name."""
    context = await familiar.recall(RecallRequest(f"and {name}?", ROWAN, place))
    people = "\n".join(c.text for c in context.contributions if c.label == "people/discord-7.md")
    found = await familiar.search(RecallRequest(name, place=place))
    return people, {(hit.path, hit.title) for hit in found.hits}


def _after_talk(tmp_path, turns, *asked, before=None):
    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            if before is not None:
                familiar.store.write_file("people/discord-7.md", before)
            for turn in turns:
                await familiar.record(turn)
                await familiar.write()
            await familiar.settle()
            return [await _told(familiar, place, name) for place, name in asked]

    return asyncio.run(run())


@pytest.mark.long
def test_a_name_used_in_a_direct_message_is_no_title_in_a_channel(tmp_path):
    """There they are called as they are called there; in the message, as in the message."""
    turns = (
        _turn("d1", "I live in Oban.", DEADNAME, SHY_DM),
        _turn("t1", "I work at the ferries.", BEX, TAVERN, 5),
    )
    channel, dm = _after_talk(
        tmp_path, turns, (TAVERN, "SecretDeadname"), (SHY_DM, "SecretDeadname")
    )
    assert channel[0].splitlines()[0] == "Bex"
    assert not any(path.startswith("people/") for path, _ in channel[1])
    assert "SecretDeadname" in dm[0]


def test_a_nickname_of_one_guild_is_not_known_in_another(tmp_path):
    """Nor is anybody found by it there."""
    turns = (
        _turn("a1", "I live in Oban.", FAR_NICK, ABROAD),
        _turn("t1", "I work at the ferries.", BEX, TAVERN, 5),
    )
    (here, found), (far, _) = _after_talk(
        tmp_path, turns, (GARDEN, "NSFWnick"), (ABROAD, "NSFWnick")
    )
    assert (here.splitlines()[0] if here else "", found) == ("", set())
    assert far.splitlines()[0] == "NSFWnick"


@pytest.mark.long
def test_a_name_is_noted_once_a_reach(tmp_path):
    """Under `guild` a guild's rooms are one; what a person struck or kept is left as it is."""
    before = (
        "# discord-7\n\n## Aliases\n\n- Bex (in:discord-lantern.tavern)\n"
        "- ~~Bexie~~\n- Captain (in:owner)\n- ~~Skipper (in:discord-abroad.hall)~~\n"
    )
    names = ("Bex", "Bexie", "Captain", "Skipper")
    turns = [
        _turn(f"{place.channel}{n}", "good evening, all of you", Author("discord", "7", n), place)
        for n in names
        for place in (TAVERN, GARDEN, ABROAD, SHY_DM)
    ]
    _after_talk(tmp_path, turns, before=before)
    text = (tmp_path / "ember" / "memory" / "people" / "discord-7.md").read_text("utf-8")
    assert before in text
    assert [line for line in text.partition(before)[2].splitlines() if line] == [
        "- Bex (#hall)",
        "- Bex (@dm-7)",
        "- Skipper (#tavern)",
        "- Skipper (@dm-7)",
    ]


def test_a_title_that_a_person_gives_is_for_everyone(tmp_path):
    """It stands before every other name."""
    before = "# Captain Bex\n\n## Facts\n\n- likes:: tea\n"
    turns = (_turn("t1", "I work at the ferries.", BEX, TAVERN),)
    ((far, _),) = _after_talk(tmp_path, turns, (ABROAD, "Captain Bex"), before=before)
    assert far.splitlines()[0] == "Captain Bex"


def test_a_kind_of_fact_that_is_many_by_setting_is_many_for_the_writer(tmp_path):
    """Both homes stay, where the shipped vocabulary would end the first."""

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as made:
            del made
        settings = tmp_path / "ember" / "character.toml"
        settings.write_text(settings.read_text() + '\n[predicates]\nlives_in = "many"\n')
        async with Familiar.open("ember", home=tmp_path) as familiar:
            await familiar.record_many(
                [
                    _turn("t1", "I live in Ljubljana.", ROWAN, TAVERN),
                    _turn("t2", "I live in Trieste.", ROWAN, TAVERN, 24 * 60),
                ]
            )
            await familiar.write()
            return note_text(familiar.store, "people/discord-1.md")

    text = asyncio.run(run())
    assert "~~" not in text
    assert "lives_in:: Ljubljana" in text
    assert "lives_in:: Trieste" in text


@pytest.mark.long
def test_a_reader_does_not_wait_for_a_long_sync(tmp_path):
    """A hit whose file has changed is left out and named; nothing queues behind the sync."""

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            familiar.store.write_file("notes.md", "# Tea\n\nThe samovar is broken.\n")
            await familiar.settle()
            familiar.parts.indexing.watcher.close()
            (tmp_path / "ember/memory/notes.md").write_text("# Tea\n\nThe samovar is mended now.\n")
            busy = familiar.parts.indexing.synchroniser._one_at_a_time
            with busy:
                return await familiar.search("samovar")

    result = asyncio.run(run())
    assert result.hits == ()
    assert "notes.md" in (result.degraded or "")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Bex", "# Bex\n\n- likes plums\n"),
        ("Otto Weber", "- likes plums\n"),
        ("Rowan Kerr", "---\naliases: [Rowan]\n---\n# Rowan Kerr\n\n- likes plums\n"),
        ("はるか", "# はるか\n\n- likes plums\n"),
    ],
)
def test_a_note_that_is_called_after_somebody_bears_their_name(tmp_path, name, text):
    """As people keep them in a vault: the title repeats the file's name, or there is none."""

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            familiar.store.write_file(f"people/{name}.md", text)
            await familiar.settle()
            return await _rendered(familiar, f"Tell me about {name}.")

    told = asyncio.run(run())
    assert "plums" in told
    assert name in told


def test_a_slug_is_nobodys_name(tmp_path):
    """What a note's title only repeats of an id is told to nobody as a name."""

    async def run():
        async with Familiar.create("ember", home=tmp_path, embedder="none") as familiar:
            familiar.store.write_file("people/discord-7.md", "# discord-7\n\n- likes plums\n")
            await familiar.settle()
            document = familiar.parts.indexing.notes.load("people/discord-7.md")
            return [alias.name for alias in document.aliases]

    assert asyncio.run(run()) == []
