"""Proposals written down and read again."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import InputError
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.proposal import AddRecord, NotProposed, Proposal
from familiar_memory.operations.proposal_json import proposals_from_json, proposals_to_json

_SIMPLE: dict[object, st.SearchStrategy[object]] = {
    str: st.text(max_size=4),
    int: st.integers(1, 10),
    bool: st.booleans(),
    float: st.floats(0, 1),
    date: st.dates(),
    datetime: st.datetimes(timezones=st.just(UTC)),
    type(None): st.none(),
    RecordState: st.sampled_from(RecordState),
}


@cache
def _any(hint: object) -> st.SearchStrategy[Any]:
    """Values of a type, as the classes of proposals name it."""
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if hint is RecordPatch:
        return st.builds(RecordPatch, st.none() | st.just("tea"), _any(RecordFields).map(_given))
    if is_dataclass(hint):
        fields_of = get_type_hints(hint)
        return st.builds(hint, **{name: _any(one) for name, one in fields_of.items()})
    parts = get_args(hint)
    if get_origin(hint) is not tuple:
        return st.one_of([_any(one) for one in parts])
    if parts[-1] is Ellipsis:
        return st.lists(_any(parts[0]), max_size=2).map(tuple)
    return st.tuples(*map(_any, parts))


def _given(fields: RecordFields) -> dict[str, object]:
    """Some of the fields, by name, as a patch has them."""
    values = {name: getattr(fields, name) for name in ("learned", "refs", "quote", "confidence")}
    return {name: value for name, value in values.items() if value != ""}


proposals = st.lists(st.one_of([_any(one) for one in get_args(Proposal)]), max_size=4)


@pytest.mark.long
@given(proposals)
@settings(max_examples=50, deadline=None)
def test_they_are_the_same_again(given_proposals: list[Proposal]) -> None:
    """Of every kind, with every value that one can have."""
    assert proposals_from_json(proposals_to_json(given_proposals)) == tuple(given_proposals)


def test_kinds_of_values_stay_what_they_are() -> None:
    """A day is no instant, a tuple no list, and what no file can hold is refused only there."""
    at = datetime(2026, 2, 2, 18, tzinfo=UTC)
    for learned in (date(2026, 2, 2), at):
        fields = RecordFields(learned=learned, refs=("t1",), tags=("a", "\ud800"))
        one = AddRecord("people/x.md", "X", "Facts", Record("likes:: tea", fields))
        (read,) = proposals_from_json(proposals_to_json([one]))
        assert isinstance(read, AddRecord)
        assert (read.record.fields.learned, type(read.record.fields.learned)) == (
            learned,
            type(learned),
        )
        assert read.record.fields.tags == ("a", "\ud800")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{}x",
        "7",
        "[7]",
        '["text"]',
        '[{"is": "NotProposed"}]',
        '[{"is": "NotProposed", "value": {"what": "x"}}]',
        '[{"is": "NotProposed", "value": {"what": "x", "reason": "y", "new": 1}}]',
        '[{"is": "RecordFields", "value": {}}]',
        '[{"is": "Path", "value": {}}]',
        '[{"is": "day", "value": "2026-02-02"}]',
        '[{"is": "state", "value": "dead"}]',
        "[" * 100_000,
    ],
)
def test_what_is_none_of_it_is_refused(text: str) -> None:
    """As when another version has written it, or the file is damaged."""
    with pytest.raises(InputError, match="proposal"):
        proposals_from_json(text)


def test_a_list_becomes_a_tuple() -> None:
    """Whoever proposes may not have minded the difference."""
    one = AddRecord("people/x.md", "X", "Facts", Record("tea", RecordFields(refs=["t1"])))  # type: ignore[arg-type]
    (read,) = proposals_from_json(proposals_to_json([one]))
    assert read.refs == ("t1",)


def test_it_is_one_json_array() -> None:
    """That anybody can read."""
    (read,) = json.loads(proposals_to_json([NotProposed("a line", "too long")]))
    assert read == {
        "is": "NotProposed",
        "value": {"what": "a line", "reason": "too long", "path": ""},
    }
