"""Nothing younger than the cut-off goes, wherever clocks are changed."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from familiar_memory.maintenance.retention.cut_offs import cut_off, day_begins, day_is_over

# Half hours, the date line, clocks that are changed at midnight, and a day that never was.
_ZONES = st.sampled_from(
    [
        ZoneInfo(name)
        for name in (
            "UTC",
            "Europe/London",
            "America/Sao_Paulo",
            "America/St_Johns",
            "Africa/Cairo",
            "Asia/Beirut",
            "Asia/Kathmandu",
            "Australia/Lord_Howe",
            "Pacific/Apia",
            "Pacific/Kiritimati",
            "Pacific/Pago_Pago",
        )
    ]
)
_MOMENTS = st.datetimes(datetime(1985, 1, 1), datetime(2030, 1, 1)).map(
    lambda one: one.replace(tzinfo=UTC)
)
_DAYS = st.integers(1, 800)


@given(_MOMENTS, _DAYS, _ZONES, st.integers(-3 * 86_400, 3 * 86_400))
@example(datetime(2006, 10, 29, 4, tzinfo=UTC), 1, ZoneInfo("America/St_Johns"), 60)
@example(datetime(2012, 1, 1, 4, tzinfo=UTC), 2, ZoneInfo("Pacific/Apia"), 0)
def test_what_is_said_goes_once_its_day_is_so_long_ago(at, days, zone, seconds):
    """Before the cut-off every moment is of an older day; at it the day that stays begins."""
    moment = cut_off(at, days, zone)
    oldest_kept = at.astimezone(zone).date() - timedelta(days)
    said = moment + timedelta(seconds=seconds)
    if said < moment:
        assert said.astimezone(zone).date() < oldest_kept
    assert moment.astimezone(zone).date() >= oldest_kept
    assert at - moment > timedelta(days) - timedelta(hours=25)


@given(_MOMENTS, _DAYS, _ZONES, _ZONES)
@example(datetime(2026, 11, 10, 13, tzinfo=UTC), 1, ZoneInfo("Pacific/Pago_Pago"), ZoneInfo("UTC"))
def test_a_note_goes_when_no_moment_of_its_day_is_kept(said, days, of_name, of_cut_off):
    """Its file is named in one zone, and days are counted in another."""
    day = said.astimezone(of_name).date()
    over = day_is_over(day, of_name)
    assert said < over
    for later in (0, 1, 2):
        at = over + timedelta(days=days + later)
        moment = cut_off(at, days, of_cut_off)
        if over <= moment:
            oldest_kept = at.astimezone(of_cut_off).date() - timedelta(days)
            assert said.astimezone(of_cut_off).date() < oldest_kept


@given(_MOMENTS, _ZONES)
def test_a_day_has_one_beginning_and_one_end(at, zone):
    """Also one that has no midnight, or two."""
    day = at.astimezone(zone).date()
    assert day_begins(day, zone) <= at < day_is_over(day, zone)


@pytest.mark.parametrize(
    ("at", "days", "expected"),
    [
        (datetime(2024, 3, 1, 2, tzinfo=UTC), 1, datetime(2024, 2, 29, tzinfo=UTC)),
        (datetime(2025, 3, 1, 2, tzinfo=UTC), 1, datetime(2025, 2, 28, tzinfo=UTC)),
        (datetime(2025, 2, 28, 2, tzinfo=UTC), 365, datetime(2024, 2, 29, tzinfo=UTC)),
        (datetime(2026, 3, 1, 2, tzinfo=UTC), 0, None),
        (datetime(50, 3, 1, 2, tzinfo=UTC), 36_500, None),
    ],
)
def test_days_are_those_of_the_calendar(at, days, expected):
    """With the 29th of February; 0 is no limit, and before time began there is nothing."""
    assert cut_off(at, days, UTC) == expected


def test_a_day_without_a_midnight_begins_where_the_clocks_are_put_forward():
    """In São Paulo summer began at midnight, so that day began at one o'clock."""
    zone = ZoneInfo("America/Sao_Paulo")
    begins = day_begins(date(2018, 11, 4), zone)
    assert begins == day_is_over(date(2018, 11, 3), zone) == datetime(2018, 11, 4, 3, tzinfo=UTC)
