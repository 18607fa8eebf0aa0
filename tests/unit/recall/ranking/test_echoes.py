"""Writing memory down leaves the ranking of what was said as it was."""

from datetime import UTC, datetime, timedelta

import pytest
from keyed_notes import note_path
from processor import work

from familiar_memory import Author, Familiar, Place, Turn
from familiar_memory.recall.ranking.merged.echo import repeats
from familiar_memory.store import Cause

PLACE = Place("discord", "tavern", "lantern")
ROWAN, GUS = Author("discord", "1", "Rowan"), Author("discord", "2", "Gus")
START = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
SAID = (
    (ROWAN, "I work at the county records office in Durham."),
    (GUS, "I live in Duluth, and I am allergic to cats."),
    (ROWAN, "We decided to hold Lantern Night on Saturday the 21st of February."),
    (GUS, "My birthday is on 1 March, and I love rhubarb pie."),
    (ROWAN, "I'll bring the maps of Durham to Lantern Night, I promise."),
)
QUESTIONS = ("Where does Rowan work?", "Lantern Night in February", "What is Gus allergic to?")


def turns():
    """One short session."""
    return [
        Turn(f"m{n}", START + timedelta(minutes=n), PLACE, author, text)
        for n, (author, text) in enumerate(SAID)
    ]


async def _ask(familiar, **options):
    await familiar.settle()
    return [(await familiar.search(question, **options)).hits for question in QUESTIONS]


@pytest.mark.long
async def test_the_same_turns_are_found_in_the_same_order_after_writing(tmp_path):
    """And each names the notes that hold it."""
    async with Familiar.create("ember", home=tmp_path) as familiar:
        await familiar.record_many(turns())
        before = await _ask(familiar, limit=3)
        await familiar.write()
        after = await _ask(familiar, limit=3)
    assert [[h.ref for h in hits] for hits in after] == [[h.ref for h in h_] for h_ in before]
    assert all(hit.source == "conversation" for hits in after for hit in hits)
    assert "people/Rowan.md:18" in after[0][0].noted_in


async def test_a_line_that_a_person_rewrote_is_found_for_what_it_says_now(tmp_path):
    """It no longer repeats its turn."""
    async with Familiar.create("ember", home=tmp_path) as familiar:
        await familiar.record_many(turns())
        await familiar.write()
        familiar.store.edit(
            note_path(familiar.store, "people/discord-1.md"),
            lambda text: text.replace("county records office in Durham", "National Archives"),
            cause=Cause("human"),
        )
        await familiar.settle()
        hits = (await familiar.search("National Archives", limit=3)).hits
    assert (hits[0].source, hits[0].path, hits[0].ref) == (
        "memory",
        "people/Rowan.md",
        "m0",
    )


@pytest.mark.long
async def test_notes_of_a_deleted_turn_still_answer(tmp_path):
    """Until somebody strikes them: they are all that is left."""
    async with Familiar.create("ember", home=tmp_path) as familiar:
        await familiar.record_many(turns())
        await familiar.write()
        gone = turns()[1]
        await familiar.record(
            Turn(gone.ref, gone.timestamp, gone.place, gone.author, "", deleted=True)
        )
        await familiar.settle()
        hits = (await familiar.search("allergic to cats", limit=2)).hits
    assert hits[0].source == "memory"
    assert "cats" in hits[0].text


async def test_a_search_of_notes_alone_finds_notes(tmp_path):
    """Where the turns are not asked for, they do not stand in the way."""
    async with Familiar.create("ember", home=tmp_path) as familiar:
        await familiar.record_many(turns())
        await familiar.write()
        hits = await _ask(familiar, limit=3, sources=["memory"])
    assert all(found for found in hits)
    assert all(hit.source == "memory" for found in hits for hit in found)


@pytest.mark.long
async def test_many_notes_of_a_day_leave_room_for_what_was_said_on_it(tmp_path):
    """A date in the question calls up every note of that day; the turns stay."""
    async with Familiar.create("ember", home=tmp_path) as familiar:
        await familiar.record_many(turns())
        await familiar.write()
        await familiar.settle()
        hits = (await familiar.search("What happened on 2 February 2026?", limit=5)).hits
    assert {hit.source for hit in hits} == {"conversation"}


@pytest.mark.parametrize(
    ("note", "turn", "is_echo"),
    [
        (
            "“I wonder whether there is any furt…”",
            "I wonder whether there is any further pie",
            True,
        ),
        ("**Gus**: I wonder whether the…", "I wonder whether there is any pie", True),
        ("“I wonder… furthermore there is pie”", "I wonder whether there is any pie", False),
        ("works_at:: archive", "the archive kept me late", True),
        ("works_at:: lighthouse", "the archive kept me late", False),
    ],
)
def test_a_note_that_was_cut_within_a_word_says_nothing_of_its_own(note, turn, is_echo):
    """Half a word at the end of a long quotation is none that its turn lacks."""
    assert repeats(note, turn) is is_echo


@pytest.mark.parametrize("note", ["w" * 100_000, "…" * 100_000 + "x", "w…" * 50_000 + "x"])
def test_a_note_without_an_end_is_compared_in_bounded_time(note):
    """Where it leaves off is looked for once, and not at each of its characters again."""
    with work() as comparing:
        assert not repeats(note, "another word")
    assert comparing.seconds < 2
