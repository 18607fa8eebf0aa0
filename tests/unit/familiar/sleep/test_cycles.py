"""When a cycle is due: in its zone, whatever its clocks do, and once for all that was missed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.assembly.wiring.sleeping.steps import STEPS
from familiar_memory.config.settings import CharacterSettings, Settings
from familiar_memory.history.nights.night import KeptNight
from familiar_memory.life.sleep.cycles import Cycle, cycles_of
from familiar_memory.maintenance.sleep.cron import checked_cron, next_due

LJUBLJANA = ZoneInfo("Europe/Ljubljana")
NIGHTLY = Cycle("sleep", True, "30 2 * * *", LJUBLJANA, ())
ZONES = ("UTC", "Europe/Ljubljana", "America/St_Johns", "Asia/Tokyo", "Australia/Lord_Howe")


def _last(began, *, ended=True):
    return KeptNight(1, "sleep", began, "b", began + timedelta(minutes=1) if ended else None)


def test_the_cycles_are_set_up_as_the_settings_say():
    """The familiar's own zone for what is its own, UTC for its rooms."""
    found = cycles_of(Settings(character=CharacterSettings(timezone="Asia/Tokyo")))
    assert [(one.name, one.cron, str(one.zone), one.is_enabled) for one in found] == [
        ("sleep", "0 2 * * *", "Asia/Tokyo", True),
        ("channels", "0 3 * * *", "UTC", True),
        ("consolidation", "0 3 * * *", "Asia/Tokyo", True),
    ]


def test_every_step_of_a_cycle_is_one_that_can_be_built():
    """And every one that can be built is of a cycle; the writer has a runner of its own."""
    named = [step for cycle in cycles_of(Settings()) for step in cycle.steps]
    assert sorted(named) == sorted(("write", *STEPS))


def test_the_first_night_is_the_next_one():
    """Nothing is made up for the time before there was a familiar."""
    opened = datetime(2026, 2, 2, 12, tzinfo=UTC)
    assert NIGHTLY.due(None, opened) == datetime(2026, 2, 3, 1, 30, tzinfo=UTC)


def test_what_was_missed_is_due_at_once_and_once():
    """A machine that was off for a week has one night to make up for."""
    began = datetime(2026, 2, 2, 1, 30, tzinfo=UTC)
    now = began + timedelta(days=7, hours=5)
    assert NIGHTLY.due(_last(began), now) == began + timedelta(days=1)
    assert NIGHTLY.due(_last(now), now) == datetime(2026, 2, 10, 1, 30, tzinfo=UTC)


def test_a_clock_that_was_once_ahead_puts_nothing_off():
    """When the last night was is unknown, if it began in 2035 by a clock that is right again."""
    now = datetime(2026, 2, 2, 12, tzinfo=UTC)
    ahead = datetime(2035, 1, 1, tzinfo=UTC)
    assert NIGHTLY.due(_last(ahead), now) == now
    assert NIGHTLY.due(_last(ahead, ended=False), now) == now


def test_a_clock_that_is_set_back_a_little_brings_no_second_night():
    """One that was fast by some minutes, when the night began."""
    began = datetime(2026, 2, 2, 1, 30, tzinfo=UTC)
    now = began - timedelta(minutes=3)
    assert NIGHTLY.due(_last(began), now) == began + timedelta(days=1)


def test_what_was_cut_off_is_due():
    """Whatever the hour."""
    began = datetime(2026, 2, 2, 1, 30, tzinfo=UTC)
    assert NIGHTLY.due(_last(began, ended=False), began + timedelta(minutes=5)) == began


@pytest.mark.parametrize(
    ("day", "due"),
    [
        # Clocks go from 2:00 to 3:00, and there is no 2:30.
        (datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 1, 0, tzinfo=UTC)),
        # Clocks go from 3:00 back to 2:00, and 2:30 comes twice.
        (datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
def test_a_night_on_which_clocks_change_is_one_night(day, due):
    """It comes, and once."""
    assert NIGHTLY.due(None, day) == due
    again = NIGHTLY.due(_last(due), due)
    assert timedelta(hours=22) < again - due < timedelta(hours=26)


@given(st.sampled_from(ZONES), st.integers(0, 23), st.integers(0, 3 * 365 * 24 * 4))
def test_a_night_comes_every_day_in_every_zone(zone, hour, quarter):
    """Two nights are a day apart, give or take what clocks change; due is after."""
    after = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=15 * quarter)
    first = next_due(f"15 {hour} * * *", after, ZoneInfo(zone))
    second = next_due(f"15 {hour} * * *", first, ZoneInfo(zone))
    assert after < first <= after + timedelta(hours=26)
    assert timedelta(hours=22) <= second - first <= timedelta(hours=26)
    assert first.utcoffset() == timedelta()


@pytest.mark.parametrize(
    "said", ["", "0 2 * *", "61 2 * * *", "0 0 30 2 *", "@nightly", "a b c d e", "* * * * * *"]
)
def test_what_is_no_cron_expression_is_refused(said):
    """And so is one that never comes true; the message has an example."""
    with pytest.raises(ValueError, match=r"^it is not a .*such as 0 2 \* \* \*"):
        checked_cron(said)
