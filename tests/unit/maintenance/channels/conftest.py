"""A familiar whose rooms are gone through at night, in a temporary folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from room_nights import RoomLife

from familiar_memory.history.history_store import HistoryStore
from familiar_memory.store.memory_store import MemoryStore


@pytest.fixture
def life(tmp_path: Path) -> Iterator[RoomLife]:
    """Its history and tree are empty."""
    with HistoryStore(tmp_path / "history.sqlite") as history:
        yield RoomLife(history, MemoryStore(tmp_path / "memory"))
