"""A batch ends between sessions where it can."""

from __future__ import annotations

import pytest

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.writers.cutting import batch_length


@pytest.mark.parametrize(
    ("sessions", "size", "length"),
    [
        ("aaa", 5, 3),
        ("aaabbb", 3, 3),
        ("aaaabbb", 3, 4),
        ("aaabbbbbbbbb", 4, 3),
        ("abbbbbbbbbbb", 4, 4),
        ("ababababab", 4, 4),
        ("aabab cc".replace(" ", ""), 4, 5),
    ],
)
def test_where_the_cut_falls(make_turn, sessions: str, size: int, length: int) -> None:
    """At a border at or past the size, else before it, else at the size."""
    turns = [StoredTurn(i, make_turn("x"), s) for i, s in enumerate(sessions, 1)]
    assert batch_length(turns[: 2 * size + 1], size) == length
