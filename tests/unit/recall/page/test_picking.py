"""Which lines of what was retrieved are given where there is too little room."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people_and_places import TAVERN

from familiar_memory.domain.question.context import Contribution, Layer, Line, Mode, RecallRequest
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.recall.page.budget import Budgeter
from familiar_memory.recall.page.hit_lines import hit_lines
from familiar_memory.recall.page.macros import Macros
from familiar_memory.recall.page.memory_cap import cap_memory
from familiar_memory.recall.page.own_words import people_first
from familiar_memory.recall.page.picking import picked_lines

NAMES = Macros("Ember", "you")
LONG = "The kettle of my aunt was blue, or so she told us at the fair. " * 60


def turn(number, text, score=1.0, **more):
    """A turn that was found."""
    return SearchHit(
        text, score, "conversation", "history.sqlite", refs=(f"t{number}",),
        audience="discord/tavern", author_name="Rowan", **more,
    )  # fmt: skip


def within(room):
    """Whether a text has at most so many characters."""
    return lambda text: len(text) <= room


def test_what_does_not_fit_is_skipped_and_does_not_end_the_page():
    """Shorter ones behind it are there; the order stays that of the hits."""
    lines = hit_lines(
        [turn(1, "short", 3.0), turn(2, "w" * 300, 2.0), turn(3, "short too", 1.0)], NAMES, None
    )
    kept = picked_lines(lines, within(140))
    assert [line.hit.ref for line in kept] == ["t1", "t3"]


def test_a_little_better_does_not_outweigh_ten_times_as_long():
    """Worth is divided by a power of the length; what is clearly better stays before."""
    long, short = Line("l" * 400, worth=1.1), Line("s" * 40, worth=1.0)
    best = Line("b" * 40, worth=2.0)
    assert picked_lines([best, long, short], within(450)) == (best, short)
    assert picked_lines([best, Line("l" * 400, worth=1.9), short], within(450))[1].worth == 1.9


def test_the_best_is_there_however_long_it_is():
    """Cut, if need be: the first sentences of it, and a mark."""
    lines = hit_lines([turn(1, LONG, 3.0), turn(2, "A short one.", 2.0)], NAMES, None)
    kept = picked_lines(lines, within(400))
    assert [line.hit.ref for line in kept] == ["t1", "t2"]
    assert kept[0].text.endswith("fair. …")


def test_a_long_passage_grows_where_there_is_room():
    """Up to 400 tokens; beside others it has some 700 characters."""
    lines = hit_lines([turn(1, LONG, 3.0), turn(2, LONG, 2.0)], NAMES, None)
    assert all(600 < len(line.text) < 800 for line in lines)
    (one, other) = picked_lines(lines, within(2_600))
    assert 1_400 < len(one.text) < 1_700 and len(other.text) < 800
    assert [line.hit for line in (one, other)] == [line.hit for line in lines]
    assert picked_lines((one, other), within(1_700))[1].hit is lines[1].hit


def test_what_a_model_has_chosen_keeps_its_order():
    """Whatever the ranking thought of it."""
    hits = [turn(1, "x" * 60, 0.1), turn(2, "y" * 60, 5.0)]
    (only,) = picked_lines(hit_lines(hits, NAMES, None), within(110))
    assert only.hit.ref == "t1"


@given(
    st.lists(st.tuples(st.integers(1, 400), st.floats(0, 9)), min_size=1, max_size=12),
    st.integers(0, 900),
)
def test_what_is_picked_fits_and_keeps_its_order(sizes, room):
    """Nothing is left out for which there is room."""
    lines = [Line(f"{n} " + "x" * size, worth=worth) for n, (size, worth) in enumerate(sizes)]
    kept = picked_lines(lines, within(room))
    text = "\n".join(line.text for line in kept)
    assert len(text) <= room
    numbers = [lines.index(line) for line in kept]
    assert numbers == sorted(set(numbers))
    left = room - len(text) - bool(kept)
    assert all(len(line.text) > left for line in lines if line not in kept)


def test_a_budget_picks_and_says_that_it_has():
    """So does the cap in characters."""
    hits = [turn(1, "short", 3.0), turn(2, "w" * 300, 2.0), turn(3, "short too", 1.0)]
    block = Contribution(
        Layer.CONTENT, "content_search.rag", lines=hit_lines(hits, NAMES, None), priority=70
    )
    kept, (decision,) = Budgeter(Mode.TEXT, 80).fit([block])
    assert [line.hit.ref for line in kept[0].lines] == ["t1", "t3"]
    assert (decision.verdict, decision.reason) == ("cut", "longer than the room in its layer")
    capped, (decided,), warning = cap_memory([block], 260)
    assert [line.hit.ref for line in capped[0].lines] == ["t1", "t3"]
    assert (decided.verdict, warning) == ("cut", None)
    assert Budgeter(Mode.TEXT, 3_000).fit([block])[1][0].verdict == "kept"
    assert estimate_tokens(kept[0].text) < 80


def own(number, text, score):
    """A turn of the familiar itself."""
    return turn(number, text, score, is_own=True)


def test_what_the_familiar_said_is_marked_and_stands_last():
    """A model must not take its own guess for what somebody told it."""
    hits = [own(1, "Perhaps the kettle is blue?", 3.0), turn(2, "It is green.", 2.0)]
    first, last = people_first(hit_lines(hits, NAMES, None))
    assert "Rowan: It is green." in first.text
    assert "Rowan (you): Perhaps" in last.text
    assert last.worth == 3.0


def test_what_the_familiar_only_repeats_goes_first_where_room_is_short():
    """What nobody else said keeps its worth: it may be all that answers."""
    hits = [
        own(1, "So the kettle is green!", 3.0),
        own(2, "I would boil the samovar twice.", 2.5),
        turn(3, "The kettle is green and old.", 2.0),
        turn(4, "Gus was here as well as Wren.", 1.0),
    ]
    lines = people_first(hit_lines(hits, NAMES, None))
    assert [(line.hit.ref, line.worth) for line in lines] == [
        ("t3", 2.0), ("t4", 1.0), ("t1", 1.0), ("t2", 2.5),
    ]  # fmt: skip
    room = len("\n".join(line.text for line in lines)) - 1
    assert "t1" not in [line.hit.ref for line in picked_lines(lines, within(room))]


def test_without_words_of_its_own_nothing_changes():
    """Nor where nobody else said anything."""
    for hits in ([turn(1, "a", 2.0), turn(2, "b", 1.0)], [own(1, "a", 2.0), own(2, "a", 1.0)]):
        lines = hit_lines(hits, NAMES, None)
        assert people_first(lines) == lines


@pytest.mark.parametrize(
    ("question", "first"),
    [("Is the kettle green?", "Gus: "), ("What did you say about the kettle?", "Ember (you): ")],
)
def test_who_asks_what_the_familiar_said_is_told_that_first(
    tmp_path, new_familiar, question, first
):
    """Only then do its own words stand before those of people."""
    at = datetime(2026, 2, 2, 19, tzinfo=UTC)
    gus, ember = Author("discord", "2", "Gus"), Author("discord", "9", "Ember")
    turns = [
        Turn("t1", at, TAVERN, ember, "I say the kettle about the house is green.", Role.ASSISTANT),
        Turn("t2", at + timedelta(hours=5), TAVERN, gus, "A kettle may be green or anything."),
    ]

    async def run():
        async with new_familiar(tmp_path) as familiar:
            await familiar.record_many(turns)
            await familiar.settle()
            context = await familiar.recall(RecallRequest(question, place=TAVERN))
            return next(one for one in context.contributions if "rag" in one.source)

    block = asyncio.run(run())
    assert first in block.lines[0].text
    assert "Ember (you): I say" in block.text
