"""Facts in any order: one history, one current fact, nothing swallowed, nothing told twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.knowledge.reconcile.facts import decide
from familiar_memory.knowledge.reconcile.timeline import Assertion
from familiar_memory.knowledge.reconcile.verdict import Action
from familiar_memory.knowledge.validity import holds

_FIRST = date(2026, 1, 1)
_NOW = datetime(2027, 6, 1, tzinfo=UTC)
_PLACES = ("Oban", "Hull", "New York", "York", "札幌", "東京", "Acme", "Acme Labs")


def _record(predicate: str, object_: str, day: int, ref: str, since: str | None) -> Record:
    tail = RecordFields(
        learned=_FIRST + timedelta(day), refs=(ref,), by="x-1", place="x-room", since=since
    )
    return Record(f"{predicate}:: {object_}", tail, predicate=predicate, object=object_)


def after(standing: Sequence[Record], new: Record) -> list[Record]:
    """The records of the slot when a verdict has been carried out."""
    verdict = decide(standing, new)
    lines = list(standing)
    for one in verdict.ends:
        state = RecordState.WRONG if one.until is None else RecordState.ENDED
        state = state if one.is_over else one.record.state
        fields = replace(one.record.fields, until=one.until)
        lines[lines.index(one.record)] = replace(one.record, state=state, fields=fields)
    if verdict.again is not None and verdict.restated is not None:
        lines[lines.index(verdict.again)] = verdict.restated
    return lines if verdict.record is None else [*lines, verdict.record]


def _after_all(facts: Iterable[Record]) -> list[Record]:
    standing: list[Record] = []
    for fact in facts:
        standing = after(standing, fact)
    return standing


def _intervals(records: Iterable[Record]) -> set[tuple[str | None, datetime, datetime | None]]:
    told = [(one, Assertion.of(one)) for one in records]
    return {(one.object, when.start, when.end) for one, when in told if when is not None}


def _current(records: Iterable[Record], moment: datetime = _NOW) -> list[str | None]:
    return [
        one.object
        for one in records
        if one.state is RecordState.LIVE
        and holds(one.fields.since, one.fields.until, one.fields.expires, moment)
    ]


@st.composite
def _homes(draw: st.DrawFn) -> list[Record]:
    """Different homes, told on different days, some with since when."""
    names = draw(st.permutations(_PLACES))[: draw(st.integers(1, 6))]
    days = draw(st.lists(st.integers(0, 400), unique=True, min_size=6, max_size=6))
    facts = []
    for at, name in enumerate(names):
        dated = draw(st.none() | st.integers(-400, days[at]))
        since = None if dated is None else str(_FIRST + timedelta(dated))
        since = draw(st.sampled_from([since, since and since[:7], since and since[:4]]))
        facts.append(_record("lives_in", name, days[at], f"t{at}", since))
    ranks = [when.rank for one in facts if (when := Assertion.of(one))]
    return facts if len(set(ranks)) == len(ranks) else facts[:1]


@pytest.mark.long
@given(_homes().flatmap(lambda facts: st.tuples(st.just(facts), st.permutations(facts))))
def test_in_any_order_facts_come_to_the_same_history(
    given_facts: tuple[list[Record], list[Record]],
) -> None:
    """The same intervals, and the same current fact: one, and never a negative time."""
    facts, shuffled = given_facts
    one, other = _after_all(facts), _after_all(shuffled)
    assert _intervals(one) == _intervals(other)
    assert _current(one) == _current(other) or len(facts) == 0
    assert len(_current(one)) == 1
    for name, start, end in _intervals(one):
        assert end is None or start <= end, name
    assert len(one) == len(facts)


_SOME = st.builds(
    _record,
    st.sampled_from(["lives_in", "works_at"]),
    st.sampled_from(_PLACES),
    st.integers(0, 40),
    st.integers(0, 400).map(lambda n: f"t{n}"),
    st.none() | st.integers(-60, 600).map(lambda n: str(_FIRST + timedelta(n))),
)


@pytest.mark.long
@given(st.lists(_SOME, max_size=12, unique_by=lambda one: one.fields.refs))
@example([_record("lives_in", "Oban", 5, "a", None), _record("lives_in", "Hull", 5, "b", None)])
def test_there_are_never_two_current_values_of_what_has_one(facts: list[Record]) -> None:
    """At no moment, past or to come, whatever is told and told again."""
    standing = _after_all(facts)
    for predicate in ("lives_in", "works_at"):
        lines = [one for one in standing if one.predicate == predicate]
        for days in (*range(0, 60, 7), 300, 900):
            moment = datetime(2026, 2, 15, tzinfo=UTC) + timedelta(days)
            assert len(set(_current(lines, moment))) <= 1
    for _, start, end in _intervals(standing):
        assert end is None or start <= end


_ANY = st.builds(
    _record,
    st.sampled_from(sorted(SHIPPED)),
    st.text(max_size=12)
    | st.sampled_from(["tea", "no tea", "green tea", "北海道", "the old mill house", "2 cats"]),
    st.integers(0, 40),
    st.sampled_from([f"t{n}" for n in range(8)]),
    st.none() | st.sampled_from(["2020", "2026-01", "2026-01-20", "2099", "nonsense"]),
)


@pytest.mark.long
@given(st.lists(_ANY, max_size=10))
def test_a_verdict_carried_out_is_carried_out_once(facts: list[Record]) -> None:
    """The same repetition changes nothing, now and when all has been told."""
    standing: list[Record] = []
    for fact in facts:
        standing = after(standing, fact)
        assert after(standing, fact) == standing
    again = standing
    for fact in facts:
        again = after(again, fact)
    assert again == standing


_OBJECTS = st.sampled_from(
    [
        *("nuts", "tree nuts", "all nuts", "no nuts", "peanuts", "2 nuts", "nuts, all of them"),
        *("ナッツ", "木の実", "ナッツ類", "strong black filter coffee", "black filter coffee"),
    ]
)


@given(st.sampled_from(["allergic_to", "health", "diet"]), _OBJECTS, _OBJECTS)
def test_nothing_that_somebodys_health_hangs_on_is_swallowed(
    predicate: str, one: str, other: str
) -> None:
    """Another wording is another line; only the very opposite ends one."""
    first, second = (
        _record(predicate, one, 0, "a", None),
        _record(predicate, other, 9, "b", None),
    )
    verdict = decide([first], second)
    if one == other:
        assert verdict.action is Action.REASSERT
    elif {one, other} == {"nuts", "no nuts"}:
        assert verdict.action is Action.SUPERSEDE
    else:
        assert (verdict.action, verdict.ends) == (Action.ADD, ())


_WORDS = st.lists(
    st.sampled_from(
        [
            "red",
            "blue",
            "green",
            "old",
            "tin",
            "toy",
            "cars",
            "boats",
            "from",
            "Hull",
            "York",
            "with",
            "and",
        ]
    ),
    min_size=1,
    max_size=7,
).map(" ".join)


@given(_WORDS, _WORDS, st.sampled_from(["no {}", "{} 3", "3 {}", "half {}", "{} ❤", "{}なし"]))
def test_what_is_negated_counted_or_marked_is_no_telling_again(
    first: str, second: str, mark: str
) -> None:
    """However alike the rest is; and a repetition has every word of one in the other."""
    standing = _record("collects", first, 0, "a", None)
    assert decide([standing], _record("collects", mark.format(first), 9, "b", None)).again is None
    told = decide([standing], _record("collects", second, 9, "b", None))
    if told.again is not None:
        assert set(second.split()) <= {*first.split(), "with", "and", "from"} | set(first.split())


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=60))
def test_any_texts_have_a_verdict_that_can_be_carried_out(one: str, other: str, said: str) -> None:
    """Of any predicate; and there is a reason."""
    for predicate in ("lives_in", "likes", "knows", "allergic_to", "visiting"):
        standing = [_record(predicate, one, 0, "a", None)]
        verdict = decide(standing, _record(predicate, other, 9, "b", "2026"), said=said)
        assert verdict.reason
        assert all(ending.record in standing for ending in verdict.ends)
        assert verdict.again is None or verdict.again in standing
        for ending in verdict.ends:
            assert ending.until is None or instant_of(ending.until) is not None
