"""A joke that the next message takes back is no longer in the note.

`test_jests_leave_nothing.py` tries any talk.
"""

from __future__ import annotations

import pytest
from keyed_notes import note_text

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
