"""When a fact holds: one rule for now and for any other moment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import RecordState
from familiar_memory.knowledge.term import Term

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


def at(text: str) -> datetime:
    """A day, or an instant, of UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


LEARNED = at("2025-06-01")


@pytest.mark.parametrize(
    ("term", "moment", "holds"),
    [
        pytest.param(Term(LEARNED), NOW, True, id="learned"),
        pytest.param(Term(LEARNED), at("2025-05-31"), False, id="before it was learned"),
        pytest.param(Term(LEARNED), at("2025-06-01"), True, id="on the day it was learned"),
        pytest.param(Term(NOW + timedelta(hours=9)), NOW, True, id="tomorrow's date, noted now"),
        pytest.param(Term(LEARNED, since="2023"), at("2024-01-01"), True, id="since, said later"),
        pytest.param(Term(LEARNED, since="2023"), at("2022-12-31"), False, id="before since"),
        pytest.param(Term(LEARNED, since="2099"), NOW, False, id="from 2099 on"),
        pytest.param(Term(LEARNED, since="2099"), at("2100-01-01"), True, id="by 2100"),
        pytest.param(Term(LEARNED, until="2026-03"), at("2026-02-28"), True, id="before its end"),
        pytest.param(Term(LEARNED, until="2026-03"), at("2026-03-01"), False, id="at its end"),
        pytest.param(Term(LEARNED, until="2027"), NOW, True, id="an end that lies ahead"),
        pytest.param(Term(LEARNED, until="2025-05"), at("2025-04-01"), False, id="only its end"),
        pytest.param(Term(LEARNED, expires=NOW), NOW, False, id="expired now"),
        pytest.param(
            Term(LEARNED, expires=NOW), NOW - timedelta(seconds=1), True, id="not expired yet"
        ),
        pytest.param(Term(), at("1990-01-01"), True, id="undated"),
        pytest.param(
            Term(LEARNED, until="2026-01", is_struck=True), at("2025-12-31"), True, id="ended"
        ),
        pytest.param(
            Term(LEARNED, until="2026-01", is_struck=True), at("2026-01-01"), False, id="is over"
        ),
        pytest.param(
            Term(LEARNED, until="2099", is_struck=True), NOW, False, id="struck before its end"
        ),
        pytest.param(Term(LEARNED, is_struck=True), at("2025-12-31"), False, id="wrong"),
    ],
)
def test_a_fact_holds(term: Term, moment: datetime, holds: bool) -> None:
    """From its `since`, else from the day it was learned, until just before its end."""
    assert term.holds(moment, NOW) is holds


@pytest.mark.parametrize(
    ("term", "state"),
    [
        (Term(LEARNED), RecordState.LIVE),
        (Term(LEARNED, since="2099"), RecordState.LIVE),
        (Term(LEARNED, until="2026-01"), RecordState.ENDED),
        (Term(LEARNED, until="2026-01", is_struck=True), RecordState.ENDED),
        (Term(LEARNED, expires=NOW), RecordState.ENDED),
        (Term(LEARNED, is_struck=True), RecordState.WRONG),
        (Term(LEARNED, until="no date", is_struck=True), RecordState.WRONG),
    ],
)
def test_what_became_of_it(term: Term, state: RecordState) -> None:
    """It is live, has ended, or was wrong."""
    assert term.state(NOW) is state


dates = st.sampled_from((None, "2024", "2025-06", "2026-03-10", "2026-03-11", "2099"))
moments = st.sampled_from((None, LEARNED, NOW, NOW + timedelta(hours=9), at("2024-01-01")))
terms = st.builds(
    Term, learned=moments, since=dates, until=dates, expires=moments, is_struck=st.booleans()
)


@given(terms)
def test_what_holds_is_live(term: Term) -> None:
    """What holds now is neither ended nor wrong; what was wrong held at no time."""
    if term.holds(NOW, NOW):
        assert term.state(NOW) is RecordState.LIVE
    if term.state(NOW) is RecordState.WRONG:
        assert not any(term.holds(NOW + timedelta(days=n), NOW) for n in range(-900, 900, 90))


@given(terms)
def test_a_fact_holds_in_one_piece(term: Term) -> None:
    """It begins once and ends once, so no two times of it have a gap between them."""
    days = [at("2023-01-01") + timedelta(days=n) for n in range(0, 1_160, 5)]
    held = [term.holds(day, NOW) for day in days if day < NOW]
    assert "".join("x" if one else "." for one in held).strip(".").count(".") == 0


def test_they_are_ordered_by_when_they_began() -> None:
    """A year that was named later comes when it had come to; what is undated comes first."""
    terms = [
        Term(at("2026-06-01"), since="2026"),
        Term(at("2026-02-01")),
        Term(at("2026-07-01"), since="2020"),
        Term(),
    ]
    assert sorted(terms, key=lambda term: term.order) == [terms[3], terms[2], terms[1], terms[0]]
    assert [term.begins for term in terms] == ["2026", "2026-02-01", "2020", None]
