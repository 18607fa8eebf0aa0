"""Types of memories, and what other programs call them."""

from __future__ import annotations

import pytest

from familiar_memory.domain.memory.memory_types import known_type, memory_type
from familiar_memory.domain.memory.record import TYPE_NAMES
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.errors import InputError, UsageError
from familiar_memory.markdown.record.line import parse_record


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        *((name, name) for name in TYPE_NAMES),
        pytest.param("fact", "semantic", id="scalyclaw-6 and example 9"),
        ("analysis", "semantic"),
        ("research", "semantic"),
        ("conversation", "episodic"),
        (" Fact\n", "semantic"),
        ("ＦＡＣＴ", "semantic"),
    ],
)
def test_a_legacy_type_is_one_of_ours(given: str, meant: str) -> None:
    """In any case and width."""
    assert memory_type(given) == known_type(given) == meant


@pytest.mark.parametrize("given", ["", "facts", "semantics", "belief"])
def test_an_unknown_type_is_refused_with_what_would_be_accepted(given: str) -> None:
    """Each of ours is named."""
    assert known_type(given) is None
    with pytest.raises(InputError) as error:
        memory_type(given)
    assert all(name in str(error.value) for name in TYPE_NAMES)


def test_each_door_takes_the_older_names() -> None:
    """A tail that another program or an older tree brought along, and the filter of a question."""
    read = parse_record("likes:: tea (2026-01-01, type:fact)")
    assert (read.damaged, read.fields.type) == (False, "semantic")
    assert parse_record("Met Bex (2026-01-01, type:conversation)").fields.type == "episodic"
    assert RecallFilters(type="conversation").type == "episodic"


def test_each_door_refuses_what_is_no_type() -> None:
    """A tail is damaged then, so nobody is shown the line."""
    assert parse_record("likes:: tea (2026-01-01, type:banana)").damaged
    with pytest.raises(UsageError, match="there is no type 'banana'"):
        RecallFilters(type="banana")
