"""A joke that is taken back when the notes have it already: on a later page, or a later night."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from room_nights import DAY, NIGHT, RoomLife

from familiar_memory.maintenance.channels.room_rules import RoomRules
from familiar_memory.writers.model.extractor import ReplyLimits

NOTE = "channels/discord-lantern.tavern.md"
NOTE_OF_DAY = "days/2026-02-03.md"
LATE = NIGHT - timedelta(minutes=2)
"""Two minutes before the first night."""


def _before_and_behind(life: RoomLife, first: str, behind: str, *, who="Bex", minutes=4) -> None:
    life.say("Bex", first, timestamp=LATE)
    life.sleep()
    life.say(who, behind, timestamp=LATE + timedelta(minutes=minutes))
    life.sleep(days=1)


def _tails(life: RoomLife, path: str) -> list[str]:
    return [one for one in life.tree()[path].splitlines() if one.startswith("- ~~")]


@pytest.mark.parametrize(
    "first",
    [
        "we've decided to sell the hall",
        "we agreed to meet on the moon",
        "I'll bring the elephants by Friday",
        "Decision one: the sign is made of cheese",
    ],
)
def test_what_was_written_in_jest_is_gone_the_next_night(life, first: str) -> None:
    """From the room and from the day; and it may be said in earnest later."""
    _before_and_behind(life, first, "jk")
    assert life.lines(NOTE) == []
    assert life.lines(NOTE_OF_DAY) == []
    life.say("Bex", first, day=3)
    life.sleep(days=3)
    assert life.lines(NOTE) == [f"[[Bex]]: {first}"]


@pytest.mark.parametrize(
    ("who", "behind", "minutes"),
    [
        ("Gus", "just kidding", 4),
        ("Bex", "just kidding", 60),
        ("Bex", "no kidding", 4),
        ("Bex", "lol", 4),
        ("Bex", "we meet at nine. jk", 4),
    ],
)
def test_what_takes_nothing_back(life, who: str, behind: str, minutes: int) -> None:
    """Somebody else's words, those of an hour later, and what is about itself."""
    _before_and_behind(life, "we've decided to sell the hall", behind, who=who, minutes=minutes)
    assert life.lines(NOTE) == ["[[Bex]]: we've decided to sell the hall"]
    assert life.lines(NOTE_OF_DAY) == ["[[Bex]]: we've decided to sell the hall"]


def test_only_the_message_right_before_is_meant(life) -> None:
    """What they settled earlier that evening stands."""
    life.say("Bex", "we agreed to meet on Fridays", timestamp=LATE - timedelta(minutes=1))
    _before_and_behind(life, "we've decided to sell the hall", "kidding!")
    assert life.lines(NOTE) == ["[[Bex]]: we agreed to meet on Fridays"]


@pytest.mark.parametrize(
    ("first", "jest"),
    [
        ("I'll print the posters by Friday", "I've printed the posters"),
        ("we've decided to hold a raffle", "the raffle is off"),
        ("let's go with the oak for the sign", "let's go with the tin for the sign instead"),
    ],
)
def test_what_it_ended_goes_on(life, first: str, jest: str) -> None:
    """Line by line as it stood, and what it put in its place was never so."""
    life.say("Bex", first)
    life.sleep()
    before = life.tree()[NOTE]
    life.say("Bex", jest, timestamp=LATE + timedelta(days=1))
    life.sleep(days=1)
    struck = life.tree()[NOTE]
    assert struck != before
    life.say("Bex", "only joking", timestamp=LATE + timedelta(days=1, minutes=4))
    report = life.sleep(days=2)
    assert report.counts["resumed"] == 1
    (line,) = (one for one in before.splitlines() if first in one)
    assert line in life.tree()[NOTE].splitlines()
    assert all("tin" in one for one in _tails(life, NOTE))
    after = life.tree()
    life.say("Gus", "good evening everybody", day=3)
    life.sleep(days=3)
    assert life.tree()[NOTE] == after[NOTE]


@pytest.mark.parametrize(
    ("first", "jest"),
    [
        ("I'll print the posters by Friday", "I've printed the posters"),
        ("we've decided to hold a raffle", "the raffle is off"),
    ],
)
def test_what_goes_on_may_end_on_the_same_page(life, first: str, jest: str) -> None:
    """Who joked about it on one day may mean it on the next, before a night comes."""
    life.say("Bex", first)
    life.sleep()
    life.say("Bex", jest, timestamp=LATE + timedelta(days=1))
    life.sleep(days=1)
    life.say("Bex", "only joking", timestamp=LATE + timedelta(days=1, minutes=4))
    life.say("Bex", jest, timestamp=LATE + timedelta(days=2))
    life.sleep(days=2)
    (struck,) = _tails(life, NOTE)
    assert first in struck
    assert "until 2026-02-05" in struck


def test_a_line_that_a_person_has_changed_is_theirs(life) -> None:
    """In the room and in the day."""
    life.say("Bex", "we've decided to sell the hall", timestamp=LATE)
    life.sleep()
    for path in (NOTE, NOTE_OF_DAY):
        text = life.store.read_file(path)
        life.store.write_file(path, text.replace("sell the hall", "sell the old hall"))
    life.say("Bex", "jk", timestamp=LATE + timedelta(minutes=4))
    life.sleep(days=1)
    assert life.lines(NOTE) == ["[[Bex]]: we've decided to sell the old hall"]
    assert life.lines(NOTE_OF_DAY) == life.lines(NOTE)


def test_on_a_later_page_of_the_same_night(life) -> None:
    """Each page is written by itself."""
    limits = replace(ReplyLimits(), prompt_chars=4_000)
    life.rules = RoomRules(limits=limits)
    life.say("Bex", "we've decided to sell the hall", timestamp=DAY)
    for number in range(12):
        at = DAY + timedelta(seconds=10 * number + 5)
        life.say("Gus", f"{number} " + "well well well " * 30, timestamp=at)
    life.say("Bex", "jk", timestamp=DAY + timedelta(minutes=5))
    life.sleep()
    assert life.lines(NOTE) == []


def test_going_back_finds_the_same(life) -> None:
    """What was taken out comes no second time."""
    _before_and_behind(life, "we've decided to sell the hall", "jk")
    before = life.tree()
    life.sleep(days=2, since=DAY)
    assert life.tree() == before


def test_a_joke_that_was_taken_back_before_undoes_nothing_later(life) -> None:
    """Gus, who says so after it, ended the item."""
    life.say("Rowan", "I'll book the hall by Friday", timestamp=LATE)
    life.sleep()
    next_day = LATE + timedelta(days=1)
    said = [("Bex", "the hall is booked"), ("Bex", "jk"), ("Gus", "the hall is booked")]
    for second, (who, words) in enumerate(said):
        life.say(who, words, timestamp=next_day + timedelta(seconds=second))
    life.sleep(days=1)
    ended = life.lines(NOTE)
    assert ended == ["~~[[Rowan]]: I'll book the hall by Friday"]
    life.say("Rowan", "the piano is in tune", timestamp=next_day + timedelta(minutes=4))
    life.sleep(days=2)
    assert life.lines(NOTE) == ended


def _stays_ended(life: RoomLife, jest: datetime, *behind: str) -> None:
    """Bex says in jest at that time that Rowan's hall is booked, and takes it back later."""
    life.say("Bex", "the hall is booked", timestamp=jest)
    life.sleep(days=1)
    ended = life.tree()[NOTE]
    assert "until" in ended
    life.say("Bex", "jk", timestamp=jest + timedelta(minutes=4))
    for text in behind:
        life.say("Gus", text, timestamp=jest + timedelta(minutes=5))
    life.sleep(days=2)
    assert life.lines(NOTE) == ["~~[[Rowan]]: I'll book the hall by Friday"]
    assert life.tree()[NOTE] == ended


@pytest.mark.parametrize("hours", [0, 2])
def test_what_others_say_of_that_day_stands(life, hours: int) -> None:
    """Before the joke, however long."""
    life.say("Rowan", "I'll book the hall by Friday", timestamp=LATE)
    life.sleep()
    jest = LATE + timedelta(days=1)
    life.say("Gus", "the hall is booked", timestamp=jest - timedelta(hours=hours, seconds=1))
    _stays_ended(life, jest)


@pytest.mark.parametrize("messages", [90, 130, pytest.param(900, marks=pytest.mark.long)])
def test_what_others_said_long_before_on_that_day_stands(life, messages: int) -> None:
    """However many messages stand between: all of the day is read where a joke is taken back."""
    life.say("Rowan", "I'll book the hall by Friday", timestamp=LATE)
    life.sleep()
    jest = LATE + timedelta(days=1)
    life.say("Gus", "the hall is booked", timestamp=jest - timedelta(hours=2))
    for number in range(messages):
        at = jest - timedelta(hours=1) + timedelta(seconds=number)
        life.say("Gus", f"heron number {number} is back", timestamp=at)
    _stays_ended(life, jest)


def test_what_others_say_behind_a_joke_stands(life) -> None:
    """On the page that takes it back."""
    life.say("Rowan", "I'll book the hall by Friday", timestamp=LATE)
    life.sleep()
    _stays_ended(life, LATE + timedelta(days=1), "no really, the hall is booked")
