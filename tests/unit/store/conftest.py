"""A journal and a store that reports to it, in a temporary folder, at noon."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from familiar_memory.store import AuditJournal, MemoryStore

_NOON = datetime(2026, 1, 28, 12, 0, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[AuditJournal]:
    """A journal that does not exist yet."""
    with AuditJournal(tmp_path / "journal") as journal:
        yield journal


@pytest.fixture
def store(tmp_path: Path, journal: AuditJournal) -> MemoryStore:
    """A store that reports to it, at noon."""
    return MemoryStore(tmp_path / "memory", journal=journal, clock=lambda: _NOON)
