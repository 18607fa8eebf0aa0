"""Emoji as terms: one picture, one term, whatever its tone and style."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.knowledge.emoji import emoji_in, is_expression


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("plain words, 12 # *", []),
        ("naïve café — “quoted” … → ©", []),
        ("party 🎉🎉 and 🦊", ["🎉", "🦊"]),
        ("👍🏽 👍", ["👍"]),
        ("❤️ and ❤", ["❤"]),
        ("👩🏽‍🚀", ["👩‍🚀", "👩"]),
        ("🤷‍♀️🤷", ["🤷‍♀", "🤷"]),
        ("🇩🇪🇯🇵", ["🇩🇪", "🇯🇵"]),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", ["🏴󠁧󠁢󠁳󠁣󠁴󠁿"]),
        ("1️⃣", ["1⃣"]),
        ("はるかの犬🐕", ["🐕"]),
        ("🏽", ["🏽"]),
    ],
)
def test_each_emoji_is_found_once(text, found):
    """Flags, keycaps, joined and toned ones."""
    assert emoji_in(text) == found


@given(st.text())
def test_letters_are_no_emoji(text):
    """Whatever is a letter or a digit in any script."""
    found = "".join(emoji_in(text))
    assert not any(unicodedata.category(c)[0] == "L" for c in found)


def test_a_laugh_is_an_expression_and_a_fox_is_none():
    """What one feels, and what one speaks of."""
    assert [is_expression(one) for one in ("😂", "👍", "❤", "🦊", "🏴", "👩‍🚀")] == [
        *[True] * 3,
        *[False] * 3,
    ]
