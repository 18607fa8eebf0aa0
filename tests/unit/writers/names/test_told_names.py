"""Names that people give themselves are found; what only sounds like one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from familiar_memory.writers.names.told import names_told, said_to_be

_LIST = Path(__file__).with_name("told_names.txt").read_text("utf-8").splitlines()
_SAID = [one.rsplit("=>", 1) for one in _LIST if not one.startswith("#")]
LABELLED = [(said.strip(), tuple(filter(None, names.strip().split("|")))) for said, names in _SAID]


@pytest.mark.parametrize(("said", "names"), LABELLED)
def test_the_labelled_sentences(said: str, names: tuple[str, ...]) -> None:
    """Each by itself: in English and in Japanese."""
    assert names_told(said) == names


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("I'm Bob", ("Bob",)),
        ("hi all, i am bob now", ("bob",)),
        ("call me bob", ("bob",)),
        ("僕はボブです", ("ボブ",)),
        ("I'm Zed", ()),
        ("I'm Bob's sister", ()),
        ("am I Bob?", ()),
        ('he said "I\'m Bob"', ()),
        ("if I'm Bob you're Anna", ()),
    ],
)
def test_a_known_name_is_claimed_in_fewer_words(said: str, who: tuple[str, ...]) -> None:
    """Of anybody else such a sentence says nothing sure."""
    assert said_to_be(said, ("Bob", "ボブ")) == who
