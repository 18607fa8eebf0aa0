"""What fits, by priority, and where it is cut."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.question.context import Contribution, Layer, Mode
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.recall.page.budget import CAPS, Budgeter, cut_to_tokens

PEOPLE, RAG = "content_search.people", "content_search.rag"


def block(text, priority=85, source=PEOPLE, layer=Layer.CONTENT, label=""):
    """A contribution."""
    return Contribution(layer, source, text, priority, label or source)


blocks = st.builds(
    block,
    st.text(st.sampled_from("ab .!?\n。漢字"), max_size=3).map(lambda t: t * 900)
    | st.text(max_size=50),
    st.integers(0, 100),
    st.sampled_from((PEOPLE, RAG, "mine")),
    st.sampled_from(list(Layer)),
)


@pytest.mark.long
@given(st.lists(blocks, max_size=8), st.sampled_from(list(Mode)), st.none() | st.integers(0, 3000))
def test_no_cap_is_ever_exceeded(contributions, mode, total):
    """Neither a layer's nor the whole's, by the estimate; order is kept, each is judged once."""
    contributions = [replace(c, label=str(n)) for n, c in enumerate(contributions)]
    kept, decisions = Budgeter(mode, total).fit(contributions)
    cost = dict.fromkeys(Layer, 0)
    for one in kept:
        cost[one.layer] += estimate_tokens(one.text) + 1
    assert all(cost[layer] <= CAPS[mode][layer] for layer in Layer)
    assert total is None or sum(cost.values()) <= max(total, 0)
    assert len(decisions) == len(contributions)
    labels = [int(one.label) for one in kept]
    assert labels == sorted(set(labels))


def test_the_more_important_stays_and_the_smaller_fits_behind():
    """A block that does not fit does not end the choosing."""
    kept, decisions = Budgeter(Mode.TEXT, 115).fit(
        [block("b " * 800, 50, "mine"), block("a " * 180, 90, "mine"), block("short", 10, "mine")]
    )
    assert [one.text.split()[0] for one in kept] == ["a", "short"]
    assert [d.verdict for d in decisions] == ["kept", "dropped", "kept"]


def test_a_crowd_of_people_leaves_room_for_what_was_retrieved():
    """A quarter of the layer is its own."""
    crowd = [block("word " * 640, label=f"p{n}") for n in range(6)]
    kept, _ = Budgeter(Mode.TEXT).fit([*crowd, block("said. " * 400, 70, RAG)])
    found = [one for one in kept if one.source == RAG]
    assert [estimate_tokens(one.text) > 500 for one in found] == [True]
    assert [one.label for one in kept if one.source == PEOPLE][:2] == ["p0", "p1"]


def test_without_anything_retrieved_people_have_all_the_room():
    """Nothing is kept free for nobody."""
    crowd = [block("word " * 640, label=f"p{n}") for n in range(6)]
    kept, _ = Budgeter(Mode.TEXT).fit(crowd)
    assert sum(estimate_tokens(one.text) + 1 for one in kept) > 2_900


def test_every_mode_has_room_for_memory():
    """Voice too."""
    assert all(CAPS[mode][Layer.CONTENT] >= 1_000 for mode in Mode)


@pytest.mark.parametrize(
    ("text", "tokens", "cut"),
    [
        ("All of it.", 10, "All of it."),
        ("Hi. " + "Go! " * 100, 40, "Hi. " + "Go! " * 38 + "Go!"),
        ("It costs 3.14 euros in all and more. " * 10, 24, None),
        ("漢字。" * 40, 30, "漢字。" * 13),
        ("word " * 100, 23, ""),
        ("x" * 400, 25, "x" * 100),
        ("one two " * 60, 25, ("one two " * 12 + "one").strip()),
    ],
)
def test_where_a_text_is_cut(text, tokens, cut):
    """At the last sentence of any kind that fits, else at a word; too little is nothing."""
    found = cut_to_tokens(text, tokens)
    if cut is not None:
        assert found == cut
    assert not found.endswith(" 3.")


def test_a_point_inside_a_number_ends_no_sentence():
    """Nor does a cut in the middle of a word make one."""
    text = "There was once a kettle that was sold. " + "It cost 3" + ".14159 and so on " * 20
    for tokens in range(24, 60):
        assert not cut_to_tokens(text, tokens).endswith("3.")


@given(st.text(max_size=300), st.integers(-5, 80))
def test_a_cut_is_a_beginning_that_fits(text, tokens):
    """Or nothing."""
    found = cut_to_tokens(text, tokens)
    assert text.startswith(found)
    assert not found or estimate_tokens(found) <= tokens
