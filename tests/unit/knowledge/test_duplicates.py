"""Two texts are one memory when a reader would call them the same words."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.duplicates import normalised


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Likes tea", "likes  TEA.", True),
        ("Ｌｉｋｅｓ tea", "Likes tea", True),
        ("straße", "STRASSE", True),
        ("likes tea", "likes coffee", False),
        ("抹茶が好きです。", "抹茶が好きです", True),
        ("?", "!", False),
    ],
)
def test_case_width_spacing_and_final_marks_do_not_count(one: str, other: str, same: bool) -> None:
    """Everything else does."""
    assert (normalised(one) == normalised(other)) is same


def test_normalising_twice_changes_nothing() -> None:
    """The form is a fixed point."""
    text = "  ΑΣ  İstanbul!! "
    assert normalised(normalised(text)) == normalised(text)
