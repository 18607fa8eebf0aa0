"""A tree whose memories are merged."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from merging_nights import Merging, merging


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Merging]:
    """Nothing stands in it."""
    with merging(tmp_path) as made:
        yield made
