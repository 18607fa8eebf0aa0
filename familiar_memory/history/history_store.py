"""The conversation history: every turn that was said, in one file that is truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Self

from familiar_memory.domain.closing import ClosedAtEnd
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn, TurnName
from familiar_memory.history.database import Database
from familiar_memory.history.erasing import HistoryEraser
from familiar_memory.history.ledger import watermarks
from familiar_memory.history.ledger.ledger import BatchLedger
from familiar_memory.history.ledger.watermarks import WRITER
from familiar_memory.history.moments import to_us
from familiar_memory.history.nights.ledger import NightLedger
from familiar_memory.history.reading.people import SqlitePeopleRows
from familiar_memory.history.reading.sessions import SqliteSessionRows
from familiar_memory.history.reading.turns import SqliteTurnRows
from familiar_memory.history.recalls.log import RecallLog
from familiar_memory.history.turns.amendment import Recorded, RecordOutcome
from familiar_memory.history.turns.checking import check_turn
from familiar_memory.history.turns.counting import HistoryCounts, count
from familiar_memory.history.turns.emptying import empty_named
from familiar_memory.history.turns.leaving import make_private
from familiar_memory.history.turns.recording import record_turns

__all__ = ["HistoryStore"]


class HistoryStore(SqliteTurnRows, SqliteSessionRows, SqlitePeopleRows, ClosedAtEnd):
    """Turns, who said them and where, sessions, watermarks, the ledgers of batches and nights.

    On return of `record` a turn is on the disk. Safe to share between threads; several
    processes may open the same file. Every method raises HistoryError, naming the file, when
    it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        """Open the history, or create it where there is no file.

        Raises:
            HistoryError: the file is damaged, foreign, or newer than this program.
        """
        self._take(Database(path))

    def _take(self, database: Database) -> None:
        self._database = database
        self.ledger = BatchLedger(database)
        self.nights = NightLedger(database)
        self.recalls = RecallLog(database)

    @classmethod
    def read_only(cls, path: Path, refusal: str) -> Self:
        """Open a history that cannot be written, for the reason given.

        Every change raises `HistoryError`, and so does this when it cannot be read.
        """
        store = cls.__new__(cls)
        store._take(Database.read_only(path, refusal))
        return store

    @classmethod
    def empty(cls, path: Path, refusal: str, *, is_damaged: bool = False) -> Self:
        """Stand in for a history that cannot be read, or made: nothing was said in it."""
        store = cls.__new__(cls)
        store._take(Database.empty(path, refusal, is_damaged=is_damaged))
        return store

    @property
    def refusal(self) -> str | None:
        """Why nothing can be written; None when it can."""
        return self._database.refusal

    @property
    def path(self) -> Path:
        """The file."""
        return self._database.path

    @property
    def name(self) -> str:
        """That of the file."""
        return self.path.name

    def eraser(self, clock: Callable[[], datetime]) -> HistoryEraser:
        """What takes turns, people and texts out of the file for good."""
        return HistoryEraser(self._database, self.recalls, clock)

    def empty_turns(self, names: Iterable[TurnName], at: datetime) -> int:
        """Take the words of turns for good, with all that quotes them; nothing else goes."""
        given = tuple(names)
        changed = self.recalls.erase(turns=given)
        with self._database.writing() as connection:
            changed += empty_named(connection, given, to_us(at))
        self._database.scrub()
        return changed

    def record(self, turn: Turn) -> RecordOutcome:
        """Store one turn; on return it is on the disk.

        (`place`, `ref`) names it: the same again changes nothing, other content
        amends, `deleted` takes the text away for good. An amendment keeps the time at
        which the turn was first said, and therefore its session. A channel that became
        private is the same room: a turn of it that comes as private is private from then
        on, and one that was private stays so.

        Raises:
            InputError: the turn cannot be stored; nothing was written.
        """
        return self.record_many((turn,))[0]

    def record_many(self, turns: Iterable[Turn]) -> list[RecordOutcome]:
        """Store turns in the order given, all of them or, on any error, none.

        Where turns leave an open room, what is left of it is divided into sessions anew,
        once in each call: give a whole channel at once, or call `make_private` before.
        """
        return [recorded.outcome for recorded in self.record_in_sessions(turns)]

    def record_in_sessions(self, turns: Iterable[Turn]) -> list[Recorded]:
        """As `record_many`, and say too which session each turn stands in by then."""
        given = tuple(turns)
        for turn in given:
            check_turn(turn)
        if not given:
            return []
        with self._database.writing() as connection:
            return record_turns(connection, given)

    def make_private(self, names: Iterable[tuple[Place, str]]) -> set[tuple[str, str]]:
        """Move turns to the private places given here with their refs, in one transaction.

        Only those that stand in the same room while it was open: to record them as private
        would do the same. Returns the (place slug, ref) of those that moved.
        """
        given = tuple(names)
        if not given:
            return set()
        with self._database.writing() as connection:
            return make_private(connection, given)

    def watermark(self, name: str = WRITER) -> int:
        """The last turn id that this reader has dealt with; 0 at first."""
        with self._database.reading() as connection:
            return watermarks.position(connection, name)

    def watermarks_like(self, prefix: str) -> dict[str, int]:
        """The watermarks whose names begin so, by name."""
        with self._database.reading() as connection:
            return watermarks.positions(connection, prefix)

    def set_watermark(self, turn_id: int, name: str = WRITER) -> None:
        """Move a watermark forward; a smaller id changes nothing."""
        with self._database.writing() as connection:
            watermarks.advance(connection, name, turn_id)

    def set_watermarks(self, turn_id: int, names: Iterable[str]) -> None:
        """Move several watermarks forward to the same turn, all of them or none."""
        with self._database.writing() as connection:
            for name in names:
                watermarks.advance(connection, name, turn_id)

    def drop_watermarks(self, prefixes: Iterable[str]) -> None:
        """Forget those whose names begin so, all of them or none; "" is refused."""
        self.replace_watermarks(prefixes, {})

    def replace_watermarks(self, prefixes: Iterable[str], marks: Mapping[str, int]) -> None:
        """Forget those whose names begin so, then set others, all of it or nothing."""
        given = watermarks.checked_prefixes(prefixes)
        with self._database.writing() as connection:
            for prefix in given:
                watermarks.drop(connection, prefix)
            for name, turn_id in marks.items():
                watermarks.advance(connection, name, turn_id)

    def counts(self) -> HistoryCounts:
        """How much is stored; reads the whole table of turns."""
        with self._database.reading() as connection:
            return count(connection)

    def check(self) -> tuple[str, ...]:
        """Every damage found in the file; reads all of it."""
        return self._database.check()

    def close(self) -> None:
        """Close the file; doing it again does nothing."""
        self._database.close()
