"""Which objects of facts a text mentions."""

from __future__ import annotations

from collections import defaultdict

import pytest

from familiar_memory.index.names import object_name
from familiar_memory.recall.names.objects import mentioned_objects


def named(*objects: str) -> dict[str, list[str]]:
    """What an index says of facts with these objects."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in map(object_name, objects):
        for word in dict.fromkeys(name.split()):
            found[word].append(name)
    return found


@pytest.mark.parametrize(
    ("text", "object_"),
    [
        ("who drinks coffee?", "strong black filter coffee"),
        ("does anybody like Ramen", "ramen"),
        ("is MÜLLER coming?", "Müller"),
        ("Muller?", "Müller"),
        ("who works at Acme Corp?", "Acme Corp"),
        ("who works at acme corp's office?", "Acme Corp"),
        ("そばは好き?", "そば"),
        ("東京に行く人", "東京"),
        ("who goes for walks on a long beach?", "long walks on the beach"),
    ],
)
def test_it_is_mentioned(text: str, object_: str) -> None:
    """A short one in whole, whatever the script; of a long one what it ends with, or half of it."""
    assert mentioned_objects(text, named(object_, "kettle")) == {object_name(object_)}


@pytest.mark.parametrize(
    ("text", "object_"),
    [
        ("go and make tea", "go"),
        ("Is it the one with the cat?", "the"),
        ("long time no see", "long walks on the beach"),
        ("he is more than that", "Müller"),
        ("what a corp", "Acme Corp"),
        ("大阪に行く人", "東京"),
        ("", "ramen"),
        ("kettles", "kettle"),
    ],
)
def test_it_is_not(text: str, object_: str) -> None:
    """By a piece of it, a stop word or a word of two letters nothing is meant."""
    assert mentioned_objects(text, named(object_)) == frozenset()


def test_how_many_facts_there_are_changes_nothing() -> None:
    """Some of them may not be for who asks."""
    many = [f"red tea {number}" for number in range(2_000)]
    found = mentioned_objects("green tea please", named("green tea", *many))
    assert found == {"green tea"}
