"""Times to live become moments, which are compared as moments."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Moment
from familiar_memory.errors import InputError
from familiar_memory.knowledge.records.expiry import expiry_of
from familiar_memory.knowledge.validity import is_expired

_NOW = datetime(2026, 2, 2, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ttl", "expires"),
    [
        pytest.param("7d", _NOW + timedelta(days=7), id="scalyclaw-7: never expired"),
        pytest.param("1h", _NOW + timedelta(hours=1), id="scalyclaw-7: expired at once"),
        ("30m", _NOW + timedelta(minutes=30)),
        ("2w", _NOW + timedelta(weeks=2)),
        (" 2W ", _NOW + timedelta(weeks=2)),
        ("７ｄ", _NOW + timedelta(days=7)),
        ("2026-12-01", date(2026, 12, 1)),
        ("2026-12-01T18:00Z", datetime(2026, 12, 1, 18, tzinfo=UTC)),
        ("2026-12-01 18:00:05", datetime(2026, 12, 1, 18, 0, 5, tzinfo=UTC)),
        (
            "2026-12-01T18:00+09:00",
            datetime(2026, 12, 1, 18, tzinfo=timezone(timedelta(hours=9))),
        ),
    ],
)
def test_a_time_to_live_becomes_one_moment(ttl: str, expires: Moment) -> None:
    """Dates stay dates; a time without a zone is one of UTC."""
    assert expiry_of(ttl, _NOW) == expires


@pytest.mark.parametrize(
    "ttl",
    [
        *("", "soon", "7", "d", "7 d", "7days", "-7d", "0d", "1.5h", "P7D", "7y", "1h30m"),
        *("2026-02-30", "2026-13-01", "2026-02-01", "2026-02-02", "2026-02-02T09:30Z"),
        *("999999999w", "2026", "2026-12", "never", "2026-12-01T25:00Z", "二週"),
    ],
)
def test_anything_else_is_refused(ttl: str) -> None:
    """Also what is over already, a day that never was, and what no calendar has."""
    with pytest.raises(InputError):
        expiry_of(ttl, _NOW)


def test_no_time_at_all_is_over_in_the_middle_of_a_second_too() -> None:
    """Rounding up to whole seconds makes no future of it."""
    for ttl in ("0m", "0h", "0d", "00w"):
        with pytest.raises(InputError, match="past"):
            expiry_of(ttl, _NOW + timedelta(milliseconds=1))


@given(
    st.integers(1, 2_000),
    st.sampled_from("mhdw"),
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),
)
def test_what_is_kept_for_a_while_expires_then_and_not_before(
    count: int, unit: str, now: datetime
) -> None:
    """To the second, and never sooner than was asked for."""
    length = timedelta(minutes={"m": 1, "h": 60, "d": 1_440, "w": 10_080}[unit] * count)
    end = expiry_of(f"{count}{unit}", now)
    assert isinstance(end, datetime)
    assert timedelta(0) <= end - (now + length) < timedelta(seconds=1)
    assert is_expired(end, end)
    assert not is_expired(end, now)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing else comes of it, and what is read lies ahead."""
    try:
        end = expiry_of(text, _NOW)
    except InputError:
        return
    assert is_expired(end.isoformat(), datetime.max.replace(tzinfo=UTC))
    assert not is_expired(end.isoformat(), _NOW)
