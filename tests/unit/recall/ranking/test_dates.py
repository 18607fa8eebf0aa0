"""The days that a question names."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor import work

from familiar_memory.recall.ranking.asked.dates import (
    CalendarDate,
    DaySpan,
    NamedDate,
    around,
)
from familiar_memory.recall.ranking.asked.read_dates import named_date

ASKED = date(2024, 5, 15)
"""A Wednesday."""


def span(first: str, last: str | None = None) -> DaySpan:
    """From one day to another, or one day alone."""
    return DaySpan(*(date.fromisoformat(day).toordinal() for day in (first, last or first)))


def day(written: str) -> DaySpan:
    """A day with its neighbours."""
    return around(date.fromisoformat(written))


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("what happened on 3 March?", CalendarDate((), (3,), (3,))),
        ("in February 2026", CalendarDate((2026,), (2,))),
        ("in 2023", CalendarDate((2023,))),
        ("on the 21st of june", CalendarDate((), (6,), (21,))),
        ("in May", CalendarDate((), (5,))),
        ("the 99th of March", CalendarDate((), (3,))),
        ("march march 2020 2020", CalendarDate((2020,), (3,))),
        ("on 31 Dec 2023", CalendarDate((2023,), (12,), (31,))),
        ("what was Sept. 3rd like", CalendarDate((), (9,), (3,))),
        ("in jan", CalendarDate((), (1,))),
        ("3 may 2021", CalendarDate((2021,), (5,), (3,))),
        ("on New Year’s Eve", CalendarDate((), (12,), (31,))),
        ("on new years day 2024", CalendarDate((2024,), (1,), (1,))),
        ("what did she cook for Christmas Eve", CalendarDate((), (12,), (24,))),
        ("Emi's xmas present", CalendarDate((), (12,), (25,))),
        ("2024年1月10日に何をした？", CalendarDate((2024,), (1,), (10,))),
        ("２０２４年１月１０日", CalendarDate((2024,), (1,), (10,))),
        ("1月10日の夜", CalendarDate((), (1,), (10,))),
        ("3月に行った所", CalendarDate((), (3,))),
        ("2023年に買ったもの", CalendarDate((2023,))),
        ("2023年の大晦日", CalendarDate((2023,), (12,), (31,))),
        ("元旦に", CalendarDate((), (1,), (1,))),
    ],
)
def test_dates_that_are_written(text, reading):
    """Days go with a month only; a short form needs a number beside it, or "in" before."""
    assert named_date(text) == NamedDate((reading,))


@pytest.mark.parametrize(
    "text",
    [
        "may I come",
        "I have 3 cats",
        "what did Jan say to Mar",
        "she sat in the sun",
        "is 3.5/10 fair, or 24/7",
        "at 10.0.0.1 or 1.2.3.4",
        "12-34-5678",
        "3ヶ月かかった",
        "yesterday",
        "",
    ],
)
def test_what_names_no_date(text):
    """Other words, fractions, addresses; and without a day of asking nothing counts from it."""
    assert named_date(text) is None


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("what about 2024-01-10?", (day("2024-01-10"),)),
        ("2024/1/10の写真", (day("2024-01-10"),)),
        ("on 12/28/2023", (day("2023-12-28"),)),
        ("on 28.12.23", (day("2023-12-28"),)),
        ("on 10.01.2024", (day("2024-01-10"), day("2024-10-01"))),
        ("did she read 11/22/63", (day("1963-11-22"),)),
        ("5/5/2024", (day("2024-05-05"),)),
    ],
)
def test_dates_in_digits(text, readings):
    """Both orders where both are dates, and no month or day of their own beside them."""
    assert named_date(text, ASKED) == NamedDate(readings)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("what did I say yesterday", span("2024-05-14")),
        ("the day before yesterday", span("2024-05-13")),
        ("last night's dream", span("2024-05-14", "2024-05-15")),
        ("this morning", span("2024-05-15")),
        ("three days ago", span("2024-05-11", "2024-05-13")),
        ("two weeks ago", span("2024-04-27", "2024-05-05")),
        ("a couple of weeks ago", span("2024-04-27", "2024-05-05")),
        ("last Friday", span("2024-05-10")),
        ("what happened on Wednesday", span("2024-05-08")),
        ("on friday last week", span("2024-05-10")),
        ("last week", span("2024-05-05", "2024-05-12")),
        ("last weekend", span("2024-05-11", "2024-05-12")),
        ("last month", span("2024-04-01", "2024-04-30")),
        ("last summer", span("2023-06-01", "2023-08-31")),
        ("last winter", span("2023-12-01", "2024-02-29")),
        ("in the summer of 2022", span("2022-06-01", "2022-08-31")),
        ("last year", CalendarDate((2023,))),
        ("last Christmas, last year", CalendarDate((2023,), (12,), (25,))),
        ("昨日の話", span("2024-05-14")),
        ("一昨日", span("2024-05-13")),
        ("先週の金曜日", span("2024-05-10")),
        ("先々週の月曜", span("2024-04-29")),
        ("二週間前に", span("2024-04-27", "2024-05-05")),
        ("去年の夏", span("2023-06-01", "2023-08-31")),
        ("今年の春", span("2024-03-01", "2024-05-31")),
        ("去年の12月", CalendarDate((2023,), (12,))),
        ("先月", span("2024-04-01", "2024-04-30")),
    ],
)
def test_dates_from_the_day_of_asking(text, reading):
    """By the calendar, or about so long ago."""
    assert named_date(text, ASKED) == NamedDate((reading,))


def test_a_season_over_the_end_of_the_year_is_of_both():
    """Who says the winter of 2023 may mean its beginning or its end."""
    named = named_date("in winter 2023")
    assert named == NamedDate((span("2022-12-01", "2023-02-28"), span("2023-12-01", "2024-02-29")))


@pytest.mark.parametrize(
    "text", ["999 years ago", "yesterday", "last winter", "last month", "1/1/01"]
)
def test_there_is_nothing_before_all_dates(text):
    """Nor does it break."""
    assert not (named := named_date(text, date.min)) or not named.covers(5_000)


@pytest.mark.parametrize(
    ("named", "day", "covered"),
    [
        (CalendarDate((), (3,), (3,)), date(2026, 3, 3), True),
        (CalendarDate((), (3,), (3,)), date(2025, 3, 4), True),
        (CalendarDate((), (3,), (1,)), date(2026, 2, 28), True),
        (CalendarDate((), (3,), (3,)), date(2026, 3, 5), False),
        (CalendarDate((2026,), (2,)), date(2026, 2, 28), True),
        (CalendarDate((2026,), (2,)), date(2026, 3, 1), False),
        (CalendarDate((2026,)), date(2026, 12, 31), True),
        (CalendarDate((), (2,), (30,)), date(2026, 2, 10), True),
        (CalendarDate((), (1,), (1,)), date.min, True),
        (CalendarDate((), (12,), (31,)), date.max, True),
        (around(date(2026, 3, 3)), date(2026, 3, 4), True),
        (around(date(2026, 3, 3)), date(2026, 3, 5), False),
    ],
)
def test_which_days_are_meant(named, day, covered):
    """A single day with its neighbours, over the border of the month; the rest exactly."""
    assert NamedDate((named,)).covers(day.toordinal()) is covered


def test_one_of_the_readings_is_enough():
    """What was said on neither is not meant."""
    named = NamedDate((around(date(2024, 1, 10)), around(date(2024, 10, 1))))
    said = [date(2024, 1, 10), date(2024, 10, 2), date(2024, 5, 1)]
    assert [named.covers(day.toordinal()) for day in said] == [True, True, False]


def test_an_unknown_day_is_never_meant():
    """Even beside the first day there is."""
    assert not NamedDate((CalendarDate((), (1,), (1,)),)).covers(0)
    assert not NamedDate((CalendarDate((2026,)),)).covers(0)
    assert not NamedDate((around(date.min),)).covers(0)


@given(st.text(max_size=80), st.dates())
def test_any_text_is_harmless(text, asked):
    """Digits of any script, too."""
    named = named_date(text + " march 2026 ²⁰²³ ٢٠٢٣ 3", asked)
    assert named is not None


@pytest.mark.long
@pytest.mark.parametrize(
    "unit", ["1/2/03 ", "1.", "1", "a ", "last ", "3 days ago ", "1月", "may "]
)
def test_a_long_question_has_few_dates(unit):
    """However many it names, it is read at once."""
    with work() as reading:
        named = named_date(unit * (50_000 // len(unit)), ASKED)
    assert reading.seconds < 1
    assert named is None or len(named.readings) <= 32
