"""Room in a prompt is shared out: people first, in proportion, and nothing is cut unseen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.writers.model.page.allotment import divided, excerpted, shares

lengths = st.lists(st.integers(0, 2_000), max_size=30)


@pytest.mark.parametrize(
    ("room", "talk", "automated", "expected"),
    [
        (1_000, 300, 200, (300, 200)),
        (1_000, 5_000, 0, (1_000, 0)),
        (1_000, 0, 5_000, (0, 1_000)),
        (1_000, 5_000, 5_000, (800, 200)),
        (1_000, 5_000, 100, (900, 100)),
        (1_000, 300, 5_000, (300, 700)),
    ],
)
def test_people_have_four_fifths_where_both_want_more(room, talk, automated, expected):
    """Where one is missing, or wants less, the other has its room."""
    assert divided(room, talk, automated) == expected


@pytest.mark.parametrize(
    ("given_lengths", "room", "floor", "expected"),
    [
        ([100, 100], 200, 50, [100, 100]),
        ([1_000, 3_000], 1_000, 100, [289, 710]),
        ([1_000, 20], 520, 100, [500, 20]),
        ([90, 90, 90], 200, 90, [0, 90, 90]),
        ([5_000], 0, 100, [0]),
        ([], 100, 10, []),
    ],
)
def test_long_texts_share_in_proportion_with_a_floor(given_lengths, room, floor, expected):
    """What is short stays whole; where not even the floors fit, the first ones are left out."""
    assert shares(given_lengths, room, floor) == expected


@given(lengths, st.integers(0, 20_000), st.integers(1, 500))
def test_shares_never_come_to_more_than_there_is(given_lengths, room, floor):
    """Each has its floor or nothing, and none more than it needs."""
    found = shares(given_lengths, room, floor)
    assert sum(found) <= room
    for length, share in zip(given_lengths, found, strict=True):
        assert share == 0 or min(length, floor) <= share <= length


@given(st.text(max_size=600), st.integers(0, 700))
def test_an_excerpt_has_a_head_a_tail_and_an_exact_size(text, most):
    """Two fifths and three fifths, around a mark; of next to nothing only the beginning."""
    found = excerpted(text, most)
    assert len(found) <= most or found == text
    if len(text) <= most:
        assert found == text
    elif " characters and more left out…] " in found and "[…" not in text:
        head, _, rest = found.partition(" […")
        tail = rest.partition("left out…] ")[2]
        assert text.startswith(head)
        assert text.endswith(tail)
        assert len(head) == int((len(head) + len(tail)) * 0.4)
    else:
        assert text.startswith(found[:20])
