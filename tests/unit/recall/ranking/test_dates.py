"""The days that a question names."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.recall.ranking.asked.dates import NamedDate, named_date


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("what happened on 3 March?", NamedDate((), (3,), (3,))),
        ("in February 2026", NamedDate((2026,), (2,))),
        ("in 2023", NamedDate((2023,))),
        ("on the 21st of june", NamedDate((), (6,), (21,))),
        ("may I come", None),
        ("in May", NamedDate((), (5,))),
        ("I have 3 cats", None),
        ("the 99th of March", NamedDate((), (3,))),
        ("march march 2020 2020", NamedDate((2020,), (3,))),
        ("", None),
    ],
)
def test_the_table_of_dates(text, named):
    """Days go with a month only; "may" needs a capital."""
    assert named_date(text) == named


@pytest.mark.parametrize(
    ("named", "day", "covered"),
    [
        (NamedDate((), (3,), (3,)), date(2026, 3, 3), True),
        (NamedDate((), (3,), (3,)), date(2025, 3, 4), True),
        (NamedDate((), (3,), (1,)), date(2026, 2, 28), True),
        (NamedDate((), (3,), (3,)), date(2026, 3, 5), False),
        (NamedDate((2026,), (2,)), date(2026, 2, 28), True),
        (NamedDate((2026,), (2,)), date(2026, 3, 1), False),
        (NamedDate((2026,)), date(2026, 12, 31), True),
        (NamedDate((), (2,), (30,)), date(2026, 2, 10), True),
        (NamedDate((), (1,), (1,)), date.min, True),
        (NamedDate((), (12,), (31,)), date.max, True),
    ],
)
def test_which_days_are_meant(named, day, covered):
    """A single day with its neighbours, over the border of the month; the rest exactly."""
    assert named.covers(day.toordinal()) is covered


def test_an_unknown_day_is_never_meant():
    """Even beside the first day there is."""
    assert not NamedDate((), (1,), (1,)).covers(0)
    assert not NamedDate((2026,)).covers(0)


@given(st.text(max_size=80))
def test_any_text_is_harmless(text):
    """Digits of any script, too."""
    named = named_date(text + " march 2026 ²⁰²³ ٢٠٢٣ 3")
    assert named is not None and named.covers(date(2026, 3, 3).toordinal())
