"""The vocabulary of facts."""

from __future__ import annotations

import pytest

from familiar_memory.errors import ConfigError
from familiar_memory.knowledge.predicates import SHIPPED, Predicate, Vocabulary, is_predicate_name


def test_the_shipped_vocabulary_is_well_formed() -> None:
    """Names are predicate names."""
    assert len(SHIPPED) >= 40
    assert all(is_predicate_name(name) for name in SHIPPED)


def test_predicates_tell_whether_objects_replace_each_other() -> None:
    """One employer at a time, any number of likings."""
    assert [SHIPPED.predicates[name].single for name in ("works_at", "likes")] == [True, False]


def test_configuration_extends_a_copy() -> None:
    """The shipped vocabulary stays; a later predicate of the same name counts."""
    tends = Predicate("tends")
    likes = Predicate("likes", single=True)
    extended = SHIPPED.extended([tends, likes])
    assert "tends" in extended
    assert "tends" not in SHIPPED
    assert extended.get("likes") == likes
    assert Vocabulary().get("likes") is None


@pytest.mark.parametrize("name", ["", "Likes", "1st", "a-b", "a" * 41, "likes\n"])
def test_a_malformed_name_is_refused(name: str) -> None:
    """At once, with what would be accepted."""
    with pytest.raises(ConfigError):
        Vocabulary.of([Predicate(name)])
