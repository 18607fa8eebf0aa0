"""What is done, gone, taken back or decided otherwise ends the line that is meant; nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTE = "channels/discord-lantern.tavern.md"
_LIST = Path(__file__).with_name("what_ends.txt").read_text("utf-8").splitlines()
_SAID = [one.rsplit("=>", 1) for one in _LIST if one.strip() and not one.startswith("#")]
_OF_THE_SAME = "[self]"
ENDINGS = [(*said.split("||"), fate.strip()) for said, fate in _SAID]


@pytest.mark.parametrize(("first", "later", "fate"), ENDINGS)
def test_the_labelled_endings(life, first: str, later: str, fate: str) -> None:
    """The first is said by Bex; the later one by somebody else, unless it is marked."""
    who = "Bex" if _OF_THE_SAME in later else "Gus"
    life.say("Bex", first.strip())
    life.sleep()
    (line,) = life.lines(NOTE)
    life.say(who, later.replace(_OF_THE_SAME, "").strip(), day=1)
    life.sleep(days=1)
    assert (f"~~{line}" if fate == "struck" else line) in life.lines(NOTE)


def test_each_change_of_a_plan_ends_the_one_before(life) -> None:
    """Night by night, and within one night that goes through several days."""
    life.say("Bex", "we agreed to meet on Fridays")
    life.sleep()
    life.say("Gus", "change of plan: we meet on Saturdays", day=1)
    life.sleep(days=1)
    life.say("Bex", "change of plans: we meet on Sundays", day=2)
    life.say("Gus", "change of plan: we meet on Mondays", day=3)
    life.sleep(days=3)
    assert life.lines(NOTE) == [
        "~~[[Gus]]: change of plan: we meet on Saturdays",
        "~~[[Bex]]: change of plans: we meet on Sundays",
        "[[Gus]]: change of plan: we meet on Mondays",
        "~~[[Bex]]: we agreed to meet on Fridays",
    ]


def test_of_several_the_one_with_such_a_value_is_changed(life) -> None:
    """A day changes the day of a thing, and not its banner or when it opens."""
    life.say("Bex", "let's go with the red banner for the winter fair")
    life.say("Bex", "let's go with the 12th for the winter fair")
    life.say("Bex", "we've agreed to open the winter fair at 11")
    life.sleep()
    life.say("Gus", "change of plan: the winter fair is on the 5th", day=1)
    life.sleep(days=1)
    assert [one for one in life.lines(NOTE) if one.startswith("~~")] == [
        "~~[[Bex]]: let's go with the 12th for the winter fair"
    ]


BOOK = "let's go with Middlemarch for the book"
CLUB = "let's go with Thursday for the book club"


@pytest.mark.parametrize(
    ("later", "ended"),
    [
        (
            "actually, let's go with The Left Hand of Darkness for the book instead,"
            " Middlemarch is 900 pages",
            BOOK,
        ),
        ("Middlemarch is 900 pages. let's go with Emma for the book instead", BOOK),
        ("let's go with Emma for the book instead of Middlemarch", BOOK),
        ("let's go with Emma instead of Middlemarch for the book", BOOK),
        ("let's go with Friday for the book club instead, Thursday is choir", CLUB),
        ("actually, let's go with Emma for the book instead", None),
        ("let's go with Thursday for the book instead", None),
        ("let's go with Emma for the book instead, Middlemarch is too long for a Thursday", None),
    ],
)
def test_of_several_decisions_the_one_that_is_named_is_replaced(life, later, ended) -> None:
    """By a word that is of no other; where none is named, or two, all of them stand."""
    life.say("Bex", BOOK)
    life.say("Gus", CLUB)
    life.sleep()
    life.say("Gus", later, day=1)
    life.sleep(days=1)
    struck = [one for one in life.lines(NOTE) if one.startswith("~~")]
    assert [one.partition(": ")[2] for one in struck] == ([] if ended is None else [ended])
