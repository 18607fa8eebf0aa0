"""A joke that the next message takes back is no longer in the note.

`test_jests_leave_nothing.py` tries any talk.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from keyed_notes import note_text
from people_and_places import TAVERN

from familiar_memory.domain.talk.place import Place

NOTE = "people/Rowan.md"


@pytest.fixture
def told(make_turn, history, store, writer):
    """Say it turn by turn, write it up, and give the note."""

    def run(*texts: str) -> str:
        history.record_many(make_turn(text, user_id="42") for text in texts)
        assert writer.run().is_complete
        return note_text(store, NOTE)

    return run


def test_a_fact_and_a_line_are_gone(told):
    """They were never so, and may be so some day."""
    jests = ("I'm moving to Mars next week", "jk", "I bought a yacht", "haha just kidding")
    note = told(*jests)
    assert "Mars" not in note
    assert "yacht" not in note
    note = told("so long", "I'm moving to Mars next week", "I bought a yacht")
    assert "\n- moving_to:: Mars (" in note
    assert "\n- bought a yacht (" in note


def test_what_never_ended_holds(told):
    """Who only joked about quitting works there."""
    note = told("I work at Acme", "I quit my job at Acme", "only joking")
    assert "\n- works_at:: Acme (" in note


def test_what_is_said_behind_the_joke_counts(told):
    """The message that takes back may state something itself."""
    note = told("I live on a barge in Oban", "just kidding. I live in Hull")
    assert "\n- lives_in:: Hull (" in note


@pytest.mark.parametrize(
    ("fact", "said", "jest"),
    [
        ("lives_in:: Hull", "I live in Hull", "I've moved to Oban"),
        ("works_at:: Acme", "I work at Acme", "I've joined Hallam Bakery"),
        ("works_at:: Acme", "I work at Acme", "Goodbye Acme, hello Globex!"),
        ("plays:: violin", "I play the violin", "I dropped the violin"),
        ("diet:: vegan", "I'm vegan", "no longer vegan"),
    ],
)
def test_what_it_put_another_in_the_place_of_holds_on(told, fact, said, jest):
    """Also where it is only known of the speaker that this has ended, and once it was written."""
    told(said)
    assert f"\n- {fact} (" not in told(jest)
    for note in (told("jk"), told(jest, "jk")):
        lines = [one for one in note.splitlines() if "::" in one and "~~" not in one]
        assert [one.partition(" (")[0] for one in lines] == [f"- {fact}"]


def test_what_was_said_in_earnest_on_the_same_day_stays(told):
    """It ended, whatever was said of it later."""
    note = told(
        "I play the violin", "I quit playing the violin", "so long", "I quit the violin", "jk"
    )
    assert "~~plays:: violin" in note
    assert "\n- played:: violin (" in note


def test_a_fact_that_was_said_before_is_no_joke(told):
    """Who says it again and laughs has not denied it."""
    assert "\n- lives_in:: Hull (" in told("I live in Hull", "so long", "I live in Hull", "jk")


@pytest.mark.parametrize(
    "name", ["Call me Captain Pancake.", "Call me Red. Also I go by Pan Pancake."]
)
def test_a_name_in_jest_is_none(told, name):
    """Whether it was noted by then; one that was given in earnest stays."""
    told("call me Red")
    assert "Pancake (" in told(name)
    assert "Pancake" not in told("jk")
    assert "Pancake" not in told(name, "jk")
    assert "\n- called:: Red (" in told("so long", "call me Red", "jk")


def test_an_instruction_that_was_lifted_in_jest_holds(told):
    """And may be lifted in earnest later, also if it was repeated in jest."""
    told("Please never use emojis with me.")
    assert "~~“Please never use emojis" in told("You can use emojis again.")
    assert "\n- “Please never use emojis with me" in told("jk")
    assert "\n- “Please never use emojis with me" in told("You can use emojis again.", "jk")
    told("so long", "Please never use emojis with me.", "jk")
    assert "~~“Please never use emojis" in told("You can use emojis again.")


def test_since_when_it_holds_is_no_joke_s(told):
    """A line that a joke repeated is as it was: it counts no message more, and begins no sooner."""
    line = told("I live in Hull").partition("- lives_in:: Hull ")[2]
    assert "since 2010" in told("I've lived in Hull since 2010")
    for note in (told("jk"), told("I've lived in Hull since 2010", "jk")):
        assert note.partition("- lives_in:: Hull ")[2] == line
    assert "since 2010" in told("so long", "I've lived in Hull since 2010")
    assert "since 2010" in told("so long", "I've lived in Hull since 2010", "jk")


def test_what_was_meant_in_another_room_behind_midnight_stays_over(
    make_turn, history, store, writer
):
    """The joke is of the day before, and what was meant came before it was taken back."""
    late = datetime(2026, 2, 2, 23, 58, tzinfo=UTC)
    garden = Place("discord", "garden", "lantern")
    for minutes, text, place in (
        (-60, "I play the violin", TAVERN),
        (0, "I quit playing the violin", TAVERN),
        (3, "I quit playing the violin", garden),
        (5, "jk", TAVERN),
    ):
        at = late + timedelta(minutes=minutes)
        history.record(make_turn(text, user_id="42", place=place, timestamp=at))
        assert writer.run().is_complete
    assert "\n- plays:: violin (" not in note_text(store, NOTE)


@pytest.mark.parametrize("cut", [True, False])
def test_until_when_it_holds_is_no_joke_s(told, cut):
    """An end that was told in jest goes, and one that was told in earnest comes back."""

    def joked(jest: str) -> str:
        if cut:
            told(jest)
        return told("jk") if cut else told(jest, "jk")

    line = told("I live in Hull").partition("- lives_in:: Hull ")[2]
    note = joked("I've lived in Hull until March 2027")
    assert note.partition("- lives_in:: Hull ")[2] == line
    assert "\n- works_at:: Acme (2026-02-02, until 2026-03," in told(
        "I work at Acme until March 2026"
    )
    assert "\n- works_at:: Acme (2026-02-02, until 2026-03," in joked("I quit my job at Acme")
