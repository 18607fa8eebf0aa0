"""Batches that were put aside and are to be tried again, with the turns that they still have."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import History, HistoryReader
from familiar_memory.history.ledger.ledger import BatchStatus, LedgerEntry
from familiar_memory.writers.retries.attempts import CutTalk

__all__ = ["ReturnedTalk", "standing_turns"]

_PAGE = 1_000
"""Turns read at once."""


class ReturnedTalk:
    """One pass over what a person has put back; each batch is read when it is its turn."""

    def __init__(self, history: History, reach_of: Callable[[str], str], only: str | None) -> None:
        """`reach_of` says of a place slug which talk it belongs to; `only` that one is cut."""
        self._history = history
        self._reach_of = reach_of
        self._only = only

    def batches(self) -> Iterator[CutTalk]:
        """Every batch, in order; one that is of several reaches by now in as many parts.

        With an only reach, a batch that holds talk of another waits for a run over all.
        """
        for entry in self._history.ledger.after(0, (BatchStatus.RETURNED,)):
            parts = self._parts(entry)
            if self._only is not None and {*parts} != {self._only}:
                continue
            for number, (reach, turns) in enumerate(parts.items(), 1):
                now = self._history.ledger.entry(entry.id)
                if now is None or (now.status, now.at) != (entry.status, entry.at):
                    # A part of it has failed, so all of it is tried again.
                    break
                yield CutTalk(reach, tuple(turns), entry, is_whole=number == len(parts))

    def emptied(self) -> Iterator[LedgerEntry]:
        """Those of which no turn stands any more."""
        for entry in self._history.ledger.after(0, (BatchStatus.RETURNED,)):
            if not self._parts(entry):
                yield entry

    def _parts(self, entry: LedgerEntry) -> dict[str, list[StoredTurn]]:
        parts: dict[str, list[StoredTurn]] = {}
        for stored in standing_turns(self._history, entry):
            parts.setdefault(self._reach_of(stored.turn.place.slug), []).append(stored)
        return parts


def standing_turns(history: HistoryReader, entry: LedgerEntry) -> Iterator[StoredTurn]:
    """The turns of a batch that still stand, in order of arrival."""
    read = entry.first - 1
    while page := history.turns_after(read, _PAGE):
        for stored in page:
            if stored.id > entry.last:
                return
            if entry.holds(stored.id):
                yield stored
        read = page[-1].id
