"""A line of a day can be understood without the talk around it, or is none."""

import pytest

from familiar_memory.maintenance.days.alone import explains_itself


@pytest.mark.parametrize(
    "words",
    [
        "I've decided to quit the records office on 3 March, I told my boss this morning.",
        "the hall is booked, it has a stage",
        "it's my birthday on Friday",
        "Rowan said he'd come on Friday",
        "There are two exams in May",
        "we decided it over tea: Lantern Night is moved to Saturday",
        "It rained all afternoon, and the bakery on Mill Lane was shut",
        "we're moving to Oslo in May",
        "who has the keys? I left mine at the shed on Sunday",
        "来週、卒論を出します",
        "legend! I'll pick the torque wrench up on Sunday",
        "Noodle! he ate a whole brie",
    ],
)
def test_what_names_its_things_stands(words: str) -> None:
    """What a pronoun means is said before it."""
    assert explains_itself(words)


@pytest.mark.parametrize(
    "words",
    [
        "18 April. I sent the old file. I'll reprint them tomorrow",
        "I wasn't there, I'm at plot on Thursdays",
        "amber it is",
        "ok, Thursday it is then",
        "table for 12, booked it yesterday",
        "They moved it to Friday",
        "she said yes on Monday!",
        "I’ll reprint them tomorrow",
        "did the hall call? they moved it to Friday",
        "tomorrow, 8pm!",
        "legend. i'll pick it up sunday",
        "omg perfect! thanks. they moved it to Friday",
        "lol",
    ],
)
def test_what_answers_or_points_back_does_not(words: str) -> None:
    """Whatever it says beside."""
    assert not explains_itself(words)
