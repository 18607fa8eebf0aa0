"""Words as they are spelt, where people leave apostrophes out."""

from __future__ import annotations

import pytest

from familiar_memory.writers.text.spelling import as_spelt


@pytest.mark.parametrize(
    ("typed", "spelt"),
    [
        ("im sure i dont know", "I'm sure I don't know"),
        ("Ive been, shes not", "I've been, she's not"),
        ("it’s fine", "it's fine"),
        ("gonna see u", "going to see you"),
        ("the IT team, imho", "the IT team, imho"),
        ("well, id say ill", "well, id say ill"),
    ],
)
def test_apostrophes_are_put_back(typed: str, spelt: str) -> None:
    """What is typed without its apostrophe is spelt out; words that are words stay."""
    assert as_spelt(typed) == spelt
