"""A turn belongs to the part of the day of its own time, in the familiar's zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.text.slots import Slot, slot_of
from familiar_memory.writers.writing import WritingRules


@pytest.mark.parametrize(
    ("hour", "part"),
    [
        (0, "night"),
        (5, "night"),
        (6, "morning"),
        (11, "morning"),
        (12, "afternoon"),
        (17, "afternoon"),
        (18, "evening"),
        (23, "evening"),
    ],
)
def test_the_parts_of_a_day(hour: int, part: str) -> None:
    """Morning from 6, afternoon from 12, evening from 18, and night before 6."""
    assert slot_of(datetime(2026, 2, 2, hour, 59, tzinfo=UTC), UTC) == Slot(date(2026, 2, 2), part)


def test_the_zone_of_the_familiar_decides() -> None:
    """The same moment is another day's night further east."""
    tokyo = timezone(timedelta(hours=9))
    slot = slot_of(datetime(2026, 2, 2, 18, 40, tzinfo=UTC), tokyo)
    assert (slot.path, slot.title) == (
        "sessions/2026-02-03-night.md",
        "Tuesday 3 February 2026, night",
    )


@pytest.mark.parametrize(
    ("day", "utc", "path"),
    [
        (date(2026, 3, 28), 4, "2026-03-28-night"),
        (date(2026, 3, 29), 4, "2026-03-29-morning"),
        (date(2026, 10, 24), 22, "2026-10-25-night"),
        (date(2026, 10, 25), 22, "2026-10-25-evening"),
        (date(2026, 10, 25), 4, "2026-10-25-night"),
    ],
)
def test_clocks_that_are_changed_move_the_parts_of_a_day(day: date, utc: int, path: str) -> None:
    """In Berlin 4:30 UTC is 5:30 the day before summer time, and 6:30 on its first."""
    said = datetime(day.year, day.month, day.day, utc, 30, tzinfo=UTC)
    assert slot_of(said, ZoneInfo("Europe/Berlin")).path == f"sessions/{path}.md"


@pytest.mark.parametrize("hours", [-12, 0, 14])
@pytest.mark.parametrize("year", [1, 9999])
def test_the_ends_of_time_are_written_up(make_turn, history, store, hours, year) -> None:
    """A wrong clock puts nobody's messages aside."""
    zone = timezone(timedelta(hours=hours))
    edge = datetime.min if year == 1 else datetime.max
    history.record_many(
        [
            make_turn("I live in Durham."),
            make_turn("I work at Initech.", timestamp=edge.replace(tzinfo=UTC)),
        ]
    )
    report = MemoryWriter(
        history, store, ExtractiveWriter(), lambda: datetime(2026, 2, 3, tzinfo=UTC),
        WritingRules(zone),
    ).run()  # fmt: skip
    assert report.is_complete
    (note,) = store.glob("people/*.md")
    assert "works_at:: Initech" in store.read_file(note)
