"""Opening a history that may be damaged, or that this process may only read."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from familiar_memory.errors import HistoryError
from familiar_memory.history.base import History
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.store.sqlite.reading_only import is_refusal

__all__ = ["OpenedHistory", "open_history"]


class OpenedHistory(NamedTuple):
    """A history, and what it lacks.

    `read_only` says why nothing can be written. `unreadable` says why nothing can be read:
    then the history is an empty one in the place of a damaged one.
    """

    history: History
    read_only: str | None = None
    unreadable: str | None = None


def open_history(path: Path, *, even_damaged: bool = False) -> OpenedHistory:
    """Open a history as well as it can be.

    Raises:
        HistoryError: it is damaged, foreign or newer, and it is not to be opened
            `even_damaged`.
    """
    try:
        return OpenedHistory(HistoryStore(path))
    except HistoryError as problem:
        if is_refusal(problem.__cause__):
            refusal = f"read-only: {path.name} cannot be written by this user"
            if not path.exists():
                return OpenedHistory(HistoryStore.empty(path, refusal), read_only=refusal)
            try:
                history = HistoryStore.read_only(path, refusal)
                return OpenedHistory(history, read_only=history.refusal)
            except HistoryError as worse:
                return _damaged(path, worse, even_damaged, read_only=refusal)
        return _damaged(path, problem, even_damaged)


def _damaged(
    path: Path, problem: HistoryError, even_damaged: bool, *, read_only: str | None = None
) -> OpenedHistory:
    if not even_damaged:
        raise problem
    stand_in = HistoryStore.empty(path, problem.problem, is_damaged=True)
    return OpenedHistory(stand_in, read_only, f"the conversation cannot be read: {problem.problem}")
