"""Homes of one person, with ends of their own, told in any order: one story, one home at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.named.proposals import StateRecord

_PATH = "people/discord-42.md"
_TODAY = date(2026, 6, 1)
_PLACES = ("Oban", "Hull", "Leith", "Bergen", "札幌")


def _home(name: str, since: int | None, years: int | None) -> StateRecord:
    """A home since a year, for so many years; None: since it was told, for good."""
    until = None if since is None or years is None else str(since + years)
    tail = RecordFields(
        learned=_TODAY, since=since and str(since), until=until, source="user-stated"
    )
    record = Record(f"lives_in:: {name}", tail, predicate="lives_in", object=name)
    return StateRecord(_PATH, "Rowan", "Facts", record, for_owner=True)


@st.composite
def _homes(draw: st.DrawFn) -> list[StateRecord]:
    """Each begins in a year of its own."""
    count = draw(st.integers(2, 5))
    years = draw(st.lists(st.integers(2008, 2024), unique=True, min_size=count, max_size=count))
    lasting = st.none() | st.integers(1, 8) | st.just(2)
    return [_home(*one, draw(lasting)) for one in zip(_PLACES, years, strict=False)]


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


@few_and_many(
    100, 1_000, _homes().flatmap(lambda some: st.tuples(st.just(some), st.permutations(some)))
)
def test_in_any_order_homes_come_to_the_same_lines(
    given_homes: tuple[list[StateRecord], list[StateRecord]],
) -> None:
    """The same ends, the same strokes, and the same links from each to the one before."""
    told, shuffled = given_homes
    assert _story(_told(told)) == _story(_told(shuffled))
