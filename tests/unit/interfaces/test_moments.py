"""Moments as people type them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.moments import read_moment, written_day

_ZONE = ZoneInfo("Europe/Ljubljana")
# Already Wednesday in Ljubljana.
_NOW = datetime(2026, 2, 3, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026-02-03", "2026-02-02T23:00:00", "2026-02-03T22:59:59.999999"),
        ("2018", "2017-12-31T23:00:00", "2018-12-31T22:59:59.999999"),
        ("2018-06", "2018-05-31T22:00:00", "2018-06-30T21:59:59.999999"),
        ("2018-12", "2018-11-30T23:00:00", "2018-12-31T22:59:59.999999"),
        ("today", "2026-02-03T23:00:00", "2026-02-04T22:59:59.999999"),
        ("Yesterday", "2026-02-02T23:00:00", "2026-02-03T22:59:59.999999"),
        ("2026-03-29", "2026-03-28T23:00:00", "2026-03-29T21:59:59.999999"),
        ("2026-02-03T19:30", "2026-02-03T18:30:00", "2026-02-03T18:30:00"),
        ("2026-02-03 19:30:05Z", "2026-02-03T19:30:05", "2026-02-03T19:30:05"),
        ("now", "2026-02-03T23:30:00", "2026-02-03T23:30:00"),
        ("45m", "2026-02-03T22:45:00", "2026-02-03T22:45:00"),
        ("45m ago", "2026-02-03T22:45:00", "2026-02-03T22:45:00"),
        (" 2w ", "2026-01-20T23:30:00", "2026-01-20T23:30:00"),
    ],
)
def test_a_moment_is_read_in_the_familiars_zone(text: str, start: str, end: str) -> None:
    """A day, month or year is its beginning, or its last instant, in summer time and out of it."""
    assert read_moment(text, _ZONE, _NOW) == datetime.fromisoformat(f"{start}+00:00")
    assert read_moment(text, _ZONE, _NOW, at_end=True) == datetime.fromisoformat(f"{end}+00:00")


@pytest.mark.parametrize(
    "text", ["", "soon", "0000", "2018-13", "2026-02-30", "3 fortnights", "999999w", "0001-01-01"]
)
def test_what_is_no_moment_says_what_is(text: str) -> None:
    """The forms are listed."""
    with pytest.raises(UsageError) as error:
        read_moment(text, _ZONE, _NOW)
    assert error.value.problem == f"{text!r} is not a date or time"
    assert "2026-02-03" in error.value.accepted


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2018", "2018"),
        (" 2018-06 ", "2018-06"),
        ("2018-06-03", "2018-06-03"),
        ("today", "2026-02-04"),
        ("3d ago", "2026-02-01"),
        ("2026-02-03T19:30", "2026-02-03T18:30:00Z"),
        ("soon", "soon"),
    ],
)
def test_a_note_has_what_was_typed_as_exactly_as_that(text: str, written: str) -> None:
    """A year stays one; what is no date is left to whoever refuses it by the name of its field."""
    assert written_day(text, _ZONE, _NOW) == written
