"""When a text names something: in other spacing, other letters, and scripts without spaces."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from familiar_memory.knowledge.entities.naming import Naming


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("抹茶", "昨日は抹茶を飲みました"),
        ("抹茶", "今日は抹茶ラテ。"),
        ("zürich", normalize("NFD", "We met in Zürich once")),
        (normalize("NFD", "Café"), "im CAFÉ!"),
        ("café", "ＣＡＦÉ"),
        ("Project X", "project_x is late"),
        ("project-x", "a project  x"),
        ("project x", "the Project‑X"),
        ("straße", "STRASSE 7"),
        ("tea", "#tea, teas: tea-based"),
        ("C++", "I like C++"),
    ],
)
def test_a_text_names_what_it_spells_in_another_way(name, text):
    """Case, width, composition, and what stands between the words."""
    assert Naming([name]).is_in(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tea", "the team of steam, teas"),
        ("cafe", normalize("NFD", "the café")),
        ("project-x", "projectx, project xy"),
        ("", "anything"),
        (" ", "any thing"),
    ],
)
def test_a_part_of_another_word_names_nothing(name, text):
    """Nor does nothing at all."""
    assert not Naming([name]).is_in(text)
