"""Who says that it was a joke takes back what stands just before, and nothing else."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.slips.set_right import set_right
from familiar_memory.writers.statements.finding import find_plain_statements
from familiar_memory.writers.text.taken_back import begins_by_taking_back, is_taken_back

JOKES = (
    "jk", "JK!", "j/k", "kidding", "Just kidding :)", "only joking", "haha just kidding guys",
    "lol jk", "I'm kidding", "we're only joking", "no, kidding", "psych!!", "Joke!", "not really",
    "I wish!", "in my dreams", "It was a joke.", "that's just a joke", "(just kidding)", "/s",
    "just messing with you", "haha sorry, just kidding about Mars", "April fools!",
)  # fmt: skip
SERIOUS = (
    "no kidding", "Not kidding!", "no joke", "you're kidding!", "who am I kidding", "it's a joke.",
    "joking aside", "Kidding aside, it was fine", "JK Rowling lives there too", "jk is her name",
    "Not really a problem though.", "I wish it were bigger.", "As if it matters.",
    "My goats are kidding in March.", "I was joking with the neighbours about it",
    "Are you joking?",
)  # fmt: skip


@pytest.mark.parametrize("joke", JOKES)
@pytest.mark.parametrize("between", [". ", "! ", "\n", ". lol. "])
def test_a_joke_takes_back_the_sentence_before_it(joke: str, between: str) -> None:
    """Whether it would be a fact or a line in plain words."""
    for said in ("I'm moving to Mars next week", "I quit my job at Acme", "I bought a yacht"):
        text = f"{said}{between}{joke}"
        assert find_statements(text) == ()
        assert find_plain_statements(text) == ()
        assert is_taken_back(text)


@pytest.mark.parametrize("said", SERIOUS)
def test_what_is_no_joke_takes_nothing_back(said: str) -> None:
    """Neither in the same message nor in the next."""
    stated = find_statements(f"I live in Hull. {said}")
    assert ("lives_in", "Hull") in {(one.predicate, one.object) for one in stated}
    assert not begins_by_taking_back(said)


def test_what_goes_on_about_the_joke_goes_with_it() -> None:
    """And what was said before it stays."""
    assert find_statements("I quit my job at Acme. It was awful. just kidding!") == ()
    stated = find_statements("I live in Hull. I'm moving to Mars. Kidding!")
    assert [one.object for one in stated] == ["Hull"]
    assert find_statements("金沢に住んでいます。冗談です") == ()


def test_the_next_message_takes_back_too() -> None:
    """Only what its joke stands behind."""
    read = set_right("lol jk", "I live in Hull. I'm moving to Mars next week")
    assert [(one.predicate, one.object) for one in read.wrong] == [("moving_to", "Mars")]
    assert set_right("no kidding, it rains", "I live in Hull").wrong == ()


@pytest.mark.parametrize("said", ["not really", "I wish!", "as if", "in my dreams lol"])
def test_what_may_answer_somebody_means_its_own_message_alone(said: str) -> None:
    """Who says "not really" when somebody asks does not joke about what they said before."""
    assert set_right(said, "I live in Hull").wrong == ()
