"""Settings that change while turns wait: what is due, and in whose reach."""

from __future__ import annotations

from datetime import UTC, datetime

from people_and_places import TAVERN

from familiar_memory.domain.talk.place import Place
from familiar_memory.life.schedule.due import EVERYTHING
from familiar_memory.life.schedule.timetable import Timetable
from familiar_memory.writers.settings import WriterSettings

SAID = datetime(2026, 2, 2, tzinfo=UTC)
KITCHEN = Place("discord", "kitchen", "lantern")


def test_enough_turns_by_a_new_threshold_are_due_and_too_few_no_more():
    """By the settings of now, whatever they were when it was said."""
    table = Timetable(WriterSettings(turn_threshold=50, debounce=0))
    for _ in range(3):
        table.heard("lantern", TAVERN, SAID, 10.0)
    assert table.take_due(10.0) is None
    table.follow(WriterSettings(turn_threshold=3, debounce=0), 11.0)
    assert table.next_due() == 10.0
    table.follow(WriterSettings(turn_threshold=4, debounce=0), 12.0)
    assert table.take_due(12.0) is None


def test_what_waits_in_other_reaches_is_due_at_once_and_sessions_end_in_theirs():
    """No turn waits in a reach that nobody asks for any more."""
    table = Timetable(WriterSettings())
    table.heard("guild", TAVERN, SAID, 10.0)
    table.heard("guild", KITCHEN, SAID, 11.0)
    table.regroup(lambda place: place.slug)
    run = table.take_due(12.0)
    assert run is not None
    assert (run.reach, [waiting.turns for _, waiting in run.waiting]) == (EVERYTHING, [2])
    assert table.take_due(12.0) is None
    ended = [table.take_due(100_000.0), table.take_due(100_000.0)]
    assert sorted(one.reach for one in ended if one) == [KITCHEN.slug, TAVERN.slug]
