"""Questions for what the bot itself has said."""

from __future__ import annotations

import pytest
from processor import work

from familiar_memory.recall.ranking.asked.cues import asks_bot
from familiar_memory.recall.ranking.asked.question import read_question


@pytest.mark.parametrize(
    "text",
    [
        "What did you advise for my back?",
        "which book did you recommend",
        "what was it that you told me about sleep?",
        "You said something about the tyres",
        "you’ve already suggested a name, which one?",
        "whats ur advice again",
        "Remind me of your recommendations for Lisbon",
        "what did u say about the visa",
        "have you mentioned a podcast?",
        "how many eggs, according to you?",
        "前に何を勧めてくれた？",
        "おすすめしてくれた本は何だっけ",
        "面接について何て言ってた？",
        "教えてもらったレシピをもう一度",
        "毎日飲めばいいって言ってたよね",
        "あなたのアドバイスは何でしたか",
    ],
)
def test_what_was_said_is_asked_for(text):
    """With or without apostrophes, in both languages."""
    assert asks_bot(text)
    assert read_question(text, {}).asks_bot


@pytest.mark.parametrize(
    "text",
    [
        "What do you recommend for dinner?",
        "Tell me about Lisbon",
        "What did Emi say about the trip?",
        "what did my doctor advise",
        "Can you suggest a name?",
        "I told you that I moved",
        "Which book did I like?",
        "京都のおすすめを教えて",
        "おすすめは？",
        "エミさんは何て言ってた？",
        "医者に勧められた薬は何？",
        "先生が教えてくれた言葉",
        "",
    ],
)
def test_what_is_asked_anew_or_of_others_is_not(text):
    """Nor what somebody tells the bot."""
    assert not asks_bot(text)


@pytest.mark.parametrize("unit", ["you ", "did you a ", "って言って", "your ", "a", "教えて"])
def test_a_long_question_is_read_at_once(unit):
    """In linear time."""
    with work() as reading:
        asks_bot(unit * (200_000 // len(unit)))
    assert reading.seconds < 2
