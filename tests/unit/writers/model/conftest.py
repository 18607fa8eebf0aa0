"""A familiar whose writer asks a model that says what a test has it say."""

from __future__ import annotations

import pytest
from model_lives import Life

from familiar_memory.history.history_store import HistoryStore
from familiar_memory.store.memory_store import MemoryStore


@pytest.fixture
def life(history: HistoryStore, store: MemoryStore) -> Life:
    """A familiar that nobody has talked to."""
    return Life(history, store)
