"""Who sets a slip right says that it was never so; who tells news does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.slips.set_right import Restatement, SetRight, set_right

OBAN, HULL = Statement("lives_in", "Oban"), Statement("lives_in", "Hull")
CORRECTED = SetRight((Restatement(HULL, sets_right=True),), (OBAN,))

SURE = ["I meant", "I misspoke,", "typo,", "Scratch that,", "Correction:", "No wait,", "wait, no,"]
LIKELY = [
    "sorry,",
    "I mean",
    "oops,",
    "my bad,",
    "wait, that's wrong,",
    "hold on, that's not right,",
]


@given(
    marker=st.sampled_from(SURE + LIKELY),
    said=st.sampled_from(["Hull", "it's Hull", "I live in Hull", "it's Hull, of course"]),
    end=st.sampled_from(["", ".", "!", " lol"]),
    is_capital=st.booleans(),
)
def test_every_wording_of_a_correction(marker: str, said: str, end: str, is_capital: bool) -> None:
    """The word alone, or the whole statement: what stood in its place was wrong."""
    text = f"{marker} {said}{end}"
    assert set_right(text[0].upper() + text[1:] if is_capital else text, "I live in Oban") == (
        CORRECTED
    )


@given(st.sampled_from(SURE + LIKELY), st.sampled_from(["Hull", "I live in Hull"]))
def test_a_slip_in_the_same_breath(marker: str, said: str) -> None:
    """It is not stated at all."""
    read = set_right(f"I live in Oban, {marker} {said}")
    assert [one.statement for one in read.stated] == [HULL]
    assert read.wrong == ()


@pytest.mark.parametrize(
    ("previous", "text", "wrong", "right"),
    [
        ("I'm allergic to nuts", "sorry, I meant sesame", "nuts", "sesame"),
        ("My birthday is 5 May", "sorry, 6 May", "5 May", "6 May"),
        ("I work at Acme since 2020", "typo: Globex", "Acme", "Globex"),
        ("金沢に住んでいます", "間違えました、大阪です", "金沢", "大阪"),
        ("金沢に住んでいます", "訂正：大阪に住んでいます", "金沢", "大阪"),
        ("金沢に住んでいます", "ごめん、大阪です", "金沢", "大阪"),
    ],
)
def test_any_fact_can_be_set_right(previous: str, text: str, wrong: str, right: str) -> None:
    """The new word takes the place of the object that it fits."""
    read = set_right(text, previous)
    assert [one.object for one in read.wrong] == [wrong]
    assert [(one.statement.object, one.sets_right) for one in read.stated] == [(right, True)]


def test_what_is_only_taken_back() -> None:
    """Nothing takes its place."""
    assert set_right("scratch that", "I live in Oban") == SetRight((), (OBAN,))


@pytest.mark.parametrize(
    "text",
    [
        "sorry, I live in Hull now",
        "I live in Hull",
        "I mean, I'm late and I live in Hull now",
    ],
)
def test_news_is_no_correction(text: str) -> None:
    """What has changed was right before."""
    read = set_right(text, "I live in Oban")
    assert (read.stated, read.wrong) == ((Restatement(HULL),), ())


@pytest.mark.parametrize(
    "text",
    [
        "sorry, Rowan",
        "sorry, I'm late",
        "I mean it",
        "I meant well",
        "sorry, Hull is lovely",
        "sorry, thanks",
        "sorry, did you mean Hull?",
        "that typo was funny",
        "my mistake",
    ],
)
def test_much_else_is_said_with_the_same_words(text: str) -> None:
    """A name of a person, a whole sentence or a small word takes nothing's place."""
    assert set_right(text, "I live in Oban", ["Rowan"]) == SetRight(())


def test_where_two_could_be_meant() -> None:
    """Nothing is taken for wrong."""
    assert set_right("sorry, Globex", "I live in Oban and I work at Acme") == SetRight(())


def test_what_health_may_hang_on_stands_beside_a_whole_statement() -> None:
    """Both may matter, so only the word itself takes an allergy's place."""
    read = set_right("I misspoke, I'm allergic to sesame", "I'm allergic to nuts")
    assert read == SetRight((Restatement(Statement("allergic_to", "sesame")),))


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("*Oban", "lives_in:: Oban"),
        ("Oban*", "lives_in:: Oban"),
        ("that should say Oban, not Hull", "lives_in:: Oban"),
        ("why did I say Hull, I live in Oban", "lives_in:: Oban"),
        ("meant Oban not Hull lol", "lives_in:: Oban"),
        ("I think you got that mixed up, I live in Oban, not in Hull", "lives_in:: Oban"),
        ("I said Hull earlier but that's wrong, I live in Oban", "lives_in:: Oban"),
    ],
)
def test_what_was_wrong_is_set_right_as_people_do_it_in_chat(said: str, right: str) -> None:
    """With a star, with what was wrong beside it, or behind words of their own surprise."""
    read = set_right(said, "I live in Hull.")
    assert [f"{one.statement.predicate}:: {one.statement.object}" for one in read.stated] == [right]
    assert [one.object for one in read.wrong] == ["Hull"]


@pytest.mark.parametrize(
    "said",
    [
        "*waves*",
        "*their",
        "you got this",
        "meant for each other",
        "edit: thanks",
        "that should say enough",
    ],
)
def test_other_stars_and_second_thoughts_set_nothing_right(said: str) -> None:
    """Nor does a word that cannot stand in the place of a name."""
    assert set_right(said, "I live in Hull.").wrong == ()
