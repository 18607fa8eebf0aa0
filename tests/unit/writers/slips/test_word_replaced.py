"""The one word that a message sets right, in whatever words it says so."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.slips.replaced import find_replaced

HOME, JOB = "I live in York.", "I work at Hallam Bakery."


@pytest.mark.parametrize(
    ("previous", "said", "right"),
    [
        (HOME, "argh, make that Hull", Statement("lives_in", "Hull")),
        (HOME, "did I really write York? should have been Hull", Statement("lives_in", "Hull")),
        (HOME, "not York! Hull! I'm so tired", Statement("lives_in", "Hull")),
        (HOME, "York? no, Hull. I need a coffee", Statement("lives_in", "Hull")),
        (HOME, "swap York for Hull, sorry", Statement("lives_in", "Hull")),
        (HOME, "honestly, *Hull", Statement("lives_in", "Hull")),
        (JOB, "whoops, the tram depot I mean", Statement("works_at", "tram depot")),
        (JOB, "wrong company, I'm at Quarry Mill", Statement("works_at", "Quarry Mill")),
        (
            JOB,
            "that should read Quarry Mill rather than Hallam Bakery, sorry",
            Statement("works_at", "Quarry Mill"),
        ),
    ],
)
def test_the_wrong_word_gives_way(previous: str, said: str, right: Statement) -> None:
    """To one of the same kind."""
    found = find_replaced(said, previous)
    assert found is not None
    assert found[1] == right


@pytest.mark.parametrize(
    ("previous", "said"),
    [
        (HOME, "sorry, Rowan"),
        (HOME, "sorry, dinner first"),
        (HOME, "oops, dropped my cup"),
        (HOME, "not in York any more, Hull is nicer"),
        (HOME, "wait, did Hull win?"),
        (HOME, "York is wrong about tea"),
        (HOME, "Hull has trams, I like trams"),
        (JOB, "sorry, I'm late"),
        (JOB, "oops, wrong channel"),
        (JOB, "make that two coffees"),
        (JOB, "Left my phone, sorry, I'm at Tesco"),
        (JOB, "sorry was afk, I'm at Costa"),
        (HOME, "Sorry, I'm in Leeds"),
        (HOME, "no, not York, Hull is where my mum lives"),
        (HOME, "no way, Edinburgh rather than York any day"),
        (HOME, "No, I'd love Hull instead of York"),
        (HOME, "wait, not York but Hull?"),
        (HOME, "nope, swap York for Hull and you'd love it"),
        (HOME, "she said Leeds, not York"),
        ("I play the piano.", "no, you play the guitar instead of the piano"),
        ("I play the piano.", "I meant guitar lessons are pricey"),
        ("I speak French.", "no, not French, German is what I want to learn"),
        (f"{HOME} I grew up in Leeds.", "make that Hull"),
        ("it rains", "make that Hull"),
    ],
)
def test_what_sets_nothing_right_is_left(previous: str, said: str) -> None:
    """Names of people, other things, and what could mean two facts."""
    assert find_replaced(said, previous, ["Rowan"]) is None
