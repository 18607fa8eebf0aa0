"""What is kept of what is said: the one door for turns, whoever brings them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from familiar_memory.history.turns.amendment import RecordOutcome

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.talk.place import Place
    from familiar_memory.domain.talk.turn import StoredTurn, Turn
    from familiar_memory.history.base import HistoryReader

__all__ = ["Admission", "stored_turn"]

_Keep = Callable[["Sequence[Turn]"], "Sequence[RecordOutcome]"]


class Admission:
    """Lets turns in, but none that is incognito, and none of somebody who is not to be kept."""

    def __init__(self, parts: Parts) -> None:
        self._memory = parts.setup.settings.memory
        self._history = parts.files.history
        self._tombstones = parts.tombstones

    def admit(self, turns: Sequence[Turn], keep: _Keep) -> list[RecordOutcome]:
        """Have those kept that may be, all or none; what became of each, in their order.

        A deletion is heard everywhere: it takes away, where there is something.
        """
        shut_out = [self._memory.keeps_out(turn) and not self._takes_away(turn) for turn in turns]
        kept = [turn for turn, is_out in zip(turns, shut_out, strict=True) if not is_out]
        plain = [replace(turn, incognito=False) if turn.incognito else turn for turn in kept]
        outcomes = iter(self._tombstones.admitting(plain, keep) if plain or not turns else ())
        return [RecordOutcome.INCOGNITO if is_out else next(outcomes) for is_out in shut_out]

    def _takes_away(self, turn: Turn) -> bool:
        return turn.deleted and stored_turn(self._history, turn.place, turn.ref) is not None


def stored_turn(history: HistoryReader, place: Place, ref: str) -> StoredTurn | None:
    """A turn by its name, in its room before or after that became private."""
    rooms = (room.slug for room in (place, place.twin) if room is not None)
    return next(filter(None, (history.turn(slug, ref) for slug in rooms)), None)
