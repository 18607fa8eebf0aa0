"""Whether messages still stand as they were read: a run is long, and people edit and delete."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import HistoryReader

__all__ = ["AsSaid"]


class AsSaid:
    """Looks at single messages only after some message was amended, deleted or moved."""

    def __init__(self, history: HistoryReader) -> None:
        """From now on."""
        self._history = history
        self._amendments = self._number()

    def hold(self, turns: Iterable[StoredTurn]) -> bool:
        """Whether all of these are what they were."""
        if self._number() == self._amendments:
            return True
        return all(self._history.turn(one.turn.place.slug, one.turn.ref) == one for one in turns)

    def _number(self) -> int:
        return self._history.amendments([place.slug for place in self._history.places()])
