"""What a message tells by itself, in English and Japanese."""

from __future__ import annotations

import pytest
from processor import work

from familiar_memory.writers.text.worth import telling_of


@pytest.mark.parametrize(
    "text",
    [
        "Good morning, everyone!",
        "Thanks, Deb! Your encouragement means a lot to me.",
        "How was your day? What about the party?",
        "That sounds like a great plan.",
        "What a lovely picture!",
        "did you sleep well",
        "Wow, Caroline! Yep, Melanie.",
        "wow what a nice name!",
        "I 100% agree, Mel.",
        "jk",
        "lol just kidding, obviously!",
        "冗談です。",
        "I hope you have fun.",
        "ありがとうございます！",
        "そうなんですね。",
    ],
)
def test_greetings_thanks_cheers_and_questions_tell_nothing(text: str) -> None:
    """Whatever stands between them."""
    assert telling_of(text).text == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Hello! How are you? I went to the fair with my brother. What about you?",
            "I went to the fair with my brother.",
        ),
        (
            "I quit the boilers. Can you believe it? I start on the ferries in May.",
            "I quit the boilers. … I start on the ferries in May.",
        ),
        ("jk about the pie, Bex has it", None),
        ("Ah, Bex! I quit the boilers.", "I quit the boilers."),
        ("Right, it is Bex. True Detective. No, Anna did.", None),
        ("はじめまして！日本語を勉強しています。", "日本語を勉強しています。"),
        ("Morning shift again, so I slept until noon.", None),
    ],
)
def test_what_is_left_is_told_in_the_words_of_who_said_it(text: str, told: str | None) -> None:
    """A gap says that something between was left out."""
    assert telling_of(text).text == (text if told is None else told)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I moved to Oban in March", "is_personal"),
        ("my sister had a baby", "is_personal"),
        ("毎朝あんこを炊いています", "is_personal"),
        ("It was on the roof", "leans"),
        ("それは屋根の上です", "leans"),
        ("I did try it", "is_unnamed"),
        ("Yeah, the roof is wet", "answers"),
        ("Make sure the pier is dry", "advises"),
        ("I think the pier is wet", "is_opinion"),
        ("the roof of your house is wet", "is_addressed"),
        ("my cousin is a nurse", "is_lasting"),
        ("she was diagnosed with asthma", "is_lasting"),
        ("we got engaged", "is_lasting"),
        ("兄が結婚しました", "is_lasting"),
        ("I stayed up for the meteors", "is_passing"),
        ("maybe I'll try the ladder", "is_passing"),
        ("the roof leaks if it's snowing outside", "is_passing"),
        ("I'm not really sure which roof leaks", "is_opinion"),
        ("mmm the roof is wet", "answers"),
    ],
)
def test_how_a_line_speaks(text: str, name: str) -> None:
    """Of oneself, of the other, or of what only the line before it says."""
    assert getattr(telling_of(text), name)
    assert not getattr(telling_of("The gate opens on Saturday the 21st."), name)


@pytest.mark.parametrize(
    "piece",
    ["i really ", "if i ", "been up ", "my a b c d ", "yes, ", "ああ", "a-", "ha-ha ", "’’"],
)
def test_a_long_text_is_judged_in_linear_time(piece: str) -> None:
    """Somebody may paste what they like: four times as much takes about four times the work."""
    telling_of("warm")
    short, long = (_seconds(piece * times) for times in (2_000, 8_000))
    assert long < 8 * short + 0.1


def _seconds(text: str) -> float:
    with work() as reading:
        telling_of(text)
    return reading.seconds
