"""Homes of one person, some for a time, told in any order: one story, one home at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.knowledge.term import StatedTerm, Term, giving_way
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.named.proposals import StateRecord

_PATH = "people/discord-42.md"
_TODAY = date(2026, 6, 1)
_NOW = datetime(2026, 6, 1, tzinfo=UTC)
_PLACES = ("Oban", "Hull", "Leith", "Bergen", "札幌")


def _home(name: str, since: int, years: int | None, expires: date | None = None) -> StateRecord:
    """A home since a year, for so many years; None: for good."""
    until = None if years is None else str(since + years)
    tail = RecordFields(
        learned=_TODAY, since=str(since), until=until, expires=expires, source="user-stated"
    )
    record = Record(f"lives_in:: {name}", tail, predicate="lives_in", object=name)
    return StateRecord(_PATH, "Rowan", "Facts", record, for_owner=True)


@st.composite
def _homes(draw: st.DrawFn) -> list[StateRecord]:
    """Each begins in a year of its own."""
    count = draw(st.integers(2, 5))
    years = draw(st.lists(st.integers(2008, 2024), unique=True, min_size=count, max_size=count))
    lasting = st.none() | st.integers(1, 8)
    expiring = st.none() | st.sampled_from([date(2026, 6, 9), date(2030, 1, 1)])
    return [
        _home(name, since, draw(lasting), draw(expiring))
        for name, since in zip(_PLACES, years, strict=False)
    ]


def _told(proposals: Sequence[StateRecord]) -> list[Record]:
    text = ""
    for one in proposals:
        text, (outcome,) = merge(text, [one])
        assert outcome.verdict == "applied", outcome
    return [one.record for one in parse_note(text, path=_PATH).blocks if one.record is not None]


def _story(lines: Sequence[Record]) -> set[tuple[object, ...]]:
    """Each line, with the words of the one that it replaced in the place of an id."""
    named = {one.id: one.text for one in lines if one.id is not None}
    return {
        (
            one.text,
            one.state,
            replace(one.fields, replaces=None),
            one.fields.replaces and named[one.fields.replaces],
        )
        for one in lines
    }


@pytest.mark.long
@few_and_many(
    100, 1_000, _homes().flatmap(lambda some: st.tuples(st.just(some), st.permutations(some)))
)
def test_in_any_order_homes_come_to_the_same_lines(
    given_homes: tuple[list[StateRecord], list[StateRecord]],
) -> None:
    """The same ends, the same strokes, and the same links from each to the one before."""
    told, shuffled = given_homes
    assert _story(_told(told)) == _story(_told(shuffled))


def _term(line: Record) -> Term:
    fields = line.fields
    expires = fields.expires and datetime.combine(fields.expires, time(), UTC)
    is_struck = line.state is not RecordState.LIVE
    return Term(_NOW, fields.since, fields.until, expires, is_struck)


def _homes_at(lines: Sequence[Record], year: int) -> list[str]:
    moment = datetime(year, 7, 1, tzinfo=UTC)
    terms = [StatedTerm("discord-42", "lives_in", None, "everyone", _term(one)) for one in lines]
    gone = giving_way(terms, SHIPPED, moment, _NOW)
    return [
        one.text
        for at, one in enumerate(lines)
        if terms[at].term.holds(moment, _NOW) and at not in gone
    ]


@pytest.mark.long
@few_and_many(100, 1_000, _homes())
def test_there_is_one_home_at_any_time(homes: list[StateRecord]) -> None:
    """At most, in every year: the one that began last, while it lasts; then the one before."""
    lines = _told(homes)
    for year in range(2007, 2036):
        assert len(_homes_at(lines, year)) <= 1, year


def test_a_home_for_a_time_within_another_is_the_answer_while_it_lasts() -> None:
    """The longer one is the base: it holds before and after, and its line stays as it is."""
    lines = _told([_home("Oban", 2010, None), _home("Hull", 2015, 1)])
    assert [_homes_at(lines, year) for year in (2014, 2015, 2016)] == [
        ["lives_in:: Oban"],
        ["lives_in:: Hull"],
        ["lives_in:: Oban"],
    ]
    assert lines[0].state is RecordState.LIVE
