"""A history in the memory of one process: nothing is written anywhere, and it goes with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from familiar_memory.domain.erasure import Erasable
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn, TurnName
from familiar_memory.history.ledger.watermarks import WRITER, checked_prefixes
from familiar_memory.history.moments import to_us
from familiar_memory.history.turns.amendment import Recorded, RecordOutcome
from familiar_memory.history.turns.checking import check_turn
from familiar_memory.history.turns.counting import CountedTurns, HistoryCounts, added_up
from familiar_memory.testing.memory_history.erasing import MemoryHistoryEraser, has_words
from familiar_memory.testing.memory_history.people_rows import MemoryPeopleRows
from familiar_memory.testing.memory_history.session_rows import MemorySessionRows
from familiar_memory.testing.memory_history.turn_rows import MemoryTurnRows

__all__ = ["MemoryHistory"]


class MemoryHistory(MemoryTurnRows, MemorySessionRows, MemoryPeopleRows):
    """A `History` without a file, for tests, and for talk that nobody keeps."""

    refusal: str | None = None

    # --- recording --------------------------------------------------------------------

    def record(self, turn: Turn) -> RecordOutcome:
        """Store one turn; see `History.record`."""
        return self.record_many((turn,))[0]

    def record_many(self, turns: Iterable[Turn]) -> list[RecordOutcome]:
        """Store turns in the order given, all of them or, on any error, none."""
        return [recorded.outcome for recorded in self.record_in_sessions(turns)]

    def record_in_sessions(self, turns: Iterable[Turn]) -> list[Recorded]:
        """As `record_many`, and say too which session each turn stands in by then."""
        given = tuple(turns)
        for turn in given:
            check_turn(turn)
        with self._asked() as talk:
            return [
                Recorded(outcome, None if turn.session is None else turn.session.key)
                for outcome, turn in talk.record(given)
            ]

    def make_private(self, names: Iterable[tuple[Place, str]]) -> set[TurnName]:
        """Move turns to the private places given here with their refs; those that moved."""
        given = tuple(names)
        with self._asked() as talk:
            return talk.make_private(given)

    def eraser(self, clock: Callable[[], datetime]) -> Erasable:
        """What takes turns, people and texts out for good."""
        with self._asked() as talk:
            return MemoryHistoryEraser(
                self.name, talk, self.recalls, self.ledger, self.nights, self._lock, clock
            )

    def empty_turns(self, names: Iterable[TurnName], at: datetime) -> int:
        """Take the words of turns, with all that quotes them; nothing else goes."""
        given = frozenset(names)
        with self._asked() as talk:
            gone = [turn for turn in talk.turns if turn.name in given]
            said = [text for one in gone for text in (one.turn.text, *one.turn.actions)]
            changed = sum(self.recalls.forget_turn(*name) for name in given)
            changed += self.ledger.forget_of({turn.id for turn in gone}, said)
            changed += self.nights.forget_quotes(said)
            for turn in filter(has_words, gone):
                talk.empty(turn, to_us(at))
                changed += 1
            return changed

    # --- how far readers have come ----------------------------------------------------

    def watermark(self, name: str = WRITER) -> int:
        """The last turn id that this reader has dealt with; 0 at first."""
        return self.ledger.position(name)

    def watermarks_like(self, prefix: str) -> dict[str, int]:
        """The watermarks whose names begin so, by name."""
        return self.ledger.positions(prefix)

    def set_watermark(self, turn_id: int, name: str = WRITER) -> None:
        """Move a watermark forward; a smaller id changes nothing."""
        self.ledger.advance(turn_id, (name,))

    def set_watermarks(self, turn_id: int, names: Iterable[str]) -> None:
        """Move several watermarks forward to the same turn, all of them or none."""
        self.ledger.advance(turn_id, names)

    def drop_watermarks(self, prefixes: Iterable[str]) -> None:
        """Forget those whose names begin so, all of them or none; "" is refused."""
        self.replace_watermarks(prefixes, {})

    def replace_watermarks(self, prefixes: Iterable[str], marks: Mapping[str, int]) -> None:
        """Forget those whose names begin so, then set others, all of it or nothing."""
        self.ledger.replace(checked_prefixes(prefixes), marks)

    # --- the whole of it --------------------------------------------------------------

    def counts(self) -> HistoryCounts:
        """How much is stored."""
        with self._asked() as talk:
            return added_up(
                (_counted_as(one.turn) for one in talk.turns),
                places=len(talk.places),
                people=len(talk.people.who_spoke()),
                sessions=sum(one.turn_count > 0 for one in talk.sessions.newest_first()),
            )

    def check(self) -> tuple[str, ...]:
        """Nothing flips here."""
        self._refuse_closed()
        return ()

    def close(self) -> None:
        """Let go of it; doing it again does nothing."""
        self._is_closed = True


def _counted_as(turn: Turn) -> CountedTurns:
    sort = (turn.kind.value, turn.role.value, turn.place.platform)
    return CountedTurns(*sort, turn.silent, turn.deleted, 1)
