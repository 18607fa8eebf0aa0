"""What somebody takes back as a joke settles nothing and ends nothing, in whatever sentence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from room_nights import DAY, item, replied

NOTE = "channels/discord-lantern.tavern.md"
SETTLED = (
    "we've decided to sell the hall",
    "let's go with Christmas Day for the fair",
    "I'll bring the elephants by Friday",
    "we agreed to meet on the moon",
    "Decision one: the sign is made of cheese",
)
BEHIND = (
    "just kidding",
    "Kidding!",
    "jk",
    "only joking",
    "I'm only joking, relax",
    "haha jk",
    "lol, kidding",
    "sorry, just kidding",
    "relax, I'm joking",
    "that was a joke",
    "just messing with you all",
    "j/k",
    "psych!",
    "NOT!",
    "joking aside, what shall we do?",
)
SOLD = "so the big hall of the fair is sold, everybody has nodded"
SERIOUS = (
    "no kidding",
    "I'm not joking",
    "no joke",
    "I kid you not",
    "Bob thinks I'm joking",
    "messing with the lights took all day",
    "the joke was on us",
    "not everyone was there",
)


@pytest.mark.parametrize("settled", SETTLED)
@pytest.mark.parametrize("behind", [*BEHIND, "lol", "😂", "not really"])
def test_a_joke_of_the_next_sentence_settles_nothing(life, settled: str, behind: str) -> None:
    """Nor does it with a sentence in between, and the day has no line of it either."""
    life.say("Bex", f"{settled}. {behind}")
    life.say("Gus", f"{settled}! It starts at nine. {behind}", day=0)
    life.sleep()
    assert life.tree() == {}


@pytest.mark.parametrize("behind", SERIOUS)
def test_whoever_means_it_settles_it(life, behind: str) -> None:
    """Whatever they say behind it of jokes."""
    life.say("Bex", f"we've decided to sell the hall. {behind}")
    life.sleep()
    assert life.lines(NOTE) == ["[[Bex]]: we've decided to sell the hall."]


@pytest.mark.parametrize("behind", BEHIND)
def test_a_joke_of_the_next_message(life, behind: str) -> None:
    """Whatever others say in between."""
    life.say("Bex", "we've decided to sell the hall")
    life.say("Gus", "what?!")
    life.say("Bex", behind)
    life.sleep()
    assert life.tree() == {}


@pytest.mark.parametrize(
    ("who", "behind", "minutes"),
    [
        ("Gus", "just kidding", 1),
        ("Bex", "just kidding", 60),
        ("Bex", "lol", 1),
        ("Bex", "not really", 1),
        ("Bex", "no kidding", 1),
    ],
)
def test_another_message_that_takes_nothing_back(life, who: str, behind: str, minutes: int) -> None:
    """Somebody else's, one of an hour later, one that only laughs or answers."""
    life.say("Bex", "we've decided to sell the hall", timestamp=DAY)
    life.say(who, behind, timestamp=DAY + timedelta(minutes=minutes))
    life.sleep()
    assert life.lines(NOTE) == ["[[Bex]]: we've decided to sell the hall"]


def test_only_the_message_before_is_taken_back(life) -> None:
    """What the same person settled earlier stands, and what they settle behind the joke does."""
    life.say("Bex", "we agreed to meet on Fridays")
    life.say("Bex", "I'll bring the elephants by Friday")
    life.say("Bex", "jk")
    life.say("Bex", "we've decided to sell the hall. jk! We've decided to paint the hall.")
    life.sleep()
    assert life.lines(NOTE) == [
        "[[Bex]]: We've decided to paint the hall.",
        "[[Bex]]: we agreed to meet on Fridays",
    ]


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("I'll print the posters by Friday", "I've printed the posters. jk"),
        ("I'll print the posters by Friday", "posters are printed! only joking"),
        ("we've decided to hold a raffle", "the raffle is off. just kidding"),
        ("Decision one: the sign is oak", "Decision one reversed. kidding!"),
        ("let's go with the blue posters", "change of plan: pink posters instead. jk"),
    ],
)
def test_a_joke_ends_nothing(life, first: str, later: str) -> None:
    """In the next sentence, and in the next message."""
    life.say("Bex", first)
    life.sleep()
    before = life.lines(NOTE)
    life.say("Bex", later, day=1)
    said, _, taken_back = later.rpartition(". ") if ". " in later else later.rpartition("! ")
    life.say("Gus", "oh", day=1)
    life.say("Bex", said, day=1)
    life.say("Bex", taken_back, day=1)
    life.sleep(days=1)
    assert life.lines(NOTE) == before


def test_a_joke_in_japanese(life) -> None:
    """As that language takes it back."""
    life.say("Bex", "会場は月に決定しました。冗談です")
    life.say("Bex", "会場は月に決定しました")
    life.say("Bex", "なんちゃって")
    life.sleep()
    assert life.tree() == {}


@pytest.mark.parametrize(
    "talk",
    [
        [("Bex", SOLD), ("Bex", "just kidding")],
        [("Bex", SOLD), ("Gus", "what?"), ("Bex", "jk")],
        [("Bex", f"{SOLD}. just kidding")],
        [("Bex", f"{SOLD} 😂"), ("Bex", "psych!")],
    ],
)
def test_a_model_settles_nothing_by_a_joke_that_is_taken_back(life, talk) -> None:
    """Nor does it end anything by one."""
    life.say("Gus", "let's go with the big hall for the fair")
    life.sleep()
    before = life.tree()
    for who, text in talk:
        life.say(who, text, day=1)
    sold = "we sell the big hall of the fair"
    over = {"line": "k1", "turn": "t1", "quote": SOLD, "how": "superseded"}
    life.sleep(
        lambda page: replied([item(page, 0, "decision", sold, SOLD)], [over]),
        days=1,
    )
    assert life.asked
    assert life.tree() == before


def test_a_model_settles_what_stands_behind_a_joke(life) -> None:
    """By the words that were meant."""
    life.say("Bex", f"{SOLD}. just kidding. the sign will be oak then, everybody has nodded")
    sign = "the sign will be made of oak"
    life.sleep(lambda page: replied([item(page, 0, "decision", sign, "the sign will be oak")]))
    assert life.lines(NOTE) == [f"[[Bex]]: {sign}"]
