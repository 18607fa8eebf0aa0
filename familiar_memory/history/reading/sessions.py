"""Sessions of a history file, as its readers ask for them."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.domain.question.search import NEWEST_TURNS
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.history.database import Database
from familiar_memory.history.sessions import membership
from familiar_memory.history.sessions.growing import added_since
from familiar_memory.history.sessions.membership import Session
from familiar_memory.history.turns.counting import count_older

__all__ = ["SqliteSessionRows"]


class SqliteSessionRows:
    """The `SessionRows` of a history file; each is read in one transaction."""

    _database: Database

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

    def session_turns(self, key: str) -> list[StoredTurn]:
        """The turns of a session in the order they were said, deleted ones left out.

        An unknown key gives none.
        """
        with self._database.reading() as connection:
            return membership.turns_of(connection, key)

    def sessions_of(self, turns: Iterable[Turn]) -> list[str]:
        """The keys of the sessions that hold these turns, each once, by place and ref.

        A room is looked up under both privacies: see `record`.
        """
        rooms = ((turn.ref, (turn.place, turn.place.twin)) for turn in turns)
        names = [(place.slug, ref) for ref, both in rooms for place in both if place is not None]
        with self._database.reading() as connection:
            return membership.holding(connection, names)

    def turns_in_newer(self, key: str) -> int:
        """How many turns that session and all newer ones hold together."""
        with self._database.reading() as connection:
            return membership.turns_in_newer(connection, key)

    def count_older(self, limit_turns: int) -> int:
        """How many turns stand in sessions that `sessions(limit_turns)` leaves out."""
        with self._database.reading() as connection:
            return count_older(connection, limit_turns)
