"""What a conversation history is, whatever keeps it.

`History` is what the familiar records into, and where the writers keep their place; sync and
recall are given a `HistoryReader`. Every method raises `HistoryError`, naming what cannot be
read or written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import Protocol

from familiar_memory.domain.erasure import Erasable
from familiar_memory.domain.question.search import NEWEST_TURNS
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn, Turn, TurnName
from familiar_memory.history.ledger.base import Ledger, Watermarks
from familiar_memory.history.nights.night import Nights
from familiar_memory.history.people import SeenNames
from familiar_memory.history.recalls.base import Recalls
from familiar_memory.history.sessions.membership import Session
from familiar_memory.history.turn_rows import AgedTurn, WordsSaid
from familiar_memory.history.turns.amendment import Recorded, RecordOutcome
from familiar_memory.history.turns.counting import HistoryCounts

__all__ = [
    "History",
    "HistoryReader",
    "PeopleRows",
    "Recalls",
    "SessionRows",
    "TurnRows",
]


class TurnRows(Protocol):
    """Turns by their names, by their order of arrival, by place; deleted ones as each says."""

    def turn(self, place_slug: str, ref: str) -> StoredTurn | None:
        """One turn by its name; a deleted one is there without its text."""

    def words_said(self, names: Iterable[TurnName]) -> dict[TurnName, WordsSaid]:
        """What the turns of these names say; absent where none may be recalled."""

    def turns_named(self, ref: str) -> list[StoredTurn]:
        """The turns of that ref in every place, in order of arrival."""

    def turns_after(self, after_id: int, limit: int) -> list[StoredTurn]:
        """The next turns in order of arrival, without deleted ones."""

    def every_turn_after(self, after_id: int, limit: int) -> list[StoredTurn]:
        """The next turns in order of arrival, deleted ones too, without their text."""

    def turns_before(self, places: Collection[str], before_id: int, limit: int) -> list[StoredTurn]:
        """The last turns of some places by the time they were said, of those with smaller ids.

        Oldest first, without deleted ones; at most `limit` of all places together.
        """

    def latest(self, place_slug: str, limit: int) -> list[StoredTurn]:
        """The last turns of a place by the time they were said, oldest first, not deleted."""

    def spoken(self, place_slug: str, limit: int) -> list[StoredTurn]:
        """The last turns of a place in which somebody took part, oldest first.

        Left out: what timers and jobs said, silent turns, deleted ones, and those that
        hold neither words nor actions.
        """

    def latest_id(self) -> int:
        """The id of the turn that arrived last; 0 when there is none."""

    def said_before(self, moment: datetime, up_to_id: int) -> list[AgedTurn]:
        """The turns that were said before a moment, of those with ids up to that one.

        In order of arrival, without deleted ones.
        """

    def count_after(self, after_id: int) -> int:
        """How many turns arrived after that one, without deleted ones."""

    def amendments(self, places: Collection[str]) -> int:
        """A number that grows when a turn of these places is amended, deleted, or moved.

        Turns that are added do not change it.
        """


class SessionRows(Protocol):
    """Stretches of talk, each a document of the index."""

    def sessions(self, limit_turns: int = NEWEST_TURNS) -> list[Session]:
        """The newest sessions that together hold at most so many turns, the newest first."""

    def session_revisions(self, limit_turns: int = NEWEST_TURNS) -> list[tuple[str, int, int]]:
        """Key, revision and turns of each of `sessions`: for a scan, in one cheap query."""

    def session(self, key: str) -> Session | None:
        """One session by its key."""

    def session_read(self, key: str) -> tuple[Session, list[StoredTurn]] | None:
        """One session with its turns, as `session` and `session_turns` have them, at one moment."""

    def session_growth(
        self, key: str, revision: int, turn_count: int
    ) -> tuple[Session, list[StoredTurn]] | None:
        """A session, and the turns that came to its end since it had this revision.

        None where anything else has happened to it.
        """

    def session_turns(self, key: str) -> list[StoredTurn]:
        """The turns of a session in the order they were said, deleted ones left out.

        An unknown key gives none.
        """

    def sessions_of(self, turns: Iterable[Turn]) -> list[str]:
        """The keys of the sessions that hold these turns, each once, by place and ref.

        A room is looked up under both privacies: see `record`.
        """

    def turns_in_newer(self, key: str) -> int:
        """How many turns that session and all newer ones hold together."""

    def count_older(self, limit_turns: int) -> int:
        """How many turns stand in sessions that `sessions(limit_turns)` leaves out."""


class PeopleRows(Protocol):
    """Who has spoken, under which names, and where."""

    def authors(self) -> list[Author]:
        """Everybody who ever spoke, under their newest names, by platform and id."""

    def names_of(self, author: Author) -> list[SeenNames]:
        """Every set of names that a person went by, the latest first."""

    def names_of_everybody(self) -> list[SeenNames]:
        """Every set of names of each of the `authors` in turn, the latest first."""

    def names_in(self, places: Collection[str], after_id: int = 0) -> list[Author]:
        """Everybody who has spoken in these places, once for each set of names used there.

        Only in turns that arrived after that one.
        """

    def recent_distinct_authors(self, place: Place | str, limit: int = 5) -> list[Author]:
        """The people (never the familiar) last heard in a place, the latest first.

        Takes the same time however long the history is.
        """

    def places(self) -> list[Place]:
        """Every place in which something was recorded, by slug, under its newest names.

        A place is called what the turn calls it that was said last of those that stand in it
        and name it: what leaves an open room for a private one takes its name along.
        """

    def places_named(self, slugs: Collection[str]) -> dict[str, Place]:
        """The places of these slugs, as `places` has them; absent where nothing was recorded."""

    def rooms_of(self, author: Author) -> frozenset[str]:
        """The slugs of the places in which a person has spoken."""


class HistoryReader(TurnRows, SessionRows, PeopleRows, Protocol):
    """What was said, by whom and in which session, as far as it is only looked at."""

    @property
    def name(self) -> str:
        """What it is called in errors."""


class History(HistoryReader, Watermarks, Protocol):
    """Turns, who said them and where, sessions, watermarks, the ledgers of batches and nights.

    Safe to share between threads. Closed, it refuses everything but to be closed again.
    """

    @property
    def ledger(self) -> Ledger:
        """What writers have dealt with."""

    @property
    def nights(self) -> Nights:
        """The runs of the sleep cycle."""

    @property
    def recalls(self) -> Recalls:
        """The log of recalls."""

    @property
    def refusal(self) -> str | None:
        """Why nothing can be written; None when it can."""

    def record(self, turn: Turn) -> RecordOutcome:
        """Store one turn; on return it is kept as long as the history is.

        (`place`, `ref`) names it: the same again changes nothing, other content
        amends, `deleted` takes the text away for good. An amendment keeps the time at
        which the turn was first said, and therefore its session. A channel that became
        private is the same room: a turn of it that comes as private is private from then
        on, and one that was private stays so.

        Raises:
            InputError: the turn cannot be stored; nothing was written.
        """

    def record_many(self, turns: Iterable[Turn]) -> list[RecordOutcome]:
        """Store turns in the order given, all of them or, on any error, none.

        Where turns leave an open room, what is left of it is divided into sessions anew,
        once in each call: give a whole channel at once, or call `make_private` before.
        """

    def record_in_sessions(self, turns: Iterable[Turn]) -> list[Recorded]:
        """As `record_many`, and say too which session each turn stands in by then."""

    def make_private(self, names: Iterable[tuple[Place, str]]) -> set[tuple[str, str]]:
        """Move turns to the private places given here with their refs, in one transaction.

        Only those that stand in the same room while it was open: to record them as private
        would do the same. Returns the (place slug, ref) of those that moved.
        """

    def eraser(self, clock: Callable[[], datetime]) -> Erasable:
        """What takes turns, people and texts out for good; `clock` dates what it empties."""

    def empty_turns(self, names: Iterable[TurnName], at: datetime) -> int:
        """Take the words of turns for good, with all that quotes them; how many rows changed.

        Their names stay taken, as when they are erased. Unlike forgetting it leaves what says
        nothing of them: marks, why steps failed, replies to batches of other turns. On return no
        byte of the words is left, nor of a call that was cut off before.

        Raises:
            HistoryError: the disk refused, or somebody else uses the file just now.
        """

    def counts(self) -> HistoryCounts:
        """How much is stored; reads all of it."""

    def check(self) -> tuple[str, ...]:
        """Every damage found; reads all of it."""

    def close(self) -> None:
        """Let go of what it holds open; doing it again does nothing."""
