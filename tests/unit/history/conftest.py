"""A history in a temporary folder, and turns to record in it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from turns import said

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the history's file goes."""
    return tmp_path / "history.sqlite"


@pytest.fixture
def history(path: Path) -> Iterator[HistoryStore]:
    """An empty history."""
    with HistoryStore(path) as store:
        yield store


@pytest.fixture
def say() -> Callable[..., Turn]:
    """Make a turn: `say("m1", "hello", minute=5, who="42")`."""
    return said
