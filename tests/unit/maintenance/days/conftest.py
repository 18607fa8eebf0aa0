"""A familiar that sleeps, in a temporary folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from day_lives import Sleeper

from familiar_memory.history.history_store import HistoryStore
from familiar_memory.store.memory_store import MemoryStore


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Sleeper]:
    """Its history and tree are empty."""
    with HistoryStore(tmp_path / "history.sqlite") as history:
        yield Sleeper(history, MemoryStore(tmp_path / "memory"))
