"""Cutting what is too long to be read at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.embeddings.models.windows import windows


def words(text: str) -> int:
    """A token is a word."""
    return len(text.split())


def test_a_text_that_fits_is_left_whole():
    """One window; none for an empty text."""
    assert windows("a b c", 3, words) == ["a b c"]
    assert windows("", 3, words) == []


def test_cuts_fall_between_words():
    """Each window is as full as it can be."""
    assert windows("one two three four five six seven", 3, words) == [
        "one two three ",
        "four five six ",
        "seven",
    ]


def test_a_word_that_is_too_long_is_cut():
    """As in scripts without spaces."""
    assert windows("漢字漢字漢字漢", 3, len) == ["漢字漢", "字漢字", "漢"]
    assert windows("ab 漢字漢字", 3, len) == ["ab ", "漢字漢", "字"]


def test_a_character_of_many_tokens_stands_alone():
    """Nothing is lost, and nothing loops for ever."""
    assert windows("🌿🌿", 2, lambda text: 4 * len(text)) == ["🌿", "🌿"]


def test_a_limit_below_one_is_refused():
    """It could never be met."""
    with pytest.raises(ValueError, match="at least 1"):
        windows("a", 0, words)


@given(st.text(max_size=300), st.integers(1, 40))
def test_windows_fit_and_join_to_the_text(text, limit):
    """For any text, counted by bytes."""
    pieces = windows(text, limit, lambda piece: len(piece.encode()))
    assert "".join(pieces) == text
    assert all(len(p.encode()) <= limit or len(p) == 1 for p in pieces)
    assert all(pieces)
