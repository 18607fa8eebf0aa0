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


@pytest.mark.parametrize(
    ("said", "live", "struck"),
    [
        (
            "the deadline for the report is 5 june | its now due on 12 June",
            {"its now due on 12 June (the deadline for the report)"},
            {"the deadline for the report is 5 june": "ended"},
        ),
        (
            "the deadline for my application is 14 december"
            " | moving the deadline to 20 december they extended it",
            {
                "moving the deadline to 20 december they extended it"
                " (the deadline for my application)"
            },
            {"the deadline for my application is 14 december": "ended"},
        ),
        (
            "my budget is 300 | upped the budget to 450",
            {"upped the budget to 450"},
            {"my budget is 300": "ended"},
        ),
        (
            "I decided to drop Windows | we're keeping windows after all",
            {"keeping windows after all"},
            {"decided to drop Windows": "ended"},
        ),
        (
            "we have a flight to Lisbon on 3 June | the flight got cancelled",
            {"the flight got cancelled"},
            {"have a flight to Lisbon on 3 June": "ended"},
        ),
        (
            "we are going to Lisbon in June | we arent going to Lisbon",
            {"aren't going to Lisbon"},
            {"going to Lisbon in June": "ended"},
        ),
        ("my car is a Volvo | sold the Volvo", {"sold the Volvo"}, {"my car is a Volvo": "ended"}),
        (
            "we're going to the coast on saturday | i meant sunday, not saturday",
            {"going to the coast on sunday"},
            {},
        ),
        (
            "moved to york | no wait, i moved to hull",
            {"lives_in:: hull", "moved to hull"},
            {"lives_in:: york": "wrong"},
        ),
        (
            "we decided to use Postgres | scratch that, we'll use sqlite",
            {"we'll use sqlite"},
            {},
        ),
    ],
)
def test_what_is_over_has_ended_and_what_was_a_slip_is_gone(
    states, said: str, live: set[str], struck: dict[str, str]
) -> None:
    """Or was wrong, where something took its place; what is said now says what it is of."""
    found = states(said)
    assert {text for text, state in found.items() if state == "live"} == live
    assert {text: state for text, state in found.items() if state != "live"} == struck


@pytest.mark.parametrize(
    "said",
    [
        "my car is a Volvo | sold the sofa",
        "I have a Volvo from 2010 | my sister sold her Volvo",
        "we're going to the coast on saturday | it's tea, not coffee",
        "we're going to Oslo in June | we're not going to be late",
        "moved to york | sorry, i moved the cups",
        "we have a flight to Lisbon on 3 June | I have a flight to Lisbon on 9 July"
        " | the flight got cancelled",
        "the party is on 3 June at 10 | its raining on 12 June",
        "I decided to drop Windows | we're keeping the cat after all",
        "we decided to use Postgres | we'll use sqlite at home",
    ],
)
def test_where_nothing_is_taken_back_every_line_stays(states, said: str) -> None:
    """Another thing, another person's, two that could be meant, a sentence that sounds like it."""
    assert set(states(said).values()) == {"live"}


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("always call me Boss | dont call me Boss anymore", "“always call me Boss”"),
        ("never use emojis | you can use emojis again", "“never use emojis”"),
        (
            "always answer in French | you dont need to answer in French anymore",
            "“always answer in French”",
        ),
    ],
)
def test_an_instruction_that_is_taken_back_has_ended(states, said: str, over: str) -> None:
    """By its opposite, or by leave to do it again."""
    found = states(said)
    assert [text for text, state in found.items() if state == "ended"] == [over]


@pytest.mark.parametrize(
    "said",
    [
        "never use emojis | you can use the oven again",
        "never use emojis | can you use emojis again?",
        "always call me Boss | dont call me Chief anymore",
        "always answer in French | always answer in short sentences",
    ],
)
def test_other_instructions_stay(states, said: str) -> None:
    """What is asked for beside them, and what only asks, ends none."""
    assert set(states(said).values()) == {"live"}


@pytest.mark.parametrize("is_later", [False, True])
def test_the_name_of_a_pet_is_set_right_in_passing(states, is_later: bool) -> None:
    """There are not two cats, whether one batch has both or the name is set right days later."""
    if is_later:
        states("my cat is called Miso")
    first = "hi" if is_later else "my cat is called Miso"
    found = states(
        f"{first} | ugh the cat's called Mizo not Miso btw, autocorrect keeps doing that"
    )
    facts = {text: state for text, state in found.items() if "called" in text}
    assert facts == {
        "has_pet:: cat called Miso": "wrong",
        "has_pet:: cat called Mizo": "live",
    }


@pytest.mark.parametrize(
    ("later", "state"),
    [
        ("moved into the Ulverston place today!!", "ended"),
        ("we've moved to Ulverston at last", "ended"),
        ("moved into the office today", "live"),
        ("my sister moved to Ulverston today", "live"),
        ("I might have moved to Ulverston by then", "live"),
    ],
)
def test_who_has_moved_is_not_about_to_move(states, later: str, state: str) -> None:
    """The plan is over with the move, and with nobody else's."""
    found = states(f"moving to Ulverston next month, rent is half | {later}")
    plan = next(text for text in found if text.startswith("moving to Ulverston"))
    assert found[plan] == state
