"""What keeps a history: whatever is listed here is put under its contract."""

from collections.abc import Callable
from pathlib import Path

from familiar_memory.history.base import History
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.testing import MemoryHistory

__all__ = ["BACK_ENDS"]

BACK_ENDS: dict[str, Callable[[Path], History]] = {
    "sqlite": lambda folder: HistoryStore(folder / "history.sqlite"),
    "memory": lambda folder: MemoryHistory(),
}
"""By name; each makes an empty history, with a folder of its own."""
