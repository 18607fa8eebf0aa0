"""The turns that wait to be written up, cut into batches of one reach each.

What is said in one reach (a guild's rooms; a direct message) is written up as if nothing
else had been said anywhere: where its batches end, and in which order they come, depends
on its own turns alone. So a busy private room moves no border in a public one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from familiar_memory.domain.turn import StoredTurn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger import BatchStatus
from familiar_memory.writers.cutting import batch_length, look_ahead

__all__ = ["WaitingTalk"]

_PAGE = 1_000
_SETTLED = (BatchStatus.APPLIED, BatchStatus.EMPTY, BatchStatus.QUARANTINED)


class WaitingTalk:
    """One pass over the turns behind the watermark; memory is bounded by two batches a reach.

    A run that died may have dealt with turns behind the watermark: the ledger tells.
    """

    def __init__(
        self, history: HistoryStore, reach_of: Callable[[str], str], batch_turns: int
    ) -> None:
        """`reach_of` says of a place slug which talk it belongs to."""
        self._history = history
        self._reach_of = reach_of
        self._batch_turns = batch_turns
        self._read = history.watermark()
        self._waiting: dict[str, list[StoredTurn]] = {}
        self._done: dict[str, int] = {}
        for entry in history.ledger.after(self._read, _SETTLED):
            if (place := history.place_of(entry.first)) is not None:
                reach = reach_of(place)
                self._done[reach] = max(self._done.get(reach, 0), entry.last)
        failed = history.ledger.after(self._read, (BatchStatus.FAILED,))
        self._failed = {entry.first: entry.last for entry in failed}

    def batches(self) -> Iterator[tuple[str, list[StoredTurn]]]:
        """Every batch with its reach; a batch that failed is cut as it was."""
        enough = look_ahead(self._batch_turns)
        for stored in self._turns():
            reach = self._reach_of(stored.turn.place.slug)
            if stored.id <= self._done.get(reach, 0):
                continue
            waiting = self._waiting.setdefault(reach, [])
            waiting.append(stored)
            if len(waiting) >= enough:
                yield reach, self._cut(reach)
        while self._waiting:
            reach = min(self._waiting, key=lambda one: self._waiting[one][0].id)
            yield reach, self._cut(reach)

    @property
    def settled(self) -> int:
        """The turn up to which nothing waits, all batches that were given out being done."""
        first = min((turns[0].id for turns in self._waiting.values()), default=self._read + 1)
        return min(first - 1, self._read)

    def _turns(self) -> Iterator[StoredTurn]:
        while page := self._history.turns_after(self._read, _PAGE):
            for stored in page:
                self._read = stored.id
                yield stored

    def _cut(self, reach: str) -> list[StoredTurn]:
        waiting = self._waiting.pop(reach)
        end = self._failed.get(waiting[0].id)
        if end is None:
            length = batch_length(waiting, self._batch_turns)
        else:
            length = sum(stored.id <= end for stored in waiting)
        if rest := waiting[length:]:
            self._waiting[reach] = rest
        return waiting[:length]
