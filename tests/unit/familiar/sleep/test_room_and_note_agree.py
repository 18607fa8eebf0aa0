"""What is done, or was a joke, is so in the room and in the note of whoever said it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from fake_nights import slept
from people_and_places import TAVERN

from familiar_memory import Author, Turn
from familiar_memory.store.undo.plan import undo

AT = datetime(2026, 2, 2, 18, tzinfo=UTC)
BEX = Author("discord", "7", "Bex")
GUS = Author("discord", "9", "Gus")
PROMISE = "I'll book the hall by Wednesday"
ROOM = "channels/discord-lantern.tavern.md"
NOTE = "people/Bex.md"
NOTE_OF_DAY = "days/2026-02-02.md"


async def _night(familiar, clock, day, *said):
    for number, (author, text) in enumerate(said):
        at = AT + timedelta(days=day, minutes=number)
        await familiar.record(Turn(f"d{day}m{number}", at, TAVERN, author, text))
    await familiar.write()
    await familiar.sleep.run(["channels"])
    await familiar.settle()
    clock.advance(timedelta(days=1))


def _lines(familiar, path):
    text = familiar.store.read_file(path)
    return [one for one in text.splitlines() if PROMISE in one]


def test_a_promise_that_is_kept_is_over_in_both(tmp_path) -> None:
    """Whoever answers for them; a night that is undone undoes its own end alone."""

    async def work(familiar, clock):
        await _night(familiar, clock, 0, (BEX, PROMISE), (GUS, "I'll make the posters by Friday"))
        before = familiar.store.read_file(NOTE)
        await _night(familiar, clock, 1, (GUS, "the hall is booked"))
        ended = _lines(familiar, ROOM), _lines(familiar, NOTE)
        assert (await familiar.index.verify()).same
        found = await familiar.search(PROMISE, sources=["memory"])
        *_, change = familiar.journal.entries(path=NOTE)
        undo(familiar.store, familiar.journal, change.id)
        return ended, {hit.path for hit in found.hits}, before, familiar.store.read_file(NOTE)

    (room, note), found, before, undone = slept(tmp_path, work)
    assert [one.startswith("- ~~") for one in (*room, *note)] == [True, True]
    assert all("until 2026-02-03" in one for one in (*room, *note))
    assert found.isdisjoint({ROOM, NOTE})
    assert undone == before


def test_a_joke_of_after_the_night_is_one_in_both(tmp_path) -> None:
    """What it said was never so; the day has it no more, and nothing is found of it."""
    jest = "I'll bring the elephants by Friday"

    async def work(familiar, clock):
        await _night(familiar, clock, 0, (BEX, PROMISE), (BEX, jest))
        await familiar.record(Turn("jk", AT + timedelta(minutes=5), TAVERN, BEX, "jk"))
        await _night(familiar, clock, 1, (GUS, "good evening everybody"))
        tree = [familiar.store.read_file(path) for path in (ROOM, NOTE, NOTE_OF_DAY)]
        same = (await familiar.index.verify()).same
        found = await familiar.search("elephants", sources=["memory"])
        return tree, same, {hit.path for hit in found.hits if jest in hit.text}

    (room, note, day), same, found = slept(tmp_path, work)
    for text in (room, note):
        assert jest not in text
        assert any(PROMISE in one and "~~" not in one for one in text.splitlines())
    assert jest not in day
    assert PROMISE in day
    assert same
    assert found.isdisjoint({ROOM, NOTE, NOTE_OF_DAY})


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("we've decided: the party is on Friday", "change of plan: the party is on Saturday"),
        ("Decision two: we paint the shed with tar", "Decision two, reversed: no tar"),
        ("we've decided to hold a raffle in May", "the raffle is off"),
    ],
)
@pytest.mark.parametrize("nights", [1, 2])
def test_what_was_decided_otherwise_is_over_in_both(tmp_path, first, later, nights) -> None:
    """Whoever says so, in one night or in two."""
    said = first.removeprefix("we've ").removeprefix("we ")

    async def work(familiar, clock):
        if nights == 1:
            await _night(familiar, clock, 0, (BEX, first), (GUS, later))
        else:
            await _night(familiar, clock, 0, (BEX, first))
            assert f"\n- {said} (" in familiar.store.read_file(NOTE)
            await _night(familiar, clock, 1, (GUS, later))
        assert (await familiar.index.verify()).same
        return familiar.store.read_file(NOTE)

    (line,) = (one for one in slept(tmp_path, work).splitlines() if said in one)
    assert line.startswith("- ~~")
    assert "until 2026-02-0" in line


def test_a_line_that_goes_on_in_both_is_counted_once(tmp_path) -> None:
    """As one that ends in both is."""

    async def work(familiar, clock):
        await _night(familiar, clock, 0, (BEX, "we've decided to hold a raffle in May"))
        before = [familiar.store.read_file(path) for path in (ROOM, NOTE)]
        await _night(familiar, clock, 1, (GUS, "the raffle is off"))
        struck = [familiar.store.read_file(path) for path in (ROOM, NOTE)]
        await familiar.record(Turn("jk", AT + timedelta(days=1, minutes=5), TAVERN, GUS, "jk"))
        await familiar.write()
        (report,) = await familiar.sleep.run(["channels"])
        after = [familiar.store.read_file(path) for path in (ROOM, NOTE)]
        return before, struck, after, report.steps[0].report.counts

    before, struck, after, counts = slept(tmp_path, work)
    assert ["~~" in one for one in (*struck, *after)] == [True, True, False, False]
    assert after == before
    assert counts["resumed"] == 1


@pytest.mark.parametrize(
    ("first", "later", "left"),
    [
        (
            "I'll send the minutes by Friday. I'll order the candles by Monday.",
            "forget about the minutes",
            "I'll send the minutes by Friday; I'll order the candles by Monday",
        ),
        (
            "Let's go with the oak for the sign, and I'll send the minutes by Friday.",
            "let's go with the pine for the sign instead",
            "I'll send the minutes by Friday",
        ),
    ],
)
def test_a_line_that_says_more_or_something_else_goes_on(tmp_path, first, later, left) -> None:
    """What is over in the room is only a part of it, or stands in no line of that note."""

    async def work(familiar, clock):
        await _night(familiar, clock, 0, (BEX, first))
        await _night(familiar, clock, 1, (GUS, later))
        assert "- ~~" in familiar.store.read_file("channels/discord-lantern.tavern.md")
        return familiar.store.read_file(NOTE)

    assert f"\n- {left} (" in slept(tmp_path, work)
