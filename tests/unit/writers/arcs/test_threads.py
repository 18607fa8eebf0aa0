"""Questions that nobody answered stay open, and plans that came to something are resolved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import DM, TAVERN

from familiar_memory.domain.talk.role import Role
from familiar_memory.writers.arcs.threads import threads_in

START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)
FERRY = "does anybody know when the ferry goes on Sunday?"


@pytest.fixture
def threads(make_turn, stored):
    """The threads of lines `(minute, who, text)`, with more values of a turn behind them."""

    def run(*lines: tuple, place=TAVERN) -> list[str]:
        turns = []
        for minute, who, text, *more in lines:
            fields = {"timestamp": START + timedelta(minutes=minute), "place": place}
            turns.append(make_turn(text, who=who, **(fields | (more[0] if more else {}))))
        found = threads_in(stored(*turns), UTC)
        return [f"{one.kind} {one.said.author.display_name}: {one.sentence}" for one in found]

    return run


def test_a_question_that_nobody_answered_is_open(threads) -> None:
    """Until the talk is over nobody else said a word."""
    assert threads((0, "Gus", "Morning all"), (2, "Bex", FERRY), (3, "Bex", "no hurry")) == [
        f"Open Bex: {FERRY}"
    ]


@pytest.mark.parametrize(
    "then",
    [
        (5, "Gus", "at noon"),
        (5, "Ember", "At noon.", {"role": Role.ASSISTANT}),
        (5, "Bex", "never mind, found it"),
        (500, "Bex", "I found out when the ferry goes"),
    ],
)
def test_whoever_answers_closes_it(threads, then: tuple) -> None:
    """Another, the familiar, or whoever asked; what was settled in its own talk is no thread."""
    found = threads((2, "Bex", FERRY), then)
    assert [one for one in found if one.startswith("Open")] == []


def test_what_answers_it_later_resolves_it(threads) -> None:
    """A reply to it, or a message about it, of another talk."""
    assert threads((2, "Bex", FERRY), (500, "Gus", "the ferry only goes at noon on sunday")) == [
        "Resolved Gus: the ferry only goes at noon on sunday"
    ]
    reply = {"reply_to": "t3"}
    assert threads((2, "Bex", FERRY), (500, "Gus", "noon, as always", reply)) == [
        "Resolved Gus: noon, as always"
    ]


def test_what_may_have_been_answered_in_other_words_is_no_open_question(threads) -> None:
    """By whoever speaks within a day; between two by what the other says next, however late."""
    late = (1_600, "Gus", "soup is ready")
    three = (-900, "Zed", "I moved the choir.")
    assert threads(three, (2, "Bex", FERRY), (500, "Gus", "soup is ready")) == []
    assert threads(three, (2, "Bex", FERRY), late) == [f"Open Bex: {FERRY}"]
    assert threads((2, "Bex", FERRY), late) == []


def test_asked_again_it_is_one_question(threads) -> None:
    """The last time counts."""
    assert threads((2, "Bex", FERRY), (300, "Bex", FERRY.upper())) == [f"Open Bex: {FERRY.upper()}"]


@pytest.mark.parametrize(
    "text",
    [
        "how are you all doing today?",
        "what's up with everybody tonight?",
        "lovely weather in Durham today, isn't it?",
        "the ferry goes on Sunday, right?",
        "remember when the ferry sank on Sunday?",
        'she asked "when does the ferry go on Sunday?"',
        "> when does the ferry go on Sunday?",
        "*wonders: when does the ferry go on Sunday?*",
        "would you rather swim or take the ferry?",
        "anyone here tonight?",
        "why?",
        "can you believe the ferry sank?",
        "do you like long walks by the sea?",
        "anything interesting on your way home from work?",
    ],
)
def test_what_asks_for_nothing_is_no_open_question(threads, text: str) -> None:
    """Greetings, assent, jokes, quotations, words that are acted out."""
    assert threads((2, "Bex", text)) == []


@pytest.mark.parametrize(
    ("plan", "done"),
    [
        ("I'm going to book the hall for the party", "I booked the hall!"),
        ("I’ll write to the council about the bins", "finally wrote to the council"),
        ("ok, i plan to paint the boat in spring", "I've just painted the boat"),
        ("I need to hand in my thesis draft", "the thesis draft is done"),
        ("remind me to buy lanterns", "I bought lanterns"),
        ("明日、体育館を予約するつもりです", "体育館の予約が終わりました"),
    ],
)
def test_a_plan_that_came_to_something_is_resolved(threads, plan: str, done: str) -> None:
    """It was announced, and the same person says that it is done."""
    assert threads((0, "Bex", plan), (3_000, "Bex", done)) == [f"Resolved Bex: {done}"]


def test_what_is_taken_back_as_a_joke_is_no_thread(threads) -> None:
    """Neither that something is done, nor a plan, nor a question; what was said before goes on."""
    plan = (0, "Bex", "I'm going to book the hall for the party")
    jest = (3_000, "Bex", "I booked the hall!")
    assert threads(plan, jest, (3_001, "Bex", "jk")) == []
    assert threads(plan, jest, (3_001, "Bex", "jk"), (4_000, *jest[1:])) == [
        "Resolved Bex: I booked the hall!"
    ]
    assert threads(plan, (1, "Bex", "jk"), jest) == []
    assert threads((2, "Bex", FERRY), (3, "Bex", "just kidding")) == []


@pytest.mark.parametrize(
    ("plan", "done"),
    [
        ("I'm going to book the hall", "I haven't booked the hall"),
        ("I'm going to book the hall", "I almost booked the hall"),
        ("I'm going to book the hall", "I booked a table"),
        ("I'm gonna go out with friends from work", "I went fishing with friends from work"),
        ("I'm going to book the hall", 'he said "I booked the hall"'),
        ("I'm going to book the hall", "have I booked the hall?"),
        ("I'm going to book the hall", "*I booked the hall, he growls*"),
        ("I might book the hall", "I booked the hall"),
        ("if it rains I'll book the hall", "I booked the hall"),
        ("I'm not going to book the hall", "I booked the hall"),
        ("I'm going to book the hall for the choir of Whitby", "I'm trying to get the hall done"),
        ("in the game I'm going to book the hall", "I booked the hall"),
    ],
)
def test_what_is_not_plainly_planned_and_done_is_no_thread(threads, plan: str, done: str) -> None:
    """Denied, nearly, supposed, quoted, asked, acted out, or of something else."""
    assert threads((0, "Bex", plan), (3_000, "Bex", done)) == []


def test_what_another_did_settles_no_plan(threads) -> None:
    """Nor does what is said months later, or in another place."""
    plan = "I'm going to book the hall"
    assert threads((0, "Bex", plan), (30, "Gus", "I booked the hall")) == []
    assert threads((0, "Bex", plan), (60 * 24 * 90, "Bex", "I booked the hall")) == []
    elsewhere = (30, "Bex", "I booked the hall", {"place": DM})
    assert threads((0, "Bex", plan), elsewhere) == []


def test_in_private_a_question_is_open_only_where_the_familiar_answers(threads) -> None:
    """Where its answers are not recorded nobody can say what it left open."""
    assert threads((0, "Bex", FERRY), place=DM) == []
    answers = (-900, "Ember", "Good morning!", {"role": Role.ASSISTANT})
    assert threads(answers, (0, "Bex", FERRY), place=DM) == [f"Open Bex: {FERRY}"]
