"""All that one run writes up: what a person has put back, then what waits."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.writers.retries.attempts import CutTalk
from familiar_memory.writers.retries.returned import ReturnedTalk
from familiar_memory.writers.waiting import WaitingTalk

__all__ = ["TalkToWrite"]


class TalkToWrite:
    """The batches of a run; `returned_only` leaves those that wait where they are."""

    def __init__(
        self, waiting: WaitingTalk, returned: ReturnedTalk, *, returned_only: bool = False
    ) -> None:
        """Take what waits, and what was put back."""
        self._waiting = waiting
        self._returned = returned
        self._returned_only = returned_only

    def batches(self) -> Iterator[CutTalk]:
        """Every batch, each when the one before is done with."""
        yield from self._returned.batches()
        if not self._returned_only:
            for reach, turns in self._waiting.batches():
                yield CutTalk(reach, tuple(turns))

    @property
    def settled(self) -> int:
        """The turn up to which nothing waits, all batches that were given out being done."""
        return self._waiting.settled
