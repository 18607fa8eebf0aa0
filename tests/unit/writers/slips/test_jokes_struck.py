"""A joke that the next message takes back is struck in the note, without an end."""

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


def test_a_fact_and_a_line_are_struck_without_an_end(told):
    """They were never so."""
    note = told("I'm moving to Mars next week", "jk", "I bought a yacht", "haha just kidding")
    assert "~~moving_to:: Mars" in note
    assert "~~bought a yacht" in note
    assert "until" not in note


def test_what_never_ended_holds(told):
    """Who only joked about quitting works there."""
    note = told("I work at Acme", "I quit my job at Acme", "only joking")
    assert "\n- works_at:: Acme (" in note


def test_what_is_said_behind_the_joke_counts(told):
    """The message that takes back may state something itself."""
    note = told("I live on a barge in Oban", "just kidding. I live in Hull")
    assert "\n- lives_in:: Hull (" in note
