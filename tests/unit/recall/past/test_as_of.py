"""What was known at a moment, and what held at it."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime, timedelta, timezone

import pytest
from familiars import started
from people_and_places import TAVERN

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import UsageError
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.testing import HashEmbedder

BEX = Author("discord", "7", "Bex")
NOTE = "people/discord-7.md"


def day(number, month=2):
    """The end of a day of February 2026."""
    return datetime(2026, month, number, 23, 59, tzinfo=UTC)


@pytest.fixture
def lived(tmp_path, new_familiar):
    """Run a story of (day, what is done), then ask as of several moments."""

    def run(story, ask):
        async def all_of_it():
            familiar = new_familiar(tmp_path, now=datetime(2026, 2, 1, 12, tzinfo=UTC))
            async with started(familiar):
                for at, act in story:
                    clock = familiar.parts.setup.clock
                    clock.advance(datetime(2026, 2, at, 12, tzinfo=UTC) - clock.now())
                    result = act(familiar)
                    if result is not None and hasattr(result, "__await__"):
                        await result
                    await familiar.settle()
                return await ask(familiar)

        return asyncio.run(all_of_it())

    return run


async def texts(familiar, query, moment):
    """What a search as of a moment finds, sorted."""
    found = await familiar.search(RecallRequest(query, as_of=moment), limit=50)
    assert found.degraded is None
    return sorted(hit.text for hit in found.hits)


def test_a_fact_that_changed_twice_has_one_value_at_each_moment(lived):
    """Told by the tails alone: the note was written later than all of it."""
    note = (
        "# Bex\n\n"
        "- ~~lives_in:: York (2026-01-02, since 2026-01, until 2026-02-05)~~\n"
        "- ~~lives_in:: Hull (2026-02-05, since 2026-02-05, until 2026-02-11)~~\n"
        "- lives_in:: Oban (2026-02-11, since 2026-02-11)\n"
        "- ~~lives_in:: Rome (2026-01-02)~~\n"
    )

    async def ask(familiar):
        moments = (day(31, 1), day(5), day(10), day(11))
        return [await texts(familiar, "where lives Bex? lives_in", at) for at in moments]

    found = lived([(20, lambda f: f.store.write_file(NOTE, note))], ask)
    assert found == [["lives_in:: York"], *[["lives_in:: Hull"]] * 2, ["lives_in:: Oban"]]


def test_a_line_struck_later_counts_as_it_was_then(lived):
    """The journal tells, where the line itself does not say when it ended; people notes too."""
    before = "# Bex\n\n- allergic_to:: nuts (2026-02-02)\n"
    after = "# Bex\n\n- ~~allergic_to:: nuts (2026-02-02)~~\n- allergic_to:: sesame (2026-02-08)\n"
    story = [
        (2, lambda f: f.store.write_file(NOTE, before)),
        (8, lambda f: f.store.write_file(NOTE, after)),
    ]

    async def ask(familiar):
        found = [await texts(familiar, "Bex allergic", at) for at in (day(1), day(3), day(9))]
        hits = (await familiar.search(RecallRequest("Bex allergic", as_of=day(3)))).hits
        contexts = [
            await familiar.recall(RecallRequest("hm", BEX, TAVERN, as_of=at))
            for at in (day(1), day(3), day(9))
        ]
        people = [
            [c.text for c in context.contributions if c.label == NOTE] for context in contexts
        ]
        return found, [(h.path, h.line, h.is_past) for h in hits], people

    found, where, people = lived(story, ask)
    assert found == [[], ["allergic_to:: nuts"], ["allergic_to:: sesame"]]
    assert where == [(NOTE, 3, True)]
    assert people == [
        [],
        ["Bex\n- is allergic to nuts (2026-02-02)"],
        ["Bex\n- is allergic to sesame (2026-02-08)"],
    ]


def test_a_line_that_is_struck_is_no_line_of_another_room(lived):
    """What stands there for fewer says the same, and has no id either: it changes nothing."""
    york = "- lives_in:: York (2026-02-02, ref:a1, by:discord-7, in:discord-lantern.tavern)\n"
    alone = "- lives_in:: York (2026-02-05, ref:h1, by:discord-7, in:discord-dm-7)\n"
    struck = (
        "- ~~lives_in:: York (2026-02-02, until 2026-02-06, ref:a1, by:discord-7,"
        " in:discord-lantern.tavern)~~ ^y1\n"
        "- lives_in:: Leeds (2026-02-06, ref:a2, by:discord-7, in:discord-lantern.tavern,"
        " replaces:^y1)\n"
    )
    story = [
        (2, lambda f: f.store.write_file(NOTE, f"# Bex\n\n{york}")),
        (5, lambda f: f.store.write_file(NOTE, f"# Bex\n\n{york}{alone}")),
        (6, lambda f: f.store.write_file(NOTE, f"# Bex\n\n{struck}{alone}")),
    ]

    async def ask(familiar):
        found = []
        for at in (day(3), day(5), day(6)):
            request = RecallRequest("where does Bex live?", BEX, TAVERN, as_of=at)
            page = await familiar.recall(request)
            lines = [line.text for one in page.contributions for line in one.lines]
            found.append([line for line in lines if "York" in line or "Leeds" in line])
        return found

    york_then, york_still, leeds = lived(story, ask)
    assert york_then and york_then == york_still
    assert leeds and all("Leeds" in line for line in leeds)


def test_a_deleted_note_is_there_before_it_was_deleted(lived):
    """And its undated prose is known from when it was written, not before."""
    story = [
        (3, lambda f: f.store.write_file("topics/kettle.md", "# Kettle\n\nIt is copper.\n")),
        (6, lambda f: f.store.delete("topics/kettle.md")),
    ]

    async def ask(familiar):
        return [await texts(familiar, "copper kettle", at) for at in (day(2), day(4), day(7))]

    assert lived(story, ask) == [[], ["It is copper."], []]


def test_turns_said_later_do_not_exist_and_deleted_ones_stay_deleted(lived):
    """Deletion wins over what was known."""

    def said(ref, text):
        def act(familiar):
            now = familiar.parts.setup.clock.now()
            return familiar.record(Turn(ref, now, TAVERN, BEX, text))

        return act

    def deleted(familiar):
        now = familiar.parts.setup.clock.now() - timedelta(days=6)
        return familiar.record(Turn("a", now, TAVERN, BEX, "copper secret", deleted=True))

    async def ask(familiar):
        return [await texts(familiar, "copper", at) for at in (day(2), day(5), day(9))]

    story = [(2, said("a", "copper secret")), (4, said("b", "copper kettle")), (8, deleted)]
    assert lived(story, ask) == [[], ["copper kettle"], ["copper kettle"]]


def test_a_version_that_is_no_longer_kept_leaves_the_dated_lines(lived):
    """Not the lines of which nobody can tell when they came."""
    story = [
        (2, lambda f: f.store.write_file(NOTE, "# Bex\n\n- copper (2026-02-02)\n")),
        (5, lambda f: f.store.write_file(NOTE, "# Bex\n\n- copper (2026-02-02)\n- copper too\n")),
    ]

    async def ask(familiar):
        (familiar.journal.path.parent / "images.sqlite").unlink()
        return await texts(familiar, "copper", day(3))

    assert lived(story, ask) == ["copper"]


def test_the_small_index_of_a_moment_leaves_nothing_behind(lived, monkeypatch, tmp_path):
    """It stands beside the index of today, and goes with the familiar."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    rooms = []
    story = [
        (2, lambda f: f.store.write_file(NOTE, "# Bex\n\n- copper (2026-02-02)\n")),
        (5, lambda f: f.store.write_file(NOTE, "# Bex\n\n- tin (2026-02-05)\n")),
    ]

    async def ask(familiar):
        assert await texts(familiar, "copper", day(3)) == ["copper"]
        rooms.append(familiar.parts.files.index.path.parent / "scratch")
        during = sorted(path.name[:6] for path in rooms[0].iterdir() if path.is_dir())
        verified = await familiar.index.verify()
        return during, verified.same

    assert lived(story, ask) == (["index-"], True)
    assert [path for path in rooms[0].iterdir() if path.is_dir()] == []
    assert sorted(elsewhere.iterdir()) == []


def test_a_moment_without_an_offset_is_refused(lived):
    """Nobody knows which moment is meant."""

    async def ask(familiar):
        with pytest.raises(UsageError) as raised:
            await familiar.search(RecallRequest("x", as_of=datetime(2026, 2, 1)))
        return raised.value.problem

    assert lived([], ask) == "as_of 2026-02-01T00:00:00 has no offset from UTC"


@pytest.mark.parametrize("hours", [-14, 0, 14])
@pytest.mark.parametrize("end", [datetime.min, datetime.max])
def test_a_moment_at_the_end_of_all_dates_is_refused(lived, caplog, end, hours):
    """In the familiar's time zone it may be none; neither a search nor a recall stumbles."""
    moment = end.replace(tzinfo=timezone(timedelta(hours=hours)))

    async def ask(familiar):
        with pytest.raises(UsageError):
            await familiar.search(RecallRequest("x", as_of=moment))
        with pytest.raises(UsageError):
            await familiar.recall(RecallRequest("x", BEX, TAVERN, as_of=moment))
        for year in (2, 9998):
            near = moment.replace(year=year)
            await familiar.search(RecallRequest("x", as_of=near))
            await familiar.recall(RecallRequest("x", BEX, TAVERN, as_of=near))

    lived([], ask)
    assert [one for one in caplog.records if one.exc_info] == []


def test_the_filter_cannot_look_for_words_in_another_time(lived):
    """It would look through the memory of today."""
    from familiar_memory.knowledge.audience import Viewer
    from familiar_memory.recall.ranking.masks.filters import Filters
    from familiar_memory.recall.search.grep_passages import PassageGrep

    async def ask(familiar):
        filters = Filters(familiar.now(), as_of=day(3))
        return PassageGrep(familiar.parts.files.index).find("copper", Viewer(), filters, 5).hits

    story = [(5, lambda f: f.store.write_file(NOTE, "# Bex\n\n- copper (2026-02-02)\n"))]
    assert lived(story, ask) == ()


class Waiting(HashEmbedder):
    """Embeds one question only when it is let; says when it is asked to."""

    def __init__(self):
        super().__init__()
        self.asked, self.go = threading.Event(), threading.Event()

    def embed_query(self, text):
        """Wait, for the one."""
        if "kettle" in text:
            self.asked.set()
            assert self.go.wait(30)
        return super().embed_query(text)


@pytest.mark.long
def test_a_question_of_the_past_that_embeds_holds_up_no_other(tmp_path, new_familiar):
    """Of another moment, which takes the kept index away; each answers as of its own."""
    embedder = Waiting()

    async def run():
        familiar = new_familiar(
            tmp_path, now=datetime(2026, 2, 1, 12, tzinfo=UTC), embedder=embedder
        )
        async with familiar:
            for number in (1, 3, 5):
                familiar.store.write_file(NOTE, f"# Bex\n\n- kettle {number}\n- teapot {number}\n")
                await familiar.settle()
                familiar.parts.setup.clock.advance(timedelta(days=2))
            first = asyncio.create_task(familiar.search(RecallRequest("kettle", as_of=day(2))))
            assert await asyncio.to_thread(embedder.asked.wait, 30)
            other = await asyncio.wait_for(
                familiar.search(RecallRequest("teapot", as_of=day(4))), 20
            )
            was_waiting = not first.done()
            embedder.go.set()
            return was_waiting, other, await first

    was_waiting, other, first = asyncio.run(run())
    assert was_waiting
    assert {hit.text for hit in other.hits} >= {"teapot 3"}
    assert {hit.text for hit in first.hits} >= {"kettle 1"}
    texts = {hit.text for hit in (*first.hits, *other.hits)}
    assert not any(text.endswith("5") for text in texts)


@pytest.mark.long
def test_many_notes_that_are_gone_are_looked_up_at_once(tmp_path, new_familiar, monkeypatch):
    """No scan of all documents a note, when the view is made and when it is made again."""
    scans = []
    real = EmbeddingIndex.keys_of
    monkeypatch.setattr(
        EmbeddingIndex, "keys_of", lambda self, *given: scans.append(given) or real(self, *given)
    )

    async def run():
        familiar = new_familiar(tmp_path, now=datetime(2026, 2, 1, 12, tzinfo=UTC))
        async with familiar:
            for number in range(6):
                familiar.store.write_file(f"topics/{number}.md", f"# T\n\n- kettle {number}\n")
            await familiar.settle()
            familiar.parts.setup.clock.advance(timedelta(days=2))
            for number in range(5):
                familiar.store.delete(f"topics/{number}.md")
            await familiar.settle()
            familiar.parts.setup.clock.advance(timedelta(days=2))
            return [await familiar.search(RecallRequest("kettle", as_of=day(2))) for _ in range(2)]

    first, again = asyncio.run(run())
    assert len(first.hits) == len(again.hits) >= 1
    assert scans == []
