"""A sentence of chat in plain words."""

from __future__ import annotations

import pytest
from processor import work

from familiar_memory.writers.text.plain_words import plainly, without_noise


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("ok so I just moved to Oban lol", "I moved to Oban"),
        ("btw I live in Oban 😅", "I live in Oban"),
        ("I've finally quit, haha", "I've quit"),
        ("I love love love ramen", "I love ramen"),
        ("moved to Oban", "I moved to Oban"),
        ("been at Initech since March", "I've been at Initech since March"),
        ("allergic to nuts", "I'm allergic to nuts"),
        ("me and my husband live in Oban", "we live in Oban"),
        ("guess who works at Initech now", "I work at Initech now"),
        ("I ended up moving to Oban", "I moved to Oban"),
        ("I quit Initech and started at Umbra", "I quit Initech and I started at Umbra"),
    ],
)
def test_a_sentence_is_put_as_plainly_as_it_could_have_been_said(said: str, plain: str) -> None:
    """What only says how it is meant goes, and a speaker who was left out comes back."""
    assert plainly(said, is_first=True) == plain


@pytest.mark.parametrize(
    "said",
    [
        "my sister left Oban and moved to Hull",
        "moved to Oban, did she",
        "Quito is where I live",
        "living in Oban is nice",
        "everyone calls me Vee",
        "don't eat nuts",
    ],
)
def test_nobody_becomes_the_speaker_who_is_not(said: str) -> None:
    """Only a bare verb that can be the speaker's gets an "I"."""
    assert plainly(said, is_first=True) == said


def test_only_the_first_sentence_of_a_message_may_lack_its_speaker() -> None:
    """Behind another one ("Ann's news?") it may be anybody's."""
    assert plainly("moved to Oban", is_first=False) == "moved to Oban"


def test_a_laugh_between_two_clauses_parts_them() -> None:
    """A comma stands for it."""
    assert without_noise("I live in Oban lol so I'm late") == "I live in Oban, so I'm late"


@pytest.mark.parametrize(
    "said", ["just " * 80, "so, " * 100, "I " + "and " * 99, "lol " * 100, "i was " + "a " * 190]
)
def test_plain_words_of_a_long_sentence_take_no_time(said: str) -> None:
    """However it repeats itself."""
    with work() as reading:
        plainly(said[:400], is_first=True)
    assert reading.seconds < 0.5
