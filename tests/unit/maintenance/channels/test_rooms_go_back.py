"""A person may have the rooms go back, to what was imported or to what was read before."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from people_and_places import TAVERN
from room_nights import NIGHT

from familiar_memory.domain.talk.place import Place
from familiar_memory.maintenance.channels.proposing import MOST_LINES
from familiar_memory.maintenance.channels.settled.shared_item import SharedKind
from familiar_memory.maintenance.channels.talk.marks import RoomMarks
from familiar_memory.maintenance.sleep.step import StepStatus

NOTE = "channels/discord-lantern.tavern.md"
KITCHEN = Place("discord", "kitchen", "lantern")


def _long_ago(days: int) -> datetime:
    return NIGHT - timedelta(days=days)


def test_a_log_of_another_year_is_read_when_asked_for(life) -> None:
    """From that moment on, and not what is older."""
    life.say("Rowan", "Decided: the shed stays locked", timestamp=_long_ago(500))
    life.say("Rowan", "let's go with the oak for the sign", timestamp=_long_ago(400))
    assert life.sleep().status is StepStatus.NOTHING
    life.sleep(since=_long_ago(401), is_dry_run=True)
    assert NOTE not in life.tree()
    life.sleep(since=_long_ago(401))
    (line,) = life.lines(NOTE)
    assert line.startswith("[[Rowan]]: let's go with the oak for the sign (20")
    assert life.sleep(days=1).status is StepStatus.NOTHING


def test_what_is_read_again_neither_comes_twice_nor_ends_what_came_later(life) -> None:
    """An earlier word has no say about a later one."""
    life.say("Rowan", "actually, let's go with the oak for the sign instead")
    life.say("Bex", "I'll send the minutes by Friday", place=TAVERN)
    life.sleep()
    life.say("Gus", "actually, let's go with the pine for the sign instead", day=1)
    life.say("Bex", "I've sent the minutes", day=1)
    life.say("Gus", "we agreed to meet on Fridays", place=KITCHEN, day=1)
    life.sleep(days=1)
    before = life.tree()
    assert sum("~~" in line for line in life.lines(NOTE)) == 2
    life.sleep(since=_long_ago(3), days=2)
    assert life.tree() == before


def test_of_one_day_what_was_said_last_stands(life) -> None:
    """However often it is gone through: by the time of their messages, not by their day."""
    for words in (
        "Decision one: a boat for the ferry",
        "Decision one, reversed: stilts for the ferry",
        "No need to order candles",
        "I'll order the candles for the party by Friday",
    ):
        life.say("Rowan", words)
    life.sleep()
    before = life.tree()
    assert [line.partition(": ")[2] for line in life.lines(NOTE)] == [
        "Decision one, reversed: stilts for the ferry",
        "I'll order the candles for the party by Friday",
    ]
    for days in (1, 2):
        life.sleep(since=_long_ago(3), days=days)
        assert life.tree() == before


def test_what_comes_later_and_was_said_before_is_over_as_it_comes(life) -> None:
    """An archive that is imported says what was decided first, and not what stands."""
    life.say("Rowan", "Decision one, reversed: stilts")
    life.say("Rowan", "actually, let's go with the pine for the sign instead")
    life.sleep()
    life.say("Gus", "Decision one: a boat", timestamp=_long_ago(30))
    life.say("Gus", "let's go with the oak for the sign", timestamp=_long_ago(30))
    before = life.lines(NOTE)
    life.sleep(since=_long_ago(40), days=1)
    assert life.lines(NOTE) == before


def test_what_still_waits_is_read_too_however_late_the_moment(life) -> None:
    """A week without a night, and then somebody goes back a day."""
    life.sleep()
    life.say("Rowan", "Decided: the shed stays locked")
    life.say("Bex", "we agreed to meet on Fridays", day=6)
    life.sleep(since=NIGHT + timedelta(days=6), days=7)
    assert len(life.lines(NOTE)) == 2


def test_a_room_that_cannot_be_read_holds_up_no_other(life) -> None:
    """What is older than the moment, and came in later, waits for nothing in the others."""
    life.say("Rowan", "Decided: the shed stays locked")
    life.sleep()
    late = life.say("Gus", "hello", place=KITCHEN, timestamp=_long_ago(50))
    life.store.edit(NOTE, lambda text: text.replace("---", "--", 1))
    (life.store.root / NOTE).write_bytes(b"\xff")
    life.sleep(since=_long_ago(3), days=1)
    last = life.history.latest_id()
    marks = RoomMarks(life.history)
    assert (marks.of(late.place.slug), marks.of(TAVERN.slug)) == (last, 0)


@pytest.mark.long
def test_in_a_full_room_nothing_is_removed_and_written_again(life) -> None:
    """And what a person struck there stays so."""
    most = MOST_LINES[SharedKind.DECISION]
    for number in range(most + 10):
        life.say("Rowan", f"Decision {number + 1}: lamp {number} is lit")
    life.sleep()
    last = f"Decision {most + 5}: lamp {most + 4} is lit"
    lines = life.store.read_file(NOTE).splitlines(keepends=True)
    struck = [
        f"- ~~{one[2:].rpartition(' ^')[0]}~~ ^{one.rpartition(' ^')[2]}" if last in one else one
        for one in lines
    ]
    life.store.write_file(NOTE, "".join(struck))
    before = life.tree()
    assert before[NOTE].count("~~") == 2
    for days in (1, 2):
        life.sleep(since=_long_ago(3), days=days)
        assert life.tree() == before


def test_what_was_over_on_a_later_day_stands_struck_as_the_nights_would_have_left_it(life) -> None:
    """Gone through at once, a room shows what it would show after a night for each day."""
    life.say("Bex", "I'll send the minutes by Friday", day=-5)
    life.say("Gus", "Decision one: the sign is made of oak", day=-5)
    life.say("Bex", "I've sent the minutes", day=-3)
    life.say("Gus", "Decision one, reversed: the sign is made of pine", day=-2)
    life.sleep(since=NIGHT - timedelta(days=9))
    assert life.lines(NOTE) == [
        "~~[[Gus]]: Decision one: the sign is made of oak",
        "[[Gus]]: Decision one, reversed: the sign is made of pine",
        "~~[[Bex]]: I'll send the minutes by Friday",
    ]
    assert "until 2026-01-30, #tavern, t1, by:discord-7)~~" in life.tree()[NOTE]


def test_what_is_over_already_takes_no_room_from_what_stands(life) -> None:
    """A room that is full shows what stands."""
    for at in range(MOST_LINES[SharedKind.DECISION]):
        life.say("Gus", f"Decided: stall number {at + 1} stays", day=-9)
    life.say("Gus", "Decision one: the sign is made of oak", day=-5)
    life.say("Gus", "Decision one reversed", day=-3)
    life.sleep(since=NIGHT - timedelta(days=20))
    assert len(life.lines(NOTE)) == MOST_LINES[SharedKind.DECISION]
    assert not any(line.startswith("~~") for line in life.lines(NOTE))
