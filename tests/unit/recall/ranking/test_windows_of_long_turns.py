"""A long turn is weighed window by window, and is one hit all the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory import RecallRequest, Turn

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
FILLER = "The weather in the valley was mild and the road was dry all the way to the mill. "
LONG = FILLER * 20 + "My bicycle has a dented saffron mudguard. " + FILLER * 20


def turn(number, text):
    """A turn of Rowan."""
    return Turn(f"t{number}", AT + timedelta(minutes=number), TAVERN, ROWAN, text)


@pytest.fixture
def searched(tmp_path, new_familiar):
    """Search some turns."""

    async def search(texts, question, **more):
        async with new_familiar(tmp_path) as familiar:
            await familiar.start()
            await familiar.record_many([turn(n, text) for n, text in enumerate(texts)])
            await familiar.settle()
            return (await familiar.search(question, **more)).hits

    return search


async def test_a_long_turn_is_one_hit(searched):
    """However many of its windows answer."""
    hits = await searched([LONG, "nothing of that kind"], "mild weather, bicycle mudguard")
    assert [hit.refs for hit in hits].count(("t0",)) == 1
    assert hits[0].refs == ("t0",)


def order(hits, *refs):
    """These turns as they came."""
    return [hit.refs[0] for hit in hits if hit.refs[0] in refs]


async def test_a_long_turn_has_no_more_chances_than_a_short_one(searched):
    """What says the same in few words comes first."""
    texts = [LONG, *["I walked"] * 3, "My bicycle has a mudguard."]
    assert order(await searched(texts, "bicycle mudguard"), "t0", "t4") == ["t4", "t0"]


async def test_a_long_turn_does_not_drown_its_neighbours(searched):
    """They have what stands beside them in it, not what is pages away."""
    texts = [FILLER * 20 + "harpsichord " * 3 + FILLER * 20, "yes", *["I walked home"] * 8]
    hits = await searched([*texts, "My harpsichord is new."], "harpsichord")
    assert order(hits, "t0", "t1", "t10") == ["t10", "t0"]


async def test_a_statement_comes_before_a_bare_question(searched):
    """Only what asks and says nothing is put behind."""
    texts = ["harpsichord tuning?", *["gravel and sand"] * 6, "my harpsichord needs tuning"]
    assert (await searched(texts, "harpsichord tuning"))[0].refs == ("t7",)


async def test_a_request_that_says_something_is_no_bare_question(searched):
    """Most of what people write to an assistant ends so."""
    asking = "I moved the harpsichord to the attic in spring, can you help me tune it?"
    others = ["gravel and sand"] * 6
    hits = await searched(
        [asking, *others, "you moved it, the harpsichord, to the attic in spring, then tune it"],
        "harpsichord attic",
    )
    assert order(hits, "t0", "t7") == ["t0", "t7"]


@pytest.mark.parametrize("word", ["🍕", "harpsichord "])
async def test_what_one_huge_turn_repeats_is_no_common_word(searched, word):
    """It is found by that word, also beside one that nobody has said."""
    texts = [word * (400_000 // len(word)), *["gravel and sand"] * 60]
    question = RecallRequest(f"{word} zzyzx", weights={"vector": 0})
    assert order(await searched(texts, question), "t0") == ["t0"]
