"""All that one run writes up: what a person has put back, then what waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from familiar_memory.writers.retries.attempts import CutTalk
from familiar_memory.writers.retries.returned import ReturnedTalk
from familiar_memory.writers.waiting import WaitingTalk

__all__ = ["TalkToWrite"]


class TalkToWrite:
    """The batches of a run; `returned_only` leaves those that wait where they are."""

    def __init__(
        self,
        waiting: Callable[[], WaitingTalk],
        returned: ReturnedTalk,
        *,
        returned_only: bool = False,
    ) -> None:
        """Take what waits, as it is read at the beginning, and what was put back."""
        self._read = waiting
        self._waiting = waiting()
        self._returned = returned
        self._returned_only = returned_only
        self._given: set[int] = set()
        self._left: dict[tuple[int, int], CutTalk] = {}

    def read_again(self, cut: CutTalk) -> None:
        """Have `batches` give out what waits now, and this; what was put back comes once a run."""
        self._waiting = self._read()
        self._left.clear()
        if cut.returned is not None:
            self._given.discard(cut.returned.id)

    def batches(self) -> Iterator[CutTalk]:
        """Every batch, each when the one before is done with."""
        given = frozenset(self._given)
        for cut in self._returned.batches():
            if cut.returned is not None and cut.returned.id not in given:
                self._given.add(cut.returned.id)
                yield cut
        if not self._returned_only:
            for reach, turns in self._waiting.batches():
                yield CutTalk(reach, tuple(turns))

    def leave(self, cut: CutTalk) -> None:
        """A batch that was given out waits after all."""
        self._left[cut.batch] = cut

    def take_again(self, cut: CutTalk) -> None:
        """One that was left is given out once more."""
        self._left.pop(cut.batch, None)

    @property
    def left(self) -> tuple[CutTalk, ...]:
        """The batches that wait, of those that were given out."""
        return tuple(self._left.values())

    @property
    def settled(self) -> int:
        """The turn up to which nothing waits, all batches being done that were not left."""
        firsts = (cut.turns[0].id for cut in self.left if cut.returned is None)
        return min((self._waiting.settled, *(first - 1 for first in firsts)))
