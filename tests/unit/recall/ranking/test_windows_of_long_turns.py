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

    async def search(texts, question, **weights):
        async with new_familiar(tmp_path) as familiar:
            await familiar.start()
            await familiar.record_many([turn(n, text) for n, text in enumerate(texts)])
            await familiar.settle()
            return (await familiar.search(RecallRequest(question, weights=weights))).hits

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
    told = "you moved it, the harpsichord, to the attic in spring, then tune it"
    hits = await searched([asking, *others, told], "harpsichord attic")
    assert order(hits, "t0", "t7") == ["t0", "t7"]


async def test_the_best_of_many_windows_is_marked_down(searched):
    """A page that holds, word for word, what a turn says alone comes after it."""
    alone = f"My bicycle has a dented saffron mudguard. {FILLER * 3}".strip()
    page = f"{alone}\n\n{FILLER * 20}"
    hits = await searched([page, *["I walked"] * 8, alone], "mudguard", vector=0)
    assert order(hits, "t0", "t9") == ["t9", "t0"]
    hits = await searched([page, *["I walked"] * 8, alone], "mudguard", vector=0, chance=0)
    assert [hit.score for hit in hits if hit.refs[0] in ("t0", "t9")] == [hits[0].score] * 2


async def test_words_reach_some_hundred_characters(searched):
    """The message beside has half of them; one behind a page has hardly any."""
    texts = ["I see", "My harpsichord is new.", f"My page. {FILLER * 8}", "I walked"]
    hits = await searched([*texts, *["I ran"] * 8], "harpsichord", vector=0)
    scores = {hit.refs[0]: hit.score for hit in hits}
    assert scores["t0"] > 0
    assert scores.get("t3", 0.0) < 0.2 * scores["t0"]


async def test_a_word_that_means_nearly_the_same_is_found(searched):
    """Without any vector; said in the same word it would count more."""
    texts = ["My mother made stew.", *["I walked home"] * 8, "My mom made soup."]
    hits = await searched(texts, "mom", vector=0)
    assert order(hits, "t0", "t9") == ["t9", "t0"]


@pytest.mark.long
@pytest.mark.parametrize("word", ["🍕", "harpsichord "])
async def test_what_one_huge_turn_repeats_is_no_common_word(searched, word):
    """It is found by that word, also beside one that nobody has said."""
    texts = [word * (400_000 // len(word)), *["gravel and sand"] * 60]
    hits = await searched(texts, f"{word} zzyzx", vector=0)
    assert order(hits, "t0") == ["t0"]


async def test_what_borrows_from_a_long_turn_stays_behind_it(searched):
    """Also where the long turn is marked down for the number of its windows."""
    hits = await searched(["pizza " * 3_000, *["gravel and sand"] * 6], "pizza")
    assert hits[0].refs == ("t0",)
