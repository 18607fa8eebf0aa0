"""What somebody said in their own words ends with the fact that was made of it, and comes back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from fake_nights import slept
from people_and_places import ROWAN, TAVERN

from familiar_memory import Turn
from familiar_memory.store.undo.plan import undo

AT = datetime(2026, 2, 2, 18, tzinfo=UTC)
BAND = "play the banjo in a band called the Kilted Yaks"
NOTE = "people/Rowan.md"


async def _told(familiar, day, *said):
    for number, text in enumerate(said):
        at = AT + timedelta(days=day, minutes=number)
        await familiar.record(Turn(f"d{day}m{number}", at, TAVERN, ROWAN, text))
    await familiar.write()
    await familiar.settle()
    return familiar.store.read_file(NOTE)


def _line(note):
    return next(one for one in note.splitlines() if BAND in one)


def test_it_ends_and_an_undo_brings_both_back(tmp_path) -> None:
    """The index that is made anew answers the same."""

    async def work(familiar, clock):
        before = await _told(familiar, 0, f"I {BAND}")
        after = await _told(familiar, 1, "I quit playing the banjo")
        same = (await familiar.index.verify()).same
        found = await familiar.search("the Kilted Yaks", sources=["memory"])
        *_, change = familiar.journal.entries(path=NOTE)
        undo(familiar.store, familiar.journal, change.id)
        await familiar.settle()
        again = await familiar.search("the Kilted Yaks", sources=["memory"])
        ends = [{h.path for h in hits.hits if BAND in h.text} for hits in (found, again)]
        return before, after, familiar.store.read_file(NOTE), same, ends

    before, after, undone, same, (found, again) = slept(tmp_path, work)
    assert _line(after).startswith("- ~~")
    assert "until 2026-02-03" in _line(after)
    assert undone == before
    assert same
    assert NOTE not in found
    assert NOTE in again


def test_an_end_in_jest_is_taken_back(tmp_path) -> None:
    """When it is written up already, and in one go; the fact is the line that it was."""

    async def work(familiar, clock):
        before = await _told(familiar, 0, f"I {BAND}")
        ended = await _told(familiar, 1, "I quit playing the banjo")
        at = AT + timedelta(days=1, minutes=5)
        await familiar.record(Turn("joke", at, TAVERN, ROWAN, "jk"))
        after = await _told(familiar, 2, "morning all")
        at_once = await _told(familiar, 3, "I quit playing the banjo", "only joking")
        return before, ended, after, at_once

    before, ended, after, at_once = slept(tmp_path, work)
    assert _line(ended).startswith("- ~~")
    for note in (after, at_once):
        assert _line(note) == _line(before)
        live = [one for one in note.splitlines() if one.startswith("- ") and "~~" not in one]
        assert [one for one in live if "::" in one] == [
            one for one in before.splitlines() if "::" in one
        ]


def test_an_end_in_jest_is_taken_back_across_midnight(tmp_path) -> None:
    """It ended on the day on which it was said to."""

    async def work(familiar, clock):
        before = await _told(familiar, 0, f"I {BAND}")
        late = AT + timedelta(days=1, hours=5, minutes=55)
        await familiar.record(Turn("late", late, TAVERN, ROWAN, "I quit playing the banjo"))
        await familiar.record(Turn("joke", late + timedelta(minutes=10), TAVERN, ROWAN, "jk"))
        return before, await _told(familiar, 3, "morning all")

    before, after = slept(tmp_path, work)
    assert _line(after) == _line(before)
    assert "- plays:: banjo" in after
