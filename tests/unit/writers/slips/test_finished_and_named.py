"""What is finished is over, and a slip that names the wrong word is found however old it is."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from keyed_notes import note_text

NOTE = "people/Rowan.md"
BOX = "I'm working on a walnut jewelry box for my mom's birthday"
MOVE = "we're moving to Bedminster at the end of the month"


@pytest.fixture
def told(make_turn, history, store, writer):
    """Say it, the last thing so many days later, write it up, and give the note."""

    def run(*texts: str, days: int = 0) -> str:
        turns = [make_turn(text, user_id="42") for text in texts]
        late = turns[-1].timestamp + timedelta(days=days)
        turns[-1] = replace(turns[-1], timestamp=late)
        history.record_many(turns)
        assert writer.run().is_complete
        return note_text(store, NOTE)

    return run


@pytest.mark.parametrize(
    "said",
    [
        "finished the jewelry box! mom's gonna cry",
        "I've finally finished the walnut jewelry box",
        "yay, I finished making the jewelry box yesterday",
        "all done with the jewelry box",
    ],
)
def test_what_is_finished_is_worked_on_no_more(told, said):
    """The thing may be called by its last words."""
    assert "~~works_on:: walnut jewelry box" in told(BOX, said)


@pytest.mark.parametrize(
    "said",
    [
        "almost finished the jewelry box",
        "haven't finished the jewelry box yet",
        "my sister finished the jewelry box",
        "finished the lid of the jewelry box",
        "finished the first coat on the jewelry box",
        "finished the jewelry box lid",
        "finished the box office report",
        "If I finish the jewelry box I'll rest",
        "when I've finished the jewelry box I'll post it",
        "have you finished the jewelry box?",
        "finished the jewelry box? not yet",
        "I finished the table",
    ],
)
def test_what_is_not_finished_stays(told, said):
    """Nor is it over when a part is, or another thing."""
    assert "\n- works_on:: walnut jewelry box" in told(BOX, said)


def test_of_two_neither_is_over(told):
    """Nobody knows which box is meant."""
    note = told(BOX, "I'm working on a cardboard box for the fair", "finished the box")
    assert "~~" not in note


@pytest.mark.parametrize("days", [0, 3])
def test_a_slip_that_names_the_wrong_word(told, days):
    """It was never so, and what only says that it was a typo is no part of the line."""
    said = "typo earlier, we're moving to Bedford Place not Bedminster, autocorrect got me"
    note = told(MOVE, "lovely weather, isn't it", said, days=days)
    assert "~~moving to Bedminster at the end of the month" in note
    assert "until" not in note
    assert "\n- moving to Bedford Place not Bedminster (" in note


def test_a_slip_that_names_nothing_means_what_was_said_just_before(told):
    """Days later nobody knows what it means."""
    note = told(MOVE, "typo, we're moving to the coast with my aunt in May", days=3)
    assert "~~moving to Bedminster" not in note or "until" in note
