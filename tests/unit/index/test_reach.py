"""What is near by characters shares its words; the same bits by either way."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.index.arrays import lexical
from familiar_memory.index.arrays.reach import STEPS, shares_of
from familiar_memory.index.arrays.segment import LongPassages

REACH = 240.0


def columns(sizes, groups):
    """Where rows of these sizes begin in their groups."""
    begins, at = [], dict.fromkeys(groups, 0)
    for size, group in zip(sizes, groups, strict=True):
        begins.append(at[group])
        at[group] += size
    return (np.array(column, np.int32) for column in (begins, sizes, groups))


rows = st.lists(st.tuples(st.integers(0, 4_000), st.integers(0, 2)), min_size=1, max_size=30).map(
    lambda made: ([size for size, _ in made], sorted(group for _, group in made))
)


@given(rows)
def test_a_share_is_by_the_characters_between(made):
    """Nothing across the end of a group, and nothing from very far."""
    sizes, groups = made
    shares = shares_of(*columns(sizes, groups), REACH)
    for step in range(1, STEPS + 1):
        for row in range(len(sizes)):
            other = row + step
            together = other < len(sizes) and groups[row] == groups[other]
            gap = sum(sizes[row + 1 : other])
            expected = math.exp(-gap / REACH) if together and gap < 12 * REACH else 0.0
            assert shares[step - 1][row] == pytest.approx(expected, abs=1e-6)


@given(rows, st.data())
def test_columns_and_rows_add_the_same(made, data):
    """To the bit: which way is taken depends on how common a word is."""
    sizes, groups = made
    shares = shares_of(*columns(sizes, groups), REACH)
    held = sorted(data.draw(st.sets(st.integers(0, len(sizes) - 1), min_size=1)))
    which = np.array(held, np.int32)
    occurrences = np.array([1 + at % 3 for at in held], np.float32) / np.float32(1.7)
    first, second = (np.zeros(len(sizes), np.float32) for _ in range(2))
    first[which] = second[which] = occurrences
    weights = lexical.LexicalWeights()
    lexical._add_columns(first, shares, weights)
    lexical._add_rows(second, which, occurrences, shares, weights)
    assert first.tobytes() == second.tobytes()


@given(st.lists(st.integers(1, 5), max_size=20))
def test_long_passages_are_those_of_several_windows(sizes):
    """With all of their rows, in order."""
    window = np.array([n for size in sizes for n in range(size)], np.int32)
    long = LongPassages.among(window)
    begins = np.cumsum([0, *sizes])
    expected = [list(range(begins[n], begins[n + 1])) for n, s in enumerate(sizes) if s > 1]
    assert [
        long.rows[first : first + size].tolist()
        for first, size in zip(long.first, long.size, strict=True)
    ] == expected
