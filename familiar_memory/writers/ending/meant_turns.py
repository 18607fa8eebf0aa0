"""Messages as they were meant: without what their speaker takes back as a joke right behind.

That is as if its author had edited the message.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import tzinfo

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import HistoryReader
from familiar_memory.writers.slips.jests import left_of_jests
from familiar_memory.writers.text.utterance import utterances

__all__ = ["MeantTurns"]


class MeantTurns:
    """Reads each session once: what is said later is seen by the next one of these."""

    def __init__(self, history: HistoryReader, zone: tzinfo) -> None:
        """Nothing is read yet."""
        self._history = history
        self._zone = zone
        self._sessions: dict[str, tuple[StoredTurn, ...]] = {}

    def turn(self, number: int) -> StoredTurn | None:
        """The message of that number; None where it is gone."""
        found = self._history.turns_after(number - 1, 1)
        if not found or found[0].id != number:
            return None
        stored = found[0]
        return next((one for one in self.session(stored.session) if one.id == number), stored)

    def session(self, key: str) -> tuple[StoredTurn, ...]:
        """The messages of a session."""
        if key not in self._sessions:
            self._sessions[key] = tuple(self._read(key))
        return self._sessions[key]

    def _read(self, key: str) -> Iterator[StoredTurn]:
        turns = self._history.session_turns(key)
        meant = dict(left_of_jests(utterances(turns, self._zone)))
        for one in turns:
            if (words := meant.get(one.id)) is None:
                yield one
            else:
                yield replace(one, turn=replace(one.turn, text=words, edited=True))
