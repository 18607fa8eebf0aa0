"""What is left of a question once a fact has accounted for its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.knowledge.predicate_words import words_of_predicate
from familiar_memory.recall.known.covered import accounted_by, words_left


@pytest.mark.parametrize(
    ("question", "name", "predicate", "object_", "left"),
    [
        ("What is Rowan allergic to?", "rowan", "allergic_to", "cats", set()),
        ("What kind of pet does Moss have?", "moss", "has_pet", "cat", set()),
        ("What did Bex's allergy test look like?", "bex", "allergic_to", "nuts", {"test", "look"}),
        ("How many people work with Rowan?", "rowan", "works_at", "archive", {"mani"}),
        ("はるかさんはどこで働いていますか", "はるか", "works_at", "和菓子屋", set()),
        ("はるかさんの飼っている犬の名前は？", "はるか", "has_pet", "柴犬", set()),
        ("はるかさんは職場で何を食べましたか", "はるか", "works_at", "和菓子屋", {"食"}),
    ],
)
def test_what_a_fact_does_not_say_is_left(question, name, predicate, object_, left):
    """A question of which something is left asks for something else."""
    assert words_left(question, accounted_by(name, object_, *words_of_predicate(predicate))) == left


@given(st.text(max_size=60), st.lists(st.text(max_size=12), max_size=4))
def test_what_accounts_for_more_leaves_no_more(text, phrases):
    """Whatever is written."""
    assert words_left(text, accounted_by(*phrases)) <= words_left(text, accounted_by())
    assert words_left(text, accounted_by(text)) == frozenset()
