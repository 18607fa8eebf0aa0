"""Texts that only ask."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor import work

from familiar_memory.knowledge.speech.bare_question import asks, is_bare_question


@pytest.mark.parametrize(
    "text",
    [
        "What is your dog called?",
        "and you?",
        "Really?? ",
        "pizza?",
        "How was the trip? 😊",
        "what?!",
        "What is this? [a photo of a lake]",
        "昨日は何を食べたの？",
        "どこに住んでいますか。",
        "明日は空いていますか",
        "Wo wohnst du jetzt?",
        "Où habites-tu ?",
    ],
)
def test_short_questions_are_bare(text):
    """In any language; emoji, exclamations and captions behind them are not their end."""
    assert is_bare_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "My dog is called Rex.",
        "I moved to Lisbon, do you know it?",
        "Why did she leave? She loved it there.",
        "Is that 3 o'clock? [a photo] no",
        "そうですか。",
        "そうなんですか。",
        "行こうかな。",
        "なるほど、そうか。",
        "私の誕生日はいつですか。",
        "?" * 3 + " yes",
        "",
        "[?]",
    ],
)
def test_statements_and_what_tells_of_oneself_are_not(text):
    """Also "I see" in the form of a question."""
    assert not is_bare_question(text)


def test_a_long_question_is_not_bare():
    """Sixteen content words say something beside the question."""
    said = " ".join(f"lantern{n} the" for n in range(15))
    assert is_bare_question(said + "?")
    assert not is_bare_question(said + " harbour?")
    assert asks(said + " harbour?")


def test_a_long_japanese_question_is_not_bare():
    """Without spaces its characters are counted."""
    assert is_bare_question("新しい駅前の喫茶店で出しているあのチーズケーキはもう食べた？")
    assert not is_bare_question(
        "駅前の喫茶店で先週から出しているチーズケーキが評判らしくて、" * 3 + "もう食べた？"
    )


@given(st.text())
def test_no_text_breaks_it(text):
    """Whatever is typed; and only what asks is a bare question."""
    assert asks(text) or not is_bare_question(text)
    assert asks(text + "?")


@pytest.mark.parametrize("unit", ["a", " ", "[", "]", "!", "😊", "か", "?"])
def test_a_megabyte_is_read_in_linear_time(unit):
    """Spaces and emoji without end behind a question too."""
    text = "?" + unit * 1_000_000
    with work() as reading:
        is_bare_question(text)
    assert reading.seconds < 4
