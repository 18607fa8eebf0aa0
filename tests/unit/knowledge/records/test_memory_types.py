"""Types of memories, and what other programs call them."""

from __future__ import annotations

import pytest

from familiar_memory.domain.memory.record import TYPE_NAMES
from familiar_memory.errors import InputError
from familiar_memory.knowledge.records.memory_types import known_type, memory_type


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
