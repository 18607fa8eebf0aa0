"""The conversation history: every turn that was said, in one file that is truth."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from familiar_memory.domain.question.search import NEWEST_TURNS
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.history import people
from familiar_memory.history.database import Database
from familiar_memory.history.erasing import HistoryEraser
from familiar_memory.history.ledger import watermarks
from familiar_memory.history.ledger.ledger import BatchLedger
from familiar_memory.history.ledger.watermarks import WRITER
from familiar_memory.history.people import SeenNames
from familiar_memory.history.places import all_places, place_id, places_named
from familiar_memory.history.recalls.log import RecallLog
from familiar_memory.history.sessions import membership
from familiar_memory.history.sessions.growing import added_since
from familiar_memory.history.sessions.membership import Session
from familiar_memory.history.turn_rows import (
    WordsSaid,
    newest_before,
    select_turns,
    turns_of_ids,
    words_said,
)
from familiar_memory.history.turns.amendment import Recorded, RecordOutcome
from familiar_memory.history.turns.checking import check_turn
from familiar_memory.history.turns.counting import HistoryCounts, count, count_after, count_older
from familiar_memory.history.turns.leaving import make_private
from familiar_memory.history.turns.recording import record_turns

__all__ = ["HistoryStore"]

# What a text without words is made of; by itself SQLite would take only spaces for that.
_BLANKS = "".join(chr(code) for code in range(0x3001) if chr(code).isspace())
# Refs are looked up place by place, through the index on (place, ref).
_BY_REF = "WHERE t.place IN (SELECT id FROM places) AND t.ref = ? ORDER BY t.id"


class HistoryStore:
    """Turns, who said them and where, sessions, watermarks, and the ledger of batches.

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

    def turn(self, place_slug: str, ref: str) -> StoredTurn | None:
        """One turn by its name; a deleted one is there without its text."""
        with self._database.reading() as connection:
            found = select_turns(connection, "WHERE p.slug = ? AND t.ref = ?", (place_slug, ref))
        return found[0] if found else None

    def words_said(self, names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], WordsSaid]:
        """What the turns of these (place slug, ref) say; absent where none may be recalled."""
        with self._database.reading() as connection:
            return words_said(connection, names)

    def sessions_of(self, turns: Iterable[Turn]) -> list[str]:
        """The keys of the sessions that hold these turns, each once, by place and ref.

        A room is looked up under both privacies: see `record`.
        """
        rooms = ((turn.ref, (turn.place, turn.place.twin)) for turn in turns)
        names = [(place.slug, ref) for ref, both in rooms for place in both if place is not None]
        with self._database.reading() as connection:
            return membership.holding(connection, names)

    def turns_named(self, ref: str) -> list[StoredTurn]:
        """The turns of that ref in every place, in order of arrival."""
        with self._database.reading() as connection:
            return select_turns(connection, _BY_REF, (ref,))

    def turns_after(self, after_id: int, limit: int) -> list[StoredTurn]:
        """The next turns in order of arrival, without deleted ones."""
        with self._database.reading() as connection:
            return select_turns(
                connection,
                "WHERE t.id > ? AND t.state != 'deleted' ORDER BY t.id LIMIT ?",
                (after_id, limit),
            )

    def count_after(self, after_id: int) -> int:
        """How many turns arrived after that one, without deleted ones."""
        with self._database.reading() as connection:
            return count_after(connection, after_id)

    def count_older(self, limit_turns: int) -> int:
        """How many turns stand in sessions that `sessions(limit_turns)` leaves out."""
        with self._database.reading() as connection:
            return count_older(connection, limit_turns)

    def turns_before(self, places: Collection[str], before_id: int, limit: int) -> list[StoredTurn]:
        """The last turns of some places by the time they were said, of those with smaller ids.

        Oldest first, without deleted ones; at most `limit` of all places together.
        """
        with self._database.reading() as connection:
            rooms = [place_id(connection, slug) for slug in places]
            found = turns_of_ids(connection, newest_before(connection, rooms, before_id, limit))
        return sorted(found, key=lambda stored: (stored.turn.timestamp, stored.id))

    def amendments(self, places: Collection[str]) -> int:
        """A number that grows when a turn of these places is amended, deleted, or moved.

        Turns that are added do not change it.
        """
        with self._database.reading() as connection:
            return membership.amendments(connection, places)

    def names_in(self, places: Collection[str], after_id: int = 0) -> list[Author]:
        """Everybody who has spoken in these places, once for each set of names used there.

        Only in turns that arrived after that one.
        """
        with self._database.reading() as connection:
            return people.names_in(connection, places, after_id)

    def latest(self, place_slug: str, limit: int) -> list[StoredTurn]:
        """The last turns of a place by the time they were said, oldest first, not deleted."""
        with self._database.reading() as connection:
            place = place_id(connection, place_slug)
            newest_first = select_turns(
                connection,
                "WHERE t.place = ? AND t.state != 'deleted'"
                " ORDER BY t.said_us DESC, t.id DESC LIMIT ?",
                (place, limit),
            )
        return newest_first[::-1]

    def spoken(self, place_slug: str, limit: int) -> list[StoredTurn]:
        """The last turns of a place in which somebody took part, oldest first.

        Left out: what timers and jobs said, silent turns, deleted ones, and those that
        hold neither words nor actions.
        """
        with self._database.reading() as connection:
            place = place_id(connection, place_slug)
            newest_first = select_turns(
                connection,
                "WHERE t.place = ? AND t.state != 'deleted' AND t.kind = 'interactive'"
                " AND NOT t.silent AND (trim(t.text, ?) != '' OR t.actions != '[]')"
                " ORDER BY t.said_us DESC, t.id DESC LIMIT ?",
                (place, _BLANKS, limit),
            )
        return newest_first[::-1]

    def latest_id(self) -> int:
        """The id of the turn that arrived last; 0 when there is none."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT coalesce(max(id), 0) FROM turns").fetchone()
        return int(row[0])

    def sessions(self, limit_turns: int = NEWEST_TURNS) -> list[Session]:
        """The newest sessions that together hold at most so many turns, the newest first."""
        with self._database.reading() as connection:
            return membership.newest_sessions(connection, limit_turns)

    def session_revisions(self, limit_turns: int = NEWEST_TURNS) -> list[tuple[str, int, int]]:
        """Key, revision and turns of each of `sessions`: for a scan, in one cheap query."""
        with self._database.reading() as connection:
            return membership.newest_revisions(connection, limit_turns)

    def session(self, key: str) -> Session | None:
        """One session by its key."""
        with self._database.reading() as connection:
            return membership.find_session(connection, key)

    def session_read(self, key: str) -> tuple[Session, list[StoredTurn]] | None:
        """One session with its turns, as `session` and `session_turns` have them, at one moment."""
        with self._database.reading() as connection:
            session = membership.find_session(connection, key)
            return None if session is None else (session, membership.turns_of(connection, key))

    def session_growth(
        self, key: str, revision: int, turn_count: int
    ) -> tuple[Session, list[StoredTurn]] | None:
        """A session, and the turns that came to its end since it had this revision.

        None where anything else has happened to it.
        """
        with self._database.reading() as connection:
            return added_since(connection, key, revision, turn_count)

    def turns_in_newer(self, key: str) -> int:
        """How many turns that session and all newer ones hold together."""
        with self._database.reading() as connection:
            return membership.turns_in_newer(connection, key)

    def session_turns(self, key: str) -> list[StoredTurn]:
        """The turns of a session in the order they were said, deleted ones left out.

        An unknown key gives none.
        """
        with self._database.reading() as connection:
            return membership.turns_of(connection, key)

    def recent_distinct_authors(self, place: Place | str, limit: int = 5) -> list[Author]:
        """The people (never the familiar) last heard in a place, the latest first.

        Takes the same time however long the history is.
        """
        slug = place if isinstance(place, str) else place.slug
        with self._database.reading() as connection:
            row = place_id(connection, slug)
            return [] if row is None else people.recent_authors(connection, row, limit)

    def authors(self) -> list[Author]:
        """Everybody who ever spoke, under their newest names, by platform and id."""
        with self._database.reading() as connection:
            return people.all_people(connection)

    def names_of(self, author: Author) -> list[SeenNames]:
        """Every set of names that a person went by, the latest first."""
        with self._database.reading() as connection:
            return people.names_of(connection, author)

    def places(self) -> list[Place]:
        """Every place in which something was recorded, by slug, under its newest names."""
        with self._database.reading() as connection:
            return all_places(connection)

    def places_named(self, slugs: Collection[str]) -> dict[str, Place]:
        """The places of these slugs, under their newest names; without those unknown."""
        with self._database.reading() as connection:
            return places_named(connection, slugs)

    def rooms_of(self, author: Author) -> frozenset[str]:
        """The slugs of the places in which a person has spoken."""
        with self._database.reading() as connection:
            return people.rooms_of(connection, author)

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

    def __enter__(self) -> HistoryStore:
        """Open for a `with` block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close at the end of the block."""
        self.close()
