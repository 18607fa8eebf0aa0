"""How sure a mean is: 95 % bootstrap intervals over questions, or over conversations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Interval", "over_conversations", "over_questions"]

_ROUNDS = 5_000
_SEED = 12
_BOUNDS = (2.5, 97.5)
_AT_ONCE = 500
"""Rounds drawn in one array, so that memory stays small."""


class Interval(NamedTuple):
    """A mean, and the bounds between which 95 of 100 means of drawn questions lie."""

    mean: float
    low: float
    high: float


def over_questions(values: NDArray[np.float64]) -> Interval:
    """Draw as many questions as there are, with replacement, again and again.

    For two rankings of the same questions give the differences, question by question: the
    interval is then a paired one, and narrower than what the two have each.

    Raises:
        ValueError: there are no values.
    """
    return _drawn(values, np.ones(len(values)))


def over_conversations(values: NDArray[np.float64], groups: Sequence[int]) -> Interval:
    """The same, but whole conversations are drawn: `groups` has the number of each value's.

    With few conversations it is rough, and tends to be too narrow.

    Raises:
        ValueError: there are no values, or not as many groups.
    """
    if len(groups) != len(values):
        raise ValueError(f"{len(values)} values and {len(groups)} groups: one each is needed")
    _, numbers = np.unique(np.asarray(groups), return_inverse=True)
    sums = np.bincount(numbers, weights=values).astype(np.float64)
    counts = np.bincount(numbers).astype(np.float64)
    return _drawn(sums, counts)


def _drawn(sums: NDArray[np.float64], counts: NDArray[np.float64]) -> Interval:
    """Means of drawn units, each with the sum of its values and how many they are."""
    if not len(sums):
        raise ValueError("no values were given: an interval needs one or more")
    generator = np.random.default_rng(_SEED)
    means = []
    for begin in range(0, _ROUNDS, _AT_ONCE):
        rounds = min(_AT_ONCE, _ROUNDS - begin)
        picked = generator.integers(len(sums), size=(rounds, len(sums)))
        means.append(sums[picked].sum(axis=1) / counts[picked].sum(axis=1))
    low, high = np.percentile(np.concatenate(means), _BOUNDS)
    return Interval(float(sums.sum() / counts.sum()), float(low), float(high))
