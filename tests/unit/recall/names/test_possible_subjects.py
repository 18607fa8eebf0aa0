"""What a text may speak of is read from its beginning."""

from __future__ import annotations

import pytest
from processor import work

from familiar_memory.recall.names.concerned import possible_subjects


@pytest.mark.parametrize("unit", ["さむらい", "kettle", "kettle ", "鬼 "])
def test_a_message_of_a_megabyte_is_read_no_further_than_a_long_one(unit: str) -> None:
    """A name that stands behind a million characters is no reason to be late with an answer."""

    def work_s(characters: int) -> float:
        taken = []
        for _ in range(3):
            with work() as reading:
                possible_subjects(unit * (characters // len(unit)))
            taken.append(reading.seconds)
        return min(taken)

    assert work_s(2_000_000) < 5 * max(work_s(20_000), 0.005)
