"""Where few rows are asked for, only their vectors are multiplied; the bits are the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.index.arrays import similarity
from familiar_memory.index.arrays.quantised import QuantisedVectors


@dataclass
class Rows:
    """What is read of a segment for cosines."""

    chunk: np.ndarray
    vector_chunk: np.ndarray
    chunk_count: int
    vectors: QuantisedVectors

    def __len__(self) -> int:
        """Rows."""
        return len(self.chunk)


@given(st.data())
def test_few_and_many_score_alike(data) -> None:
    """Rows without a chunk, chunks of several vectors, and of none, too."""
    chunks = data.draw(st.integers(1, 6))
    of_row = data.draw(st.lists(st.integers(-1, chunks - 1), min_size=1, max_size=30))
    of_vector = data.draw(st.lists(st.integers(0, chunks - 1), min_size=1, max_size=12))
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=len(of_row), max_size=len(of_row))))
    random = np.random.default_rng(data.draw(st.integers(0, 99)))
    rows = Rows(
        np.array(of_row, np.int32),
        np.array(of_vector, np.int32),
        chunks,
        QuantisedVectors.of(random.normal(size=(len(of_vector), 8)).astype(np.float32)),
    )
    query = random.normal(size=8).astype(np.float32)
    with pytest.MonkeyPatch.context() as patch:
        found = []
        for few in (0.0, 2.0):
            patch.setattr(similarity, "_FEW", few)
            found.append(similarity._score(rows, mask, query).tobytes())
    assert found[0] == found[1]
