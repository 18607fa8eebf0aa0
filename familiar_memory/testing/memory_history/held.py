"""What every part of a history in memory stands on: one lock, and what was said."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from familiar_memory.errors import HistoryError
from familiar_memory.testing.memory_history.ledger import MemoryLedger
from familiar_memory.testing.memory_history.nights import MemoryNights
from familiar_memory.testing.memory_history.recalls import MemoryRecalls
from familiar_memory.testing.memory_history.talk import KeptTalk

__all__ = ["KeptHistory"]


class KeptHistory:
    """All that a history in memory holds; one thread at a time asks or changes it."""

    name = "the history in memory"

    def __init__(self) -> None:
        """Nothing was said."""
        self._lock = threading.RLock()
        self._is_closed = False
        self.recalls = MemoryRecalls(self._lock, self._refuse_closed, self._is_deleted)
        self.ledger = MemoryLedger(self._lock, self._refuse_closed)
        self.nights = MemoryNights(self._lock, self._refuse_closed)
        self._talk = KeptTalk(self.recalls.forget_turn, self.ledger.forget_replies)

    @contextmanager
    def _asked(self) -> Iterator[KeptTalk]:
        """What was said, for as long as the block runs."""
        with self._lock:
            self._refuse_closed()
            yield self._talk

    def _refuse_closed(self) -> None:
        if self._is_closed:
            raise HistoryError(f"{self.name} is closed", "open another")

    def _is_deleted(self, place: str | None, ref: str) -> bool:
        """Whether a turn of that ref was deleted, in that place or, without one, in any."""
        named = (one for one in self._talk.turns if one.turn.ref == ref and one.turn.deleted)
        return any(place in (None, one.turn.place.slug) for one in named)
