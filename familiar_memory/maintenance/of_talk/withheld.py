"""Which turns nothing is made of at night, whoever would word it: told in confidence, or held."""

from __future__ import annotations

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.text.markers import strip_recalled
from familiar_memory.history.base import History
from familiar_memory.knowledge.write_policy.confided_turns import CONFIDED_TURNS, confided_turns
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.writers.marks.held_marks import HeldMarks
from familiar_memory.writers.policy.cited import Cited, CitedTurns
from familiar_memory.writers.policy.confidence import ToldInConfidence
from familiar_memory.writers.text.material import is_material

__all__ = ["WithheldTurns"]


class WithheldTurns:
    """By their words, and by what the writer has found of them and noted by number."""

    def __init__(self, history: History, markers: Markers) -> None:
        """Read what is noted by now."""
        known = confided_turns(history.watermarks_like(CONFIDED_TURNS))
        cited = CitedTurns(history, history.turn, known)
        self._confidence = ToldInConfidence(cited, markers)
        self._confided = known
        waiting = HeldMarks(history).waiting().values()
        self._held = frozenset(turn for mark in waiting for turn in mark.turns)

    def has(self, stored: StoredTurn) -> bool:
        """Whether this turn is one of them."""
        if stored.id in self._held or stored.id in self._confided:
            return True
        if not is_material(stored.turn):
            # What the familiar has answered may say it again.
            return self._confidence.shows(strip_recalled(stored.turn.text))
        return self._confidence.has(Cited((stored,)))
