"""A tree, a journal and a history that grow old."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from old_nights import OldWorld, old_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[OldWorld]:
    """Everything in it was written long ago."""
    with old_world(tmp_path) as made:
        yield made
