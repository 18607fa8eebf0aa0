"""What a line is about, by words: one topic or none, never a wrong one on purpose."""

import pytest

from familiar_memory.maintenance.days.topics import common_topic, topic_in

TOLD = {
    "I've decided to quit my job, I told my boss this morning.": "work",
    "the merge conflict is gone, I refactored the parser": "tech",
    "my sister is coming for my birthday": "personal",
    "I paid the last invoice, and the mortgage is through": "finance",
    "I have an appointment about my passport on Tuesday": "admin",
    "my thesis is due in May and I have two exams before": "learning",
    "the mods made a new channel for boats": "meta",
    "来週、卒論を出します": "learning",
    "明日は歯医者の予約がある": "admin",
    "上司と話しました": "work",
    "my wedding is on Saturday, a vegan one": "personal",
    "my sister has her wedding on Saturday": "personal",
}


@pytest.mark.parametrize(("text", "topic"), TOLD.items())
def test_words_of_one_topic_say_it(text: str, topic: str) -> None:
    """In each language that comes along."""
    assert topic_in(text) == topic


@pytest.mark.parametrize(
    "text",
    [
        "the heron has a name now",
        "",
        "my boss paid the rent",
        "the party starts at nine",
        "18 April is taken by a wedding fair!!",
        "the stall has a vegan option",
        "ticket refunds: one refund so far",
        "currently renting nothing",
        "フェンライトのゲームはすごい",
    ],
)
def test_of_none_or_of_two_nothing_is_said(text: str) -> None:
    """A part of a word is no word: "renting" is no rent."""
    assert topic_in(text) is None


def test_of_several_turns_the_topic_counts_that_most_have() -> None:
    """A tie says nothing."""
    assert common_topic(["work", None, "work", "tech"]) == "work"
    assert common_topic(["work", "tech", None]) is None
    assert common_topic([None]) is None
