"""A long passage is cut around what was asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.index.words.tokens import content_terms
from familiar_memory.recall.search.excerpt import excerpt

PADDING = "Nothing of note was said about the weather that day, once more. " * 40


def cut(text, question, size=120):
    """The part of a text for a question."""
    return excerpt(text, content_terms(question), size)


def test_what_fits_is_whole():
    """White space is one space."""
    assert cut("tea  is\n warm", "coffee") == "tea is warm"


def test_it_is_cut_around_the_match():
    """However far in that is; words stay whole, gaps are marked."""
    piece = cut(f"{PADDING}Rowan hides the biscuits in the kettle. {PADDING}", "biscuits, kettle?")
    assert "Rowan hides the biscuits in the kettle." in piece
    assert (piece[0], piece[-1]) == ("…", "…")
    assert set(piece.strip("…").split()) <= set(
        f"{PADDING}Rowan hides the biscuits in the kettle.".split()
    )


def test_where_most_terms_stand_wins():
    """Not where the first one does."""
    text = f"The kettle was old. {PADDING}The kettle hides biscuits. {PADDING}"
    assert "hides biscuits" in cut(text, "which biscuits does the kettle hide")


def test_other_forms_of_a_word_are_found():
    """As search finds them."""
    assert "Hiding" in cut(f"{PADDING}Hiding is fun. {PADDING}", "who hides?")


def test_without_a_match_it_is_the_beginning():
    """With the gap behind it."""
    piece = cut(f"Tea first. {PADDING}", "zebra")
    assert piece.startswith("Tea first. Nothing")
    assert piece.endswith("…")


def test_scripts_without_spaces_are_found_too():
    """In the middle of one endless run."""
    text = "天気" * 300 + "柴犬のきなこ" + "天気" * 300
    assert "きなこ" in cut(text, "きなこ", 60)


@given(st.text(), st.text(max_size=50), st.integers(20, 200))
def test_it_is_never_longer_than_it_may_be(text, question, size):
    """But for the two marks, and all of it is of the text."""
    piece = cut(text, question, size)
    assert len(piece) <= size + 2
    assert piece.removeprefix("…").removesuffix("…") in f"…{' '.join(text.split())}…"


@pytest.mark.parametrize("size", [40, 41, 600])
def test_one_endless_word_is_cut_all_the_same(size):
    """There is nowhere better."""
    assert len(cut("x" * 5_000, "x", size)) <= size + 2
