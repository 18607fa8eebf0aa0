"""Whose doing it is that no model answers for a batch: everybody's, or its own."""

from __future__ import annotations

from familiar_memory.history.ledger.ledger import LedgerEntry

__all__ = ["OwnDelays", "is_suspect"]

_FEW = 3
"""Delays of one batch after which a run tries another: few calls are lost to an outage."""


def is_suspect(earlier: LedgerEntry | None) -> bool:
    """Whether one delay more of that batch may be its own doing, so that others are to be tried."""
    return earlier is not None and (earlier.attempts > 0 or earlier.delays + 1 >= _FEW)


class OwnDelays:
    """Remembers, while the program runs, for which batches a model has answered in between.

    Some servers answer what they do not like, or what is too long for them, as if nobody could be
    served. That is told from an outage by the others alone: a batch is delayed, then others are
    answered, then it is delayed again. Batches are known by their ranges.
    """

    def __init__(self) -> None:
        """Nothing is known yet, as after each start: then a delay is everybody's."""
        self._others_answered: dict[tuple[int, int], bool] = {}
        self._proven: set[tuple[int, int]] = set()

    def answered(self, batch: tuple[int, int]) -> None:
        """A model has said something of a batch, whatever it was."""
        self._others_answered.pop(batch, None)
        self._proven.discard(batch)
        self._others_answered = dict.fromkeys(self._others_answered, True)

    def delayed(self, batch: tuple[int, int], *, is_suspect: bool, is_at_once: bool) -> bool:
        """Once more nobody answered for a batch: whether that is its own doing.

        Where another was answered `is_at_once` before, in the same run, it is proven, and holds
        until it is answered: it need not wait for others to come.
        """
        others_answered = self._others_answered.get(batch, False)
        self._others_answered[batch] = False
        if is_suspect and others_answered and is_at_once:
            self._proven.add(batch)
        return is_suspect and (others_answered or batch in self._proven)
