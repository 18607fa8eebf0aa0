"""The turns that wait to be written up, cut into batches of one reach each.

What is said in one reach (a guild's rooms; a direct message) is written up as if nothing
else had been said anywhere: where its batches end, and in which order they come, depends
on its own turns alone. So a busy private room moves no border in a public one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import History
from familiar_memory.history.ledger.base import Ledger
from familiar_memory.history.ledger.ledger import TRIED_AGAIN, BatchStatus, LedgerEntry
from familiar_memory.writers.cutting import batch_length, look_ahead

__all__ = ["WaitingTalk"]

_PAGE = 1_000
"""Turns read at once, far more than a batch holds."""
_SETTLED = (
    BatchStatus.APPLIED,
    BatchStatus.EMPTY,
    BatchStatus.QUARANTINED,
    # A person has put it back: it is given out by itself (`retries.returned`).
    BatchStatus.RETURNED,
)


class WaitingTalk:
    """One pass over the turns behind the watermark; memory is bounded by two batches a reach.

    Turns behind the watermark may have been dealt with, as in a run that died: the ledger
    tells of each turn by itself, since which reach it belongs to may have changed.
    """

    def __init__(
        self,
        history: History,
        reach_of: Callable[[str], str],
        batch_turns: int,
        only: str | None = None,
    ) -> None:
        """`reach_of` says of a place slug which talk it belongs to; `only` that one is cut."""
        self._only = only
        self._passed_over: int | None = None
        """The first turn that waits in another reach than the only one."""
        self._history = history
        self._reach_of = reach_of
        self._batch_turns = batch_turns
        self._read = history.watermark()
        self._waiting: dict[str, list[StoredTurn]] = {}
        self._order: list[tuple[int, str]] = []
        """A heap of first waiting turn and reach; what no longer holds is dropped when met."""
        self._done = _Done(history.ledger, self._read)
        begun = history.ledger.after(self._read, (*TRIED_AGAIN, BatchStatus.STAGED))
        self._begun = {entry.first: entry for entry in begun}

    def batches(self) -> Iterator[tuple[str, list[StoredTurn]]]:
        """Every batch with its reach; one that failed, or was not ended, is cut as it was.

        If it still is one.
        """
        enough = look_ahead(self._batch_turns)
        for stored in self._turns():
            if self._done.holds(stored.id):
                continue
            reach = self._reach_of(stored.turn.place.slug)
            if self._only not in (None, reach):
                self._passed_over = self._passed_over or stored.id
                continue
            waiting = self._waiting.get(reach)
            if waiting is None:
                self._wait(reach, [stored])
            else:
                waiting.append(stored)
            if len(self._waiting[reach]) >= enough:
                yield reach, self._cut(reach)
        while (first := self._first()) is not None:
            yield first[1], self._cut(first[1])

    @property
    def settled(self) -> int:
        """The turn up to which nothing waits, all batches that were given out being done."""
        first = self._first()
        waiting = (None if first is None else first[0], self._passed_over)
        return min([self._read, *(one - 1 for one in waiting if one is not None)])

    def _turns(self) -> Iterator[StoredTurn]:
        newest = self._history.latest_id()
        while page := self._history.turns_after(self._read, _PAGE):
            for stored in page:
                self._read = stored.id
                yield stored
            newest = self._history.latest_id()
        # Nothing stands after the last that does: what was recorded there is deleted.
        self._read = max(self._read, newest)

    def _wait(self, reach: str, turns: list[StoredTurn]) -> None:
        self._waiting[reach] = turns
        heapq.heappush(self._order, (turns[0].id, reach))

    def _first(self) -> tuple[int, str] | None:
        """The first turn that waits, and its reach."""
        while self._order:
            turn_id, reach = self._order[0]
            waiting = self._waiting.get(reach)
            if waiting is not None and waiting[0].id == turn_id:
                return turn_id, reach
            heapq.heappop(self._order)
        return None

    def _cut(self, reach: str) -> list[StoredTurn]:
        waiting = self._waiting.pop(reach)
        length = self._length_of_begun(waiting) or batch_length(waiting, self._batch_turns)
        if rest := waiting[length:]:
            self._wait(reach, rest)
        return waiting[:length]

    def _length_of_begun(self, waiting: list[StoredTurn]) -> int:
        """How many of the turns make a batch that was begun; 0 where they make none, or another."""
        begun = self._begun.get(waiting[0].id)
        if begun is None:
            return 0
        of_its_range = [stored for stored in waiting if stored.id <= begun.last]
        return len(of_its_range) if all(begun.holds(one.id) for one in of_its_range) else 0


class _Done:
    """Which turns behind the watermark are in a batch that is done; asked in ascending order."""

    def __init__(self, ledger: Ledger, after: int) -> None:
        entries = ledger.after(after, _SETTLED)
        self._entries: list[LedgerEntry] = entries[::-1]
        self._turns: set[int] = set()
        self._all_up_to = 0

    def holds(self, turn_id: int) -> bool:
        """Whether this turn needs no more writing up."""
        while self._entries and self._entries[-1].first <= turn_id:
            entry = self._entries.pop()
            if entry.turns is None:
                self._all_up_to = max(self._all_up_to, entry.last)
            else:
                self._turns |= entry.turns
        if turn_id in self._turns:
            self._turns.discard(turn_id)
            return True
        return turn_id <= self._all_up_to
