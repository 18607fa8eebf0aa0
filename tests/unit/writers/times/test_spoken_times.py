"""What people say of the time of a fact is its time, and never a part of its object."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.text.months import MONTHS
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.times.spoken_date import SpokenDate, TimeUnit

SAID = date(2026, 2, 3)  # a Tuesday


def told(text: str) -> list[tuple[str, str | None, str | None]]:
    """Each fact with its beginning and its end, as notes have them."""
    return [
        (
            f"{one.predicate}:: {one.object}",
            one.term.begin and one.term.begin.written(SAID),
            one.term.end and one.term.end.written(SAID),
        )
        for one in find_statements(text)
    ]


@pytest.mark.parametrize(
    ("text", "fact", "begin", "end"),
    [
        ("I've been in Oban since 2020", "lives_in:: Oban", "2020", None),
        ("I live in Oban since 2020", "lives_in:: Oban", "2020", None),
        ("Since 2020 I've lived in Oban with my cat", "lives_in:: Oban", "2020", None),
        ("I moved to Glasgow in May", "lives_in:: Glasgow", "2025-05", None),
        ("I moved to Glasgow in January", "lives_in:: Glasgow", "2026-01", None),
        ("I moved to Glasgow in february", "lives_in:: Glasgow", "2026-02", None),
        ("I've been living in Glasgow since March 2025", "lives_in:: Glasgow", "2025-03", None),
        ("I moved to Oban last year.", "lives_in:: Oban", "2025", None),
        ("Two years ago I moved to Oban", "lives_in:: Oban", "2024", None),
        ("I moved to Oban three months ago and love it", "lives_in:: Oban", "2025-11", None),
        ("I moved to Oban yesterday", "lives_in:: Oban", "2026-02-02", None),
        ("I've lived in Oban for two years", "lives_in:: Oban", "2024", None),
        ("It was in 2021 that I moved to Oban", "lives_in:: Oban", "2021", None),
        ("It was only last year that we moved to Oban", "lives_in:: Oban", "2025", None),
        ("As of this month I work for Acme", "works_at:: Acme", "2026-02", None),
        ("I'm in Lisbon until Friday", "staying_in:: Lisbon", None, "2026-02-06"),
        ("I went vegan in 2019", "diet:: vegan", "2019", None),
        ("Yesterday was my first day at Acme", "works_at:: Acme", "2026-02-02", None),
        ("I left Acme last month", "works_at:: Acme", None, "2026-01"),
        ("I moved to Oban in spring", "lives_in:: Oban", None, None),
        ("I moved to Oban a few years ago", "lives_in:: Oban", None, None),
        ("I moved to Oban last week", "lives_in:: Oban", None, None),
        ("I live in Oban until March", "lives_in:: Oban", None, "2026-03"),
        ("I lived in Oban from 2015 to 2019", "lived_in:: Oban", "2015", "2019"),
        ("I used to live in Hull until 2019", "lived_in:: Hull", None, "2019"),
        ("I quit my job at Acme last month", "worked_at:: Acme", None, "2026-01"),
        ("I started working at Acme on 3 May 2024", "works_at:: Acme", "2024-05-03", None),
        ("I've worked at Acme since 2019", "works_at:: Acme", "2019", None),
        ("I'm moving to Tromsø in September", "moving_to:: Tromsø", "2026-09", None),
        ("I'm staying in Lisbon", "staying_in:: Lisbon", None, None),
        ("I'm staying in Lisbon until Friday", "staying_in:: Lisbon", None, "2026-02-06"),
        ("I'm visiting Rome this week", "visiting:: Rome", None, None),
        ("2020年から大阪に住んでいます", "lives_in:: 大阪", "2020", None),
        ("去年札幌に引っ越しました", "lives_in:: 札幌", "2025", None),
        ("5月に札幌に引っ越しました", "lives_in:: 札幌", "2025-05", None),
    ],
)
def test_a_time_that_is_sure(text: str, fact: str, begin: str | None, end: str | None) -> None:
    """It is resolved by the day on which it was said; what is not sure is left out."""
    assert told(text) == [(fact, begin, end)]


@pytest.mark.parametrize(
    "text",
    [
        "I've lived in Oban",
        "I lived in Oban",
        "I've been in Oban",
        "I've been in Oban since Monday",
        "I've been in Sales since 2020",
        "I've been in bed since Monday",
        "I live in Oban last year",
        "I'm staying in tonight",
        "I'm staying in touch",
    ],
)
def test_what_is_not_told_for_sure(text: str) -> None:
    """Without a time that goes with them these words state nothing of where somebody lives."""
    assert told(text) == []


def test_the_time_of_another_clause() -> None:
    """A time goes with the fact beside it, and with no other."""
    assert told("I live in Oban and I started working at Acme in January") == [
        ("works_at:: Acme", "2026-01", None),
        ("lives_in:: Oban", None, None),
    ]


TIMES = st.one_of(
    st.sampled_from(["last year", "two years ago", "last month", "yesterday", "last summer"]),
    st.builds("in {}".format, st.sampled_from(MONTHS)),
    st.builds("in {} {}".format, st.sampled_from(MONTHS), st.integers(1990, 2025)),
    st.builds("on {} {}".format, st.integers(1, 28), st.sampled_from(MONTHS)),
    st.builds("in {}".format, st.integers(1990, 2025)),
)


@pytest.mark.long
@given(
    wording=st.sampled_from(
        ["I moved to {}", "I started working at {}", "I got a new job at {}", "I've moved to {}"]
    ),
    thing=st.sampled_from(["Oban", "Glasgow", "Acme", "New York"]),
    time=TIMES,
    is_first=st.booleans(),
)
def test_no_time_is_part_of_an_object(wording: str, thing: str, time: str, is_first: bool) -> None:
    """Wherever it stands, the object stays what it is without, and no beginning lies ahead."""
    said = wording.format(thing)
    (one,) = find_statements(f"{time}, {said}" if is_first else f"{said} {time}")
    assert one.object == thing
    begin = one.term.begin and one.term.begin.written(SAID)
    moment = instant_of(begin) if begin else None
    assert moment is None or moment.date() <= SAID


@given(st.dates(date(1, 1, 1), date(9999, 12, 31)), st.sampled_from(TimeUnit), st.integers(-99, 99))
def test_any_day_that_is_counted(said: date, unit: TimeUnit, count: int) -> None:
    """What lies beyond all years is no date; what does not is over after it has begun."""
    spoken = SpokenDate(unit=unit, count=count)
    first, after = spoken.first_day(said), spoken.day_after(said)
    assert first is None or after is None or after > first


@given(st.dates(date(1990, 1, 1), date(2090, 12, 31)), st.integers(1, 12), st.booleans())
def test_the_nearest_month(said: date, month: int, ahead: bool) -> None:
    """A month without its year lies within a year of the day on which it was said."""
    first = SpokenDate(month=month, ahead=ahead).first_day(said)
    assert first is not None
    assert abs(first - said) <= timedelta(days=366)
    assert first >= said.replace(day=1) if ahead else first <= said
