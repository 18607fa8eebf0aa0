"""A decision with a number stands until a later one has the same."""

from __future__ import annotations

import pytest

NOTE = "channels/discord-lantern.tavern.md"


def test_the_later_one_of_a_number_replaces_the_earlier(life) -> None:
    """Whatever both are about; what is struck through in a message is not what it decides."""
    life.say("Rowan", "Decision one: the game is called Wick & Mire")
    life.say("Bex", "decision three, carried by noise: we travel by boat")
    life.sleep()
    life.say("Gus", "Decision three, reversed: ~~boat~~ stilts. My dignity is gone.", day=1)
    report = life.sleep(days=1)
    assert report.counts["retired"] == 1
    one, boat, stilts = life.lines(NOTE)
    assert one == "[[Rowan]]: Decision one: the game is called Wick & Mire"
    assert boat == "~~[[Bex]]: decision three, carried by noise: we travel by boat"
    assert stilts == "[[Gus]]: Decision three, reversed: stilts."
    assert f"- {boat} (2026-02-02, until 2026-02-03," in life.tree()[NOTE]


def test_within_a_night_the_last_one_stands(life) -> None:
    """The days keep all of them."""
    for words in ("Decision one: oak", "Decision one, amended: pine", "Decision two: glue"):
        life.say("Rowan", words)
    life.sleep()
    assert life.lines(NOTE) == [
        "[[Rowan]]: Decision one, amended: pine",
        "[[Rowan]]: Decision two: glue",
    ]


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Decision one, amended: *Oak* is now *Pine*. The trees know.", False),
        ("Decision one: the sign is made of oak. I keep the list.", True),
        ("Decision one, amended: the sign is made of oak", True),
        ("Decision one, amended: the sign is made of pine\nShall I write it so?", True),
        ("Decision one, overruled: off with his head, cries the king", True),
        ("Decision 1, amended: no oak, the sign is made of pine", False),
        ("Decision two, amended: something else entirely", True),
        ("Scrap decision one", True),
    ],
)
def test_a_familiar_that_keeps_the_minutes(life, said: str, stands: bool) -> None:
    """What it calls amended is over; of its own words no line is made."""
    life.say("Rowan", "Decision one: the sign is made of oak")
    life.sleep()
    life.say("Bex", said, day=1, role="assistant")
    life.sleep(days=1)
    struck = "" if stands else "~~"
    assert life.lines(NOTE) == [f"{struck}[[Rowan]]: Decision one: the sign is made of oak"]


@pytest.mark.parametrize("beside", [{"silent": True}, {"kind": "automated"}])
def test_what_nobody_read_amends_nothing(life, beside) -> None:
    """Neither what it did not say aloud nor what a program put out."""
    life.say("Rowan", "Decision one: the sign is made of oak")
    life.say("Bex", "Decision one, reversed: pine", role="assistant", **beside)
    life.sleep()
    assert "~~" not in life.tree()[NOTE]
    assert len(life.lines(NOTE)) == 1


def test_a_number_is_one_however_it_is_written(life) -> None:
    """In words, in digits, and in those of Japanese."""
    life.say("Rowan", "Decision one: oak")
    life.say("Bex", "決定二：りんご")
    life.say("Gus", "Decision 1: pine")
    life.say("Gus", "決定２：なし")
    life.sleep()
    assert [line.partition(": ")[2] for line in life.lines(NOTE)] == [
        "Decision 1: pine",
        "決定２：なし",
    ]


@pytest.mark.parametrize(
    "said",
    [
        "Decision one, reversed: pine if it is cheaper",
        "Decision one, amended: maybe pine, we will see",
        "Decision one (amended): pine unless it rains",
        "Decision one - reversed: pine",
        "Decision one reversed",
        "decision 1 is withdrawn, sorry",
        "Decision one no longer stands",
        "we're scrapping decision one",
        "決定一は撤回します",
    ],
)
def test_what_is_reversed_is_over_whatever_takes_its_place(life, said: str) -> None:
    """On a condition, or not surely, or nothing at all."""
    life.say("Rowan", "Decision one: the sign is made of oak")
    life.sleep()
    life.say("Bex", said, day=1)
    life.sleep(days=1)
    assert "~~[[Rowan]]: Decision one: the sign is made of oak" in life.lines(NOTE)


def test_a_condition_is_part_of_a_decision_with_a_number(life) -> None:
    """Whoever numbers decisions keeps minutes, and says on what each depends."""
    life.say("Rowan", "Decision two: no deploys on Fridays")
    life.sleep()
    life.say("Rowan", "Decision two, reversed: Friday deploys are fine if CI is green", day=1)
    life.sleep(days=1)
    assert life.lines(NOTE) == [
        "~~[[Rowan]]: Decision two: no deploys on Fridays",
        "[[Rowan]]: Decision two, reversed: Friday deploys are fine if CI is green",
    ]


@pytest.mark.parametrize(
    "said",
    [
        "should decision one be reversed?",
        "Decision one, reversed: pine. Ok for everybody?",
        "Decision one reversed lol",
        "Decision one reversed would be a disaster",
        "Decision two reversed",
        "Bob said decision one is reversed",
    ],
)
def test_what_is_only_asked_joked_or_told_reverses_nothing(life, said: str) -> None:
    """It stands until somebody says so."""
    life.say("Rowan", "Decision one: the sign is made of oak")
    life.sleep()
    life.say("Bex", said, day=1)
    life.sleep(days=1)
    assert "[[Rowan]]: Decision one: the sign is made of oak" in life.lines(NOTE)


@pytest.mark.parametrize(
    ("said", "settles"),
    [
        ("Decision one: the sign is oak 笑", True),
        ("let's go with the oak for the sign 笑", True),
        ("Decision one: the shop is called 冗談", True),
        ("決定一：看板は樫 maybe", True),
        ("Decision one: the sign is oak lol", False),
        ("決定一：看板は樫です笑", False),
    ],
)
def test_it_is_a_joke_in_its_own_language(life, said: str, settles: bool) -> None:
    """As all that is decided without a number."""
    life.say("Rowan", said)
    life.sleep()
    assert len(life.lines(NOTE)) == settles


def test_it_is_reversed_in_its_own_language(life) -> None:
    """With a laugh of another one too."""
    life.say("Rowan", "Decision one: the sign is oak")
    life.sleep()
    life.say("Rowan", "Decision one reversed, 冗談 was the last straw", day=1)
    life.say("Rowan", "scrap decision one 笑", day=1)
    life.sleep(days=1)
    assert life.lines(NOTE) == ["~~[[Rowan]]: Decision one: the sign is oak"]
