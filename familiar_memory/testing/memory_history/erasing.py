"""Taking turns, people and texts out of a history in memory, for good."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.sought import Sought
from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.history.moments import to_us
from familiar_memory.testing.memory_history.ledger import MemoryLedger
from familiar_memory.testing.memory_history.nights import MemoryNights
from familiar_memory.testing.memory_history.recalls import MemoryRecalls
from familiar_memory.testing.memory_history.rows import KeptTurn
from familiar_memory.testing.memory_history.talk import KeptTalk

__all__ = ["MemoryHistoryEraser", "has_words"]


class MemoryHistoryEraser:
    """Erases (an `Erasable`) in the turns, names, recall log and ledger of one history."""

    def __init__(
        self,
        name: str,
        talk: KeptTalk,
        recalls: MemoryRecalls,
        ledger: MemoryLedger,
        nights: MemoryNights,
        lock: threading.RLock,
        clock: Callable[[], datetime],
    ) -> None:
        """Under the history's lock."""
        self.name = name
        self._talk = talk
        self._recalls = recalls
        self._ledger = ledger
        self._nights = nights
        self._lock = lock
        self._clock = clock

    def erase(self, what: Erasure) -> int:
        """Take it out of everything; how many values were changed or dropped."""
        at_us = to_us(self._clock())
        held = _holding(what)
        with self._lock:
            changed = 0 if what == Erasure() else self._forget_replies()
            changed += sum(self._recalls.forget_turn(*name) for name in self._names(what))
            changed += sum(self._recalls.forget_asker(one.slug) for one in what.authors)
            changed += sum(map(self._recalls.forget_note, what.paths))
            gone = self._turns(what)
            changed += self._ledger.forget_details({turn.id for turn in gone})
            for turn in gone:
                changed += has_words(turn)
                if has_words(turn):
                    self._talk.empty(turn, at_us)
            for author in what.authors:
                if self._talk.people.find(author) is not None:
                    rooms = self._talk.people.rooms_of(author)
                    self._talk.places.forget_rooms(rooms, self._talk.turns)
                changed += self._talk.people.forget(author, self._talk.turns)
            for place in what.places:
                self._recalls.forget_place(place)
                changed += self._talk.forget_place(place)
            for turn in self._talk.turns:
                changed += self._redact(turn, what, held, at_us)
            changed += (
                self._recalls.forget_keys(held)
                + self._recalls.forget_questions(held)
                + self._ledger.redact(held)
            )
            changed += self._talk.places.redact(held, self._talk.turns)
            return changed + self._talk.people.redact(held, self._talk.turns)

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """What still tells of it, by kind."""
        held = _holding(what)
        with self._lock:
            people = [self._talk.people.find(author) for author in what.authors]
            slugs = [author.slug for author in what.authors]
            counts = {
                "turns are there": sum(map(has_words, self._turns(what))),
                "people are there": sum(person is not None for person in people),
                "places are there": sum(map(self._talk.places.is_known, what.places)),
                "replies of models are there": 0 if what == Erasure() else self._replies(),
                "turns hold it": sum(_holds(turn, held) for turn in self._talk.turns),
                "sets of names hold it": self._talk.people.names_holding(held),
                "names of places hold it": self._talk.places.names_holding(held),
                "questions hold it": self._recalls.questions_holding(held),
                "names in the recall log hold it": self._recalls.keys_holding(held),
                "details of batches hold it": self._ledger.details_holding(held),
                "names of watermarks hold it": self._ledger.marks_holding(held),
                "rows of the recall log name it": self._recalls.naming(
                    self._names(what), slugs, what.paths
                ),
            }
        return tuple(f"{count} {words}" for words, count in counts.items() if count)

    def _forget_replies(self) -> int:
        replies = self._ledger.forget_replies() + self._ledger.forget_digests()
        return replies + self._nights.forget_problems()

    def _replies(self) -> int:
        return self._ledger.replies() + self._ledger.digests() + self._nights.problems()

    def _turns(self, what: Erasure) -> list[KeptTurn]:
        """The turns that are meant, by name or by who said them; each once."""
        people = {self._talk.people.find(author) for author in what.authors}
        return [
            turn
            for turn in self._talk.turns
            if turn.name in what.turns
            or turn.person in people
            or turn.turn.place.slug in what.places
        ]

    def _names(self, what: Erasure) -> set[TurnName]:
        return {turn.name for turn in self._turns(what)} | what.turns

    def _redact(
        self, turn: KeptTurn, what: Erasure, held: Callable[[str], bool], at_us: int
    ) -> bool:
        """Take the lines out of a turn that hold a text; one that is empty then is deleted."""
        if not _holds(turn, held):
            return False
        sought = Sought.of(what)
        text = sought.taken_from(turn.turn.text)
        left = map(sought.taken_from, turn.turn.actions)
        actions = tuple(one for one in left if one.strip())
        if text.strip() or actions:
            self._talk.redact(turn, text, actions, at_us)
        else:
            self._talk.empty(turn, at_us)
        return True


def _holding(what: Erasure) -> Callable[[str], bool]:
    return Sought.of(what).is_in


def _holds(turn: KeptTurn, held: Callable[[str], bool]) -> bool:
    return held(turn.turn.text) or any(map(held, turn.turn.actions))


def has_words(turn: KeptTurn) -> bool:
    """Whether anything is left of what a turn said."""
    said = turn.turn
    return bool(not said.deleted or said.text or said.actions or said.reply_to is not None)
