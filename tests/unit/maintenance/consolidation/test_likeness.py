"""When two memories are one: what is denied, counted or named keeps them apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from merging_pairs import are_merged

from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.maintenance.consolidation.likeness import (
    Nearness,
    says_all_of,
)
from familiar_memory.maintenance.consolidation.repetition import is_repetition

MEANT = Nearness(0.97, is_of_words=False)
"""A model of sentences takes them for one."""
NEAR = Nearness(0.97)
"""So do the means of their words."""
BLIND = Nearness()

JOB = "User works at Acme Corp as a senior engineer on the Payments team"
APART = [
    pytest.param("Rowan likes tea", "Rowan does not like tea", id="denied"),
    pytest.param("Rowan likes tea", "Rowan doesn't like tea", id="denied in short"),
    pytest.param("The viva is on 3 May", "The viva is on 4 May", id="another number"),
    pytest.param("The viva is in May", "The viva is on 4 May", id="a number more"),
    pytest.param("Bex lives in Oban", "Bex lives in Leith", id="another name"),
    pytest.param("Bex told Rowan about tea", "Rowan told Bex about tea", id="the other way round"),
    pytest.param("Bex ran a marathon in June", "Bex ran a half marathon in June", id="half of it"),
    pytest.param(JOB, "Rowan allergic to cats", id="nothing in common"),
]


@pytest.mark.parametrize(("standing", "new"), APART)
@pytest.mark.parametrize("near", [NEAR, BLIND], ids=["vectors of words", "no vectors"])
def test_a_different_memory_is_never_swallowed(standing, new, near):
    """Whatever a cosine says."""
    one, other = wording_of(standing), wording_of(new)
    assert not is_repetition(one, other, near)
    assert not is_repetition(other, one, near)
    assert not are_merged(standing, new, near)


@pytest.mark.parametrize(("standing", "new"), APART[:-2])
def test_nor_by_a_model_of_sentences(standing, new):
    """It knows as little of denial, numbers and names as others do."""
    assert not is_repetition(wording_of(standing), wording_of(new), MEANT)


@pytest.mark.parametrize("near", [NEAR, BLIND, MEANT, Nearness(0.1, is_of_words=False)])
def test_the_same_words_are_a_repetition(near):
    """Case, marks and spaces are no difference, and a vector is not needed."""
    assert is_repetition(wording_of(JOB), wording_of(f"  {JOB.lower()}. "), near)


def test_a_part_of_a_memory_repeats_it():
    """One word of a dozen is left out; the other way round it says something new."""
    shorter = JOB.replace("senior ", "")
    for near in (NEAR, BLIND):
        assert is_repetition(wording_of(JOB), wording_of(shorter), near)
        assert not is_repetition(wording_of(shorter), wording_of(JOB), near)
        assert are_merged(shorter, JOB, near)


def test_a_model_of_sentences_hears_a_paraphrase():
    """From 0.92 on, and not a hair below."""
    one, other = wording_of("works as a nurse"), wording_of("is employed as a nurse")
    assert is_repetition(one, other, Nearness(0.92, is_of_words=False))
    assert not is_repetition(one, other, Nearness(0.9199, is_of_words=False))
    assert not is_repetition(one, other, Nearness(0.99))


@given(st.text(max_size=60), st.text(max_size=60), st.floats(-1, 1), st.booleans())
def test_any_two_texts_can_be_compared(one, other, cosine, is_of_words):
    """Nothing breaks it; to be alike has no direction, and every text says_all_of itself."""
    first = wording_of(one)
    near = Nearness(cosine, is_of_words)
    assert are_merged(one, other, near) == are_merged(other, one, near)
    assert is_repetition(first, first, near)
    assert says_all_of(first, first)
