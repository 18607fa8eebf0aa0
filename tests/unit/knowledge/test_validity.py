"""What holds at a moment: one rule."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.knowledge.validity import has_faded, holds, told_term

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("since", "until", "expires", "held"),
    [
        (None, None, None, True),
        ("2026-03-01", None, None, True),
        ("2026-03-02", None, None, False),
        ("2026-03", "2026-04", None, True),
        ("2027", None, None, False),
        (None, "2026-03-01", None, False),
        (None, "2026-03", None, False),
        (None, "2026-03-02", None, True),
        ("2026-03-01T13:00:00+00:00", None, None, False),
        (None, "some day", None, True),
        (None, None, "2026-03-01T12:00:00+00:00", False),
        (None, None, datetime(2026, 3, 2, tzinfo=UTC), True),
    ],
)
def test_a_line_holds_from_since_until_just_before_until(since, until, expires, held):
    """A day, a month or a year is its first instant; what is no date limits nothing."""
    assert holds(since, until, expires, NOW) is held


_dates = st.dates().flatmap(lambda day: st.sampled_from((str(day), str(day)[:7], str(day)[:4])))


@given(_dates, st.datetimes(timezones=st.just(UTC)))
def test_what_ends_and_what_begins_then_never_hold_at_once(date, moment):
    """Nor is there a gap between them."""
    assert holds(None, date, None, moment) is not holds(date, None, None, moment)


@pytest.mark.parametrize(
    ("since", "until", "told"),
    [
        (None, None, ""),
        ("2024-03-01", None, ""),
        ("2024-03-01", "2025-01-28", "until 2025-01-28"),
        ("2099-01-01", None, "from 2099-01-01"),
        ("2027", "2028-02", "from 2027, until 2028-02"),
        ("2026-02", "2026-04", "until 2026-04"),
    ],
)
def test_a_reader_is_told_the_term(since, until, told):
    """But not that something began long ago."""
    assert told_term(since, until, NOW) == told


@pytest.mark.parametrize(
    ("learned", "after_days", "faded"),
    [
        (datetime(2025, 12, 1, 12, tzinfo=UTC), 90, True),
        (datetime(2025, 12, 1, 13, tzinfo=UTC), 90, False),
        (datetime(2020, 1, 1, tzinfo=UTC), None, False),
        (None, 90, False),
    ],
)
def test_news_fades_after_so_many_days(
    learned: datetime | None, after_days: int | None, faded: bool
) -> None:
    """Only where its predicate says so, and a day is known."""
    assert has_faded(learned, after_days, NOW) is faded
