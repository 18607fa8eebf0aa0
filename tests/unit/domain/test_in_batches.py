"""Many things, a few at a time."""

from __future__ import annotations

from itertools import count, islice

from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.in_batches import in_batches


@given(st.lists(st.integers(), max_size=40), st.integers(1, 9))
def test_batches_are_the_items_in_order(items: list[int], size: int) -> None:
    """None is empty, and all but the last are full."""
    batches = list(in_batches(items, size))
    assert [item for batch in batches for item in batch] == items
    assert all(len(batch) == size for batch in batches[:-1])
    assert all(batches)


def test_no_more_is_read_than_a_batch() -> None:
    """So an endless source can be taken from."""
    source = count()
    assert list(islice(in_batches(source, 3), 2)) == [[0, 1, 2], [3, 4, 5]]
    assert next(source) == 6
