"""Sessions of a history in memory, as its readers ask for them."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.domain.question.search import NEWEST_TURNS
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.history.sessions.membership import Session
from familiar_memory.testing.memory_history.held import KeptHistory
from familiar_memory.testing.memory_history.sessions import grown_by

__all__ = ["MemorySessionRows"]


class MemorySessionRows(KeptHistory):
    """The `SessionRows` of a history in memory."""

    def sessions(self, limit_turns: int = NEWEST_TURNS) -> list[Session]:
        """The newest sessions that together hold at most so many turns, the newest first."""
        with self._asked() as talk:
            return [one.told for one in talk.sessions.newest(limit_turns)]

    def session_revisions(self, limit_turns: int = NEWEST_TURNS) -> list[tuple[str, int, int]]:
        """Key, revision and turns of each of `sessions`."""
        with self._asked() as talk:
            newest = talk.sessions.newest(limit_turns)
            return [(one.key, one.revision, one.turn_count) for one in newest]

    def session(self, key: str) -> Session | None:
        """One session by its key."""
        with self._asked() as talk:
            return talk.sessions.told(key)

    def session_read(self, key: str) -> tuple[Session, list[StoredTurn]] | None:
        """One session with its turns, at one moment."""
        with self._asked():
            session = self.session(key)
            return None if session is None else (session, self.session_turns(key))

    def session_growth(
        self, key: str, revision: int, turn_count: int
    ) -> tuple[Session, list[StoredTurn]] | None:
        """A session, and the turns that came to its end since; None where anything else did."""
        with self._asked() as talk:
            found = talk.sessions.find(key)
            if found is None or not found.turn_count:
                return None
            return grown_by(found, talk.turns, revision, turn_count)

    def session_turns(self, key: str) -> list[StoredTurn]:
        """The turns of a session in the order they were said, deleted ones left out."""
        with self._asked() as talk:
            session = self.session(key)
            live = [] if session is None else talk.live_in(session.place)
            return [one.told for one in live if one.session is not None and one.session.key == key]

    def sessions_of(self, turns: Iterable[Turn]) -> list[str]:
        """The keys of the sessions that hold these turns, each once, by place and ref."""
        with self._asked() as talk:
            found = dict[str, None]()
            for turn in turns:
                for place in (turn.place, turn.place.twin):
                    held = None if place is None else talk.find(place.slug, turn.ref)
                    if held is not None and held.session is not None:
                        found[held.session.key] = None
            return list(found)

    def turns_in_newer(self, key: str) -> int:
        """How many turns that session and all newer ones hold together."""
        with self._asked() as talk:
            sessions = talk.sessions
            here, total = sessions.find(key), 0
            for one in sessions.newest_first() if here is not None else ():
                total += one.turn_count
                if one is here:
                    break
            return total

    def count_older(self, limit_turns: int) -> int:
        """How many turns stand in sessions that `sessions(limit_turns)` leaves out."""
        with self._asked() as talk:
            sessions = talk.sessions
            told = sum(one.turn_count for one in sessions.newest(limit_turns))
            return sum(one.turn_count for one in sessions.newest_first()) - told
