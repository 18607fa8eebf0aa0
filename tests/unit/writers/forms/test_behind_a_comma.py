"""What stands behind a comma: a region of the town, a breed, or only who is spoken to."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.finding import find_statements


def _stated(said: str) -> list[str]:
    return [f"{one.predicate}:: {one.object}" for one in find_statements(said)]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I live in Southville, btw Wendell, we'll be neighbours", "lives_in:: Southville"),
        ("I live in York, Ann", "lives_in:: York"),
        ("I've moved to Bristol, Wendell!", "lives_in:: Bristol"),
        ("I'm from Hull, Ann", "from_place:: Hull"),
        ("I live in Hull, OK", "lives_in:: Hull"),
        ("I live in Portland, Oregon", "lives_in:: Portland, Oregon"),
        ("I live in Austin, TX", "lives_in:: Austin, TX"),
        ("I live in Cork, Ireland now", "lives_in:: Cork, Ireland"),
        ("I live in Utrecht, the Netherlands.", "lives_in:: Utrecht, the Netherlands"),
        ("I'm from Perth, Australia", "from_place:: Perth, Australia"),
        ("I've been living in Hull, East Yorkshire", "lives_in:: Hull, East Yorkshire"),
    ],
)
def test_a_region_belongs_to_its_town_and_a_person_does_not(said: str, fact: str) -> None:
    """Only what is known to be one."""
    assert _stated(said) == [fact]


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("I've got a new puppy, a whippet called Toast", ["whippet called Toast"]),
        ("We've got a dog, he's a lurcher named Bo", ["lurcher called Bo"]),
        ("I have a cat, a tabby called Moss", ["cat called Moss"]),
        ("I've got a puppy, a whippet", ["whippet"]),
        ("I have a cat, a dog called Rex", ["cat", "dog"]),
        ("I have a cat, a dog and a rabbit", ["cat", "dog", "rabbit"]),
        ("I'd love a dog, a whippet called Toast", []),
        ("My sister has a puppy, a whippet called Toast", []),
        ("I had a dog, a whippet called Toast", []),
        ("Should I get a puppy, a whippet called Toast?", []),
    ],
)
def test_an_animal_that_is_told_twice_is_one(said: str, facts: list[str]) -> None:
    """Two kinds of animal are two."""
    assert _stated(said) == [f"has_pet:: {one}" for one in facts]
