"""The vocabulary of facts."""

from __future__ import annotations

import pytest

from familiar_memory.errors import ConfigError
from familiar_memory.knowledge.predicates import SHIPPED, Predicate, Vocabulary, is_predicate_name


def test_the_shipped_vocabulary_is_well_formed() -> None:
    """Names are predicate names, and every label reads between a subject and an object."""
    assert len(SHIPPED) >= 40
    assert all(is_predicate_name(name) for name in SHIPPED)
    assert all(p.label and p.label == p.label.strip() for p in SHIPPED.predicates.values())


def test_predicates_tell_whether_objects_replace_each_other() -> None:
    """One employer at a time, any number of likings; the unknown adds up."""
    assert SHIPPED.is_single("works_at")
    assert not SHIPPED.is_single("likes")
    assert not SHIPPED.is_single("tends")


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("favorite_food:: pizza", "has a favorite food: pizza"),
        ("favorite_music:: Hollow Knight", "has a favorite in music: Hollow Knight"),
        ("diet:: vegan", "is vegan"),
        ("diet:: Lactose intolerant", "is Lactose intolerant"),
        ("diet:: gluten-free", "eats gluten-free"),
        ("diet:: no dairy", "eats no dairy"),
        ("has_pet:: dog called Toast", "has a dog called Toast"),
        ("has_pet:: axolotl called Bo", "has an axolotl called Bo"),
        ("has_pet:: two cats", "has two cats"),
        ("has_pet:: Toast", "has the pet Toast"),
        ("has_pet:: a dog called Toast", "has a dog called Toast"),
        ("has_pet:: 柴犬（きなこ）", "has the pet 柴犬（きなこ）"),
        ("relative:: granddaughter Posy", "has a granddaughter Posy"),
        ("relative:: uncle Bo", "has an uncle Bo"),
        ("relative:: Ana", "is related to Ana"),
        ("job_title:: retired", "is retired"),
        ("job_title:: nurse", "works as nurse"),
        ("sings_for:: The Choir", "sings for The Choir"),
    ],
)
def test_a_fact_is_said_as_people_say_it(fact: str, said: str) -> None:
    """What it is about has its part in how it reads."""
    assert SHIPPED.said(*fact.split(":: ")) == said


def test_configuration_extends_a_copy() -> None:
    """The shipped vocabulary stays; a later predicate of the same name counts."""
    tends = Predicate("tends", "tends")
    likes = Predicate("likes", "is fond of")
    extended = SHIPPED.extended([tends, likes])
    assert "tends" in extended
    assert "tends" not in SHIPPED
    assert extended.get("likes") == likes
    assert Vocabulary().get("likes") is None


@pytest.mark.parametrize("name", ["", "Likes", "1st", "a-b", "a" * 41, "likes\n"])
def test_a_malformed_name_is_refused(name: str) -> None:
    """At once, with what would be accepted."""
    with pytest.raises(ConfigError):
        Vocabulary.of([Predicate(name, "x")])
