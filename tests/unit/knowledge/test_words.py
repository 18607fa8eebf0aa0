"""The words of a text, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from familiar_memory.knowledge.words import content_words, fold, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rowan's kettle", ["rowan", "kettle"]),
        ("Don’t, ever!", ["dont", "ever"]),
        ("Zoë ZOE zoé", ["zoe", "zoe", "zoe"]),
        ("naı\u0308ve q\u0303uote", ["naıve", "quote"]),
        ("ＴＥＡ ﬁne", ["tea", "fine"]),
        ("snake_case tea-time", ["snake", "case", "tea", "time"]),
        ("はるかが", ["はるかが"]),
        ("ガ", ["ガ"]),
        ("tea 🎂!!! ((", ["tea"]),
        ("!?… 🎂", []),
        ("", []),
    ],
)
def test_words_are_folded(text, found):
    """Case, accents and compatible forms are one; marks of other scripts are kept."""
    assert words(text) == found


@given(st.text(st.characters(), max_size=60))
@example("ΐ")
@example("İstanbul ǰ")
@example("\ud800")
def test_any_text_has_words(text):
    """Nothing that a user types breaks this, and what is folded stays as it is."""
    assert [word for word in words(text) if not word] == []
    assert words(fold(text)) == words(text)


def test_grammar_carries_no_content():
    """What is left is what is asked for."""
    assert content_words("What did you say about the kettle?") == ["say", "kettle"]
