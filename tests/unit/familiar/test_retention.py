"""Retention of a whole familiar: what goes is gone for recall, and is no accident for the index."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import Turn
from familiar_memory.store.base import Cause

NOW = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)
_SETTINGS = """
[sleep_cycle]
memory_retention_days = 30
"""
_NOTE = "# Day\n\n## Notes\n\n- The heron sleeps in the bulrushes\n"


def _lived(new_familiar, home, steps, *, settings=_SETTINGS, days_later=0):
    async def run():
        now = NOW + timedelta(days=days_later)
        async with new_familiar(home, settings=settings, now=now) as familiar:
            return await steps(familiar)

    return asyncio.run(run())


async def _say(familiar, ref, days_ago, text):
    await familiar.record(Turn(ref, NOW - timedelta(days=days_ago), DM, ROWAN, text))


async def _swept(familiar):
    (report,) = await familiar.sleep.run(["retain"])
    return [(one.name, one.report.status.value, dict(one.report.counts)) for one in report.steps]


@pytest.mark.long
def test_old_talk_is_written_up_and_then_goes_from_every_byte(new_familiar, tmp_path):
    """What was learned of it stays, and goes on naming the message."""

    async def steps(familiar):
        await _say(familiar, "m1", 90, "I live in Oban. Hmm, a zebrafinch flew by")
        await _say(familiar, "m2", 1, "The kettle is warm")
        await familiar.settle()
        waiting = await _swept(familiar)
        await familiar.write()
        unread = await _swept(familiar)
        await familiar.sleep.run(["days", "channels"])
        written = await _swept(familiar)
        hits = await familiar.search("Where does Rowan live?")
        return waiting, unread, written, [(hit.path, hit.refs) for hit in hits.hits]

    waiting, unread, written, hits = _lived(new_familiar, tmp_path, steps)
    assert waiting == [("retain", "nothing", {})]
    assert unread == [("retain", "done", {"removed": 1})]
    assert written == [("retain", "done", {"messages emptied": 1})]
    assert hits[0] == ("people/discord-42.md", ("m1",))
    root = tmp_path / "ember"
    files = [
        *root.glob("history.sqlite*"),
        *root.glob("memory/.index/*"),
        *root.glob("memory/**/*"),
    ]
    held = [one.name for one in files if one.is_file() and b"zebrafinch" in one.read_bytes()]
    assert held == []


def test_a_room_that_cannot_be_read_keeps_no_direct_message(new_familiar, tmp_path):
    """Each message waits for those that will read it where it was said."""

    async def steps(familiar):
        said = NOW - timedelta(days=90)
        await familiar.record(Turn("room", said, TAVERN, ROWAN, "The kettle is warm"))
        await _say(familiar, "dm", 90, "I live in Oban")
        await familiar.write()
        await familiar.sleep.run(["days"])
        (first,) = (await familiar.sleep.run(["retain"]))[0].steps
        familiar.history.set_watermark(2, f"channels:{DM.slug}")
        (second,) = (await familiar.sleep.run(["retain"]))[0].steps
        return first.report.lines, second.report.lines, dict(second.report.counts)

    told, then, counts = _lived(new_familiar, tmp_path, steps)
    assert told == ("1 old message waits for the step `channels`.",)
    assert (then, counts["messages emptied"]) == ((), 1)


@pytest.mark.long
def test_a_sweep_of_most_notes_is_no_accident(new_familiar, tmp_path):
    """The index does not hold them as vanished, and one undo brings all back."""

    async def write(familiar):
        for day in range(1, 29):
            familiar.store.write_file(
                f"days/2025-02-{day:02}.md", _NOTE, cause=Cause("sleep_cycle")
            )

    async def steps(familiar):
        before = len(familiar.store.glob("days/*.md"))
        swept = await _swept(familiar)
        report = await familiar.index.update()
        found = await familiar.search("heron bulrushes")
        return before, swept, report.held, found.hits

    root = tmp_path / "ember" / "memory" / "days"
    _lived(new_familiar, tmp_path, write)
    before, swept, held, hits = _lived(new_familiar, tmp_path, steps)
    assert (before, len(held), hits) == (28, 0, ())
    assert swept == [("retain", "done", {"removed": 28})]
    assert list(root.glob("*.md")) == []


@pytest.mark.long
def test_two_months_later_only_lasting_notes_are_left(new_familiar, tmp_path):
    """What writer and night make of a day goes with it, of rooms and of private talk."""
    settings = _SETTINGS + "[channel_sleep_cycle]\nmemory_retention_days = 30\n"
    texts = (
        "I live in Oban and I repair violins for a living",
        "We decided to move the concert to the 14th of March because the hall is booked",
    )

    async def first(familiar):
        for number, place in enumerate((TAVERN, DM)):
            for at, text in enumerate(texts):
                said = NOW - timedelta(minutes=60 - at)
                await familiar.record(Turn(f"m{number}{at}", said, place, ROWAN, text))
        await familiar.write()
        await familiar.sleep.run()
        return list(familiar.store.glob("**/*.md"))

    async def later(familiar):
        await familiar.sleep.run()
        turns = familiar.history.every_turn_after(0, 99)
        return list(familiar.store.glob("**/*.md")), [one.turn.text for one in turns]

    before = _lived(new_familiar, tmp_path, first, settings=settings)
    after, said = _lived(new_familiar, tmp_path, later, settings=settings, days_later=60)
    dated = ("days/", "sessions/")
    assert [path for path in before if path.startswith(dated)] == [
        "days/2026-03-01.md",
        "days/private/discord-dm-42/2026-03-01.md",
        "sessions/2026-03-01-night.md",
        "sessions/private/discord-dm-42/2026-03-01-night.md",
    ]
    assert after == [path for path in before if not path.startswith(dated)] != []
    assert said == [""] * 4
