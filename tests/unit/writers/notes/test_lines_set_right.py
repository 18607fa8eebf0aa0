"""Lines in plain words, and what their speakers say later that takes them back."""

from __future__ import annotations

import pytest
from keyed_notes import note_text

from familiar_memory.markdown.tree import parse_note


@pytest.fixture
def states(make_turn, history, store, writer):
    """Say it turn by turn, write it up, and give the lines of the note with their states."""

    def run(said: str) -> dict[str, str]:
        history.record_many(make_turn(text, user_id="42") for text in said.split(" | "))
        assert writer.run().is_complete
        note = parse_note(note_text(store, "people/Rowan.md"))
        records = [block.record for block in note.blocks if block.record is not None]
        return {one.text: one.state.value for one in records if one.text != "Rowan"}

    return run


@pytest.mark.parametrize(
    "said",
    [
        "moved the deadline for tides to 2 july | moved the deadline for mosses to 18 july",
        "the thesis deadline for my course is 2 july | moved the budget meeting to 18 july",
        "we have a flight to Oslo on 3 June | our flight to Lisbon got cancelled",
        "our budget for paint is 300 | our budget for tiles is now 450",
        "the launch of my blog is 2 july | moved the release of the app to 18 july",
    ],
)
def test_what_is_of_another_thing_strikes_nothing(states, said: str) -> None:
    """A deadline is moved by a word about that deadline: its kind alone is too little."""
    found = states(said)
    assert set(found.values()) == {"live"}
    assert len(found) == 2


@pytest.mark.parametrize(
    ("said", "current"),
    [
        (
            "moved the deadline for radio to 23 july | moved the deadline for radio to 8 july"
            " | moved the deadline for radio to 6 july",
            "moved the deadline for radio to 6 july",
        ),
        (
            "our launch is on 2 july | moved the launch to 8 july | moved the launch to 9 july"
            " | moved the launch to 1 july",
            "moved the launch to 1 july",
        ),
    ],
)
def test_what_moves_again_is_current_once(states, said: str, current: str) -> None:
    """What was struck before is not meant any more, so one line is, however often it moves."""
    found = states(said)
    assert [text for text, state in found.items() if state == "live"] == [current]
    assert set(found.values()) == {"live", "ended"}
