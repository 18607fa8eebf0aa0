"""Makers of turns, and a familiar's history and tree in a temporary folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from people_and_places import TAVERN

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)

MakeTurn = Callable[..., Turn]


@pytest.fixture
def make_turn() -> MakeTurn:
    """Turns a minute apart, each with a ref of its own."""
    count = 0

    def make(text: str, who: str = "Rowan", place: Place = TAVERN, **more: object) -> Turn:
        nonlocal count
        count += 1
        user_id = str(more.pop("user_id", sum(map(ord, who))))
        fields: dict[str, object] = {
            "ref": f"t{count}",
            "timestamp": START + timedelta(minutes=count),
            "place": place,
            "author": Author("discord", user_id, who),
            "text": text,
        }
        return Turn(**(fields | more))  # type: ignore[arg-type]

    return make


@pytest.fixture
def stored() -> Callable[..., tuple[StoredTurn, ...]]:
    """Turns as history would number them, one session a place."""

    def number(*turns: Turn, first: int = 1) -> tuple[StoredTurn, ...]:
        return tuple(
            StoredTurn(first + index, turn, f"{turn.place.slug}/00000001")
            for index, turn in enumerate(turns)
        )

    return number


@pytest.fixture
def history(tmp_path: Path) -> Iterator[HistoryStore]:
    """An empty history."""
    with HistoryStore(tmp_path / "history.sqlite") as opened:
        yield opened


@pytest.fixture
def store(tmp_path: Path) -> MemoryStore:
    """An empty tree."""
    return MemoryStore(tmp_path / "memory")


@pytest.fixture
def writer(history: HistoryStore, store: MemoryStore) -> MemoryWriter:
    """The writer without a model, in UTC."""
    return MemoryWriter(history, store, ExtractiveWriter(), lambda: START, WritingRules(UTC))
