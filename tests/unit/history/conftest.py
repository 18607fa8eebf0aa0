"""A history in a temporary folder, and turns to record in it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
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

    def make(ref: str, text: str = "hello", *, minute: float = 0, who: str = "42", **more: Any):
        given: dict[str, Any] = {
            "ref": ref,
            "timestamp": datetime(2026, 2, 2, 19, 0, tzinfo=UTC) + timedelta(minutes=minute),
            "place": Place("discord", "tavern", "lantern"),
            "author": Author("discord", who, f"Name {who}"),
            "text": text,
        }
        return Turn(**(given | more))

    return make
