"""Names that a question misspells."""

from __future__ import annotations

import random
import string
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import ROWAN, TAVERN
from processor import work

from familiar_memory import Author, Turn
from familiar_memory.recall.ranking.asked.question import read_question

NAMES = {"muhhamed": {1}, "emi": {2}, "deborah": {3}, "rowan": {4}, "nell": {5}}


def named(text: str, *often: str) -> frozenset[int]:
    """Whom a question names where some words are often used."""
    return read_question(text, NAMES, is_rare=lambda word: word not in often).authors


@pytest.mark.parametrize(
    ("text", "authors"),
    [
        ("what does Muhammad play?", {1}),
        ("Mohamed's sister", {1}),
        ("When did Deboran and Rowen meet?", {3, 4}),
        ("Deb or Rowan", {3, 4}),
        ("what does muhammad play?", set()),
        ("what does MUHAMMAD play?", set()),
        ("Tell me of June in Debrecen", set()),
        ("What about Bowan", set()),
        ("is it Em", set()),
    ],
)
def test_a_capitalised_word_that_is_nearly_a_name_names_it(text, authors):
    """It begins like it, and most letters are the same."""
    assert named(text) == authors


def test_a_word_that_people_use_is_no_misspelling():
    """However near it is to a name."""
    assert named("the Rowen valley") == {4}
    assert named("the Rowen valley", "rowen") == frozenset()


def test_without_frequencies_nothing_is_misspelled():
    """Then only names are names."""
    assert read_question("Muhammad", NAMES).authors == frozenset()


def test_equally_near_names_are_all_meant():
    """Nobody can say which."""
    question = read_question("Marin", {"maron": {1}, "maren": {2}}, is_rare=lambda _: True)
    assert question.authors == {1, 2}


def test_many_names_and_words_are_compared_quickly():
    """Ten thousand people and a long message."""
    drawn = random.Random(7)

    def name(begin: str = "") -> str:
        return begin + "".join(drawn.choices(string.ascii_lowercase[:8], k=8))

    names = {name(): {number} for number in range(10_000)}
    text = " ".join(name("q").capitalize() if n % 2 else name().capitalize() for n in range(256))
    with work() as reading:
        read_question(text, names, is_rare=lambda _: True)
    assert reading.seconds < 0.5


async def test_what_somebody_said_is_found_by_their_misspelled_name(tmp_path, new_familiar):
    """Of two who say alike, the one whose name is nearly that of the question comes first."""
    at = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
    said = [
        (Author("discord", "7", "Bess"), "I painted the old boat"),
        *[(ROWAN, f"I walked home, day {day}") for day in range(6)],
        (ROWAN, "I painted that old boat"),
    ]
    async with new_familiar(tmp_path) as familiar:
        await familiar.start()
        await familiar.record_many(
            Turn(f"t{n}", at + timedelta(minutes=n), TAVERN, who, text)
            for n, (who, text) in enumerate(said)
        )
        await familiar.settle()
        for question, first in (("Rowen painted boat", "t7"), ("Bes painted boat", "t0")):
            assert (await familiar.search(question)).hits[0].refs == (first,)
