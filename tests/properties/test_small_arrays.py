"""What is kept in little memory says what it said: scores, words, columns."""

from __future__ import annotations

import gc
import weakref
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from familiar_memory.index.arrays import quantised
from familiar_memory.index.arrays.own_memory import in_own_memory
from familiar_memory.index.arrays.quantised import QuantisedVectors
from familiar_memory.index.arrays.segment import Postings

FINITE = st.floats(-1, 1, width=32)
MATRICES = st.tuples(st.integers(0, 12), st.integers(1, 9)).flatmap(
    lambda shape: arrays.arrays(np.float32, shape, elements=FINITE)
)


@dataclass(frozen=True)
class Inner:
    """Arrays within arrays."""

    ones: np.ndarray


@dataclass(frozen=True)
class Outer:
    """What a segment is like."""

    column: np.ndarray
    matrix: np.ndarray
    inner: Inner
    count: int


def random_rows(count, dimension, seed=3):
    """Vectors of length one."""
    rows = np.random.default_rng(seed).standard_normal((count, dimension)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@given(MATRICES, st.randoms(use_true_random=False), st.integers(1, 5))
def test_a_product_has_the_same_bits_whatever_stands_around_it(rows, random, split):
    """In whatever order, in how many blocks, however many at a time, and in which type."""
    query = random_rows(1, rows.shape[1])[0]
    alone = [QuantisedVectors.of(row[None]).products(query)[0] for row in rows]
    order = list(range(len(rows)))
    random.shuffle(order)
    parts = [QuantisedVectors.of(rows[order[at : at + split]]) for at in range(0, len(rows), split)]
    expected = np.array([alone[n] for n in order], np.float32).tobytes()
    for floats_at_once, most_small in ((1 << 18, 1 << 20), (query.size * split, 1 << 20), (1, 0)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(quantised, "_WIDENED_FLOATS", floats_at_once)
            patch.setattr(quantised, "_MOST_SMALL", most_small)
            together = QuantisedVectors.joined(iter(parts), rows.shape[1])
            assert together.numbers.dtype == (
                np.int16 if most_small or not rows.size else np.float32
            )
            assert together.products(query).tobytes() == expected


@given(MATRICES)
def test_a_number_is_off_by_half_a_step_at_most(rows):
    """A step is the 27,720th part of the largest number, where floats can be so small."""
    kept = QuantisedVectors.of(rows)
    told = kept.numbers.astype(np.float64) * kept.scale[:, None]
    largest = np.abs(rows).max(axis=1, initial=0).astype(np.float64)
    as_nothing = float(np.finfo(np.float32).tiny) * 27_720
    bound = np.where(largest < 1.001 * as_nothing, largest, 0.501 * largest / 27_720)
    assert (np.abs(told - rows) <= bound[:, None] + 1e-37).all()


def test_a_cosine_moves_by_a_few_millionths():
    """Where ranking rounds at the fifth decimal."""
    rows = random_rows(20_000, 256)
    query = random_rows(1, 256, seed=4)[0]
    exact = rows.astype(np.float64) @ query.astype(np.float64)
    off = np.abs(QuantisedVectors.of(rows).products(query) - exact)
    assert off.max() < 1e-5 and off.mean() < 2e-6


@given(arrays.arrays(np.int8, 16, elements=st.integers(-12, 12)))
def test_a_vector_of_counts_is_kept_to_the_last_bits(counts):
    """A bag of words: what it ties with before it must tie with after."""
    row = counts.astype(np.float32)
    row /= max(np.linalg.norm(row), 1)
    kept = QuantisedVectors.of(row[None])
    assert np.allclose(kept.numbers[0] * kept.scale[0].astype(np.float64), row, 2e-7, 0)


@given(
    st.lists(
        st.tuples(
            st.integers(0, 40),
            st.one_of(st.integers(1, 600).map(lambda n: n / 2), st.floats(0.125, 2**20, width=32)),
        ),
        max_size=60,
    ),
    st.sampled_from([1, 3, 1_100, 3_000]),
)
def test_words_are_found_with_their_rows_and_weights_to_the_bit(pairs, apart):
    """Whether the weights are whole halves or anything, the rows few or many."""
    flat = sorted((term, n * apart, weight) for n, (term, weight) in enumerate(pairs))
    terms, first = np.unique(np.array([t for t, *_ in flat], np.uint64), return_index=True)
    postings = Postings.of(
        terms,
        np.append(first, len(flat)).astype(np.int64),
        np.array([row for _, row, _ in flat], np.int32),
        np.array([weight for *_, weight in flat], np.float32),
    )
    for asked in range(42):
        rows, weights = postings.find(asked)
        assert (rows.dtype, weights.dtype) == (np.int32, np.float32)
        assert rows.tolist() == [row for term, row, _ in flat if term == asked]
        assert weights.tolist() == [np.float32(w) for term, _, w in flat if term == asked]


@given(
    st.sampled_from([np.int8, np.int32, np.float32, np.float64, np.bool_]),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_arrays_are_the_same_in_memory_of_their_own(kind, is_constant, seed):
    """To the bit, of every type, and columns that say nothing too."""
    random = np.random.default_rng(seed)
    column = random.integers(0, 2, 40_000).astype(kind)
    if is_constant:
        column[:] = column[0]
    given_ = Outer(column, random.standard_normal((300, 40)), Inner(np.zeros(0, np.int64)), 7)
    kept = in_own_memory(given_)
    pairs = (
        (given_.column, kept.column),
        (given_.matrix, kept.matrix),
        (given_.inner.ones, kept.inner.ones),
    )
    for before, after in pairs:
        assert (before.dtype, before.shape) == (after.dtype, after.shape)
        assert before.tobytes() == after.tobytes()
    assert kept.count == 7
    assert not kept.matrix.flags.writeable and not kept.column.flags.writeable


def test_not_a_number_and_the_two_zeros_stay_what_they_are():
    """They are told apart by their bits, not by comparing."""
    column = np.zeros(20_000)
    column[7] = -0.0
    nans = np.full(20_000, np.nan)
    kept = in_own_memory(Outer(column, nans[:, None], Inner(nans), 0))
    assert kept.column.tobytes() == column.tobytes()
    assert kept.inner.ones.tobytes() == nans.tobytes()


def test_the_memory_goes_with_the_last_of_the_arrays():
    """Not with the garbage collector: a household sends one to sleep for each that it wakes."""
    gc.disable()
    try:
        kept = in_own_memory(Outer(np.arange(90_000), np.eye(9), Inner(np.arange(9)), 0))
        memory = kept.matrix
        while not isinstance(memory, memoryview):
            memory = memory.base
        gone = weakref.ref(memory.obj)
        column = kept.column
        del kept, memory
        assert gone() is not None
        del column
        assert gone() is None
    finally:
        gc.enable()
