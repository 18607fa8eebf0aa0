"""Which session each turn of a history in memory belongs to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.sessions.limits import SESSION_GAP, SESSION_MAX_TURNS
from familiar_memory.history.sessions.membership import Session
from familiar_memory.testing.memory_history.rows import KeptSession, KeptTurn

__all__ = ["Sessions", "grown_by"]

_GAP_US = SESSION_GAP.seconds * 1_000_000


class Sessions:
    """Every session that there was, in the order in which they began."""

    def __init__(self) -> None:
        self._all: list[KeptSession] = []

    def find(self, key: str) -> KeptSession | None:
        """The one of this key, also where it has lost all turns."""
        return next((one for one in self._all if one.key == key), None)

    def told(self, key: str) -> Session | None:
        """The one of this key, if it has turns."""
        found = self.find(key)
        return found.told if found is not None and found.turn_count else None

    def newest_first(self) -> list[KeptSession]:
        """By the last that was said in each, those without turns too."""
        return sorted(self._all, key=lambda one: (one.last_us, one.number), reverse=True)

    def newest(self, limit_turns: int) -> Iterator[KeptSession]:
        """The newest that together hold at most so many turns, the newest first."""
        total = 0
        for one in self.newest_first():
            total += one.turn_count
            if total > limit_turns:
                return
            if one.turn_count:
                yield one

    def amendments(self, places: Collection[str]) -> int:
        """How often turns of these places were amended, deleted or moved: it grows."""
        return sum(one.revision - one.turn_count for one in self._all if one.place in places)

    def join(self, place: str, said_us: int) -> KeptSession:
        """Put one more turn into the session where it belongs, opening one if need be."""
        found = self._fitting(place, said_us)
        if found is None:
            return self._open(place, said_us)
        found.turn_count += 1
        found.revision += 1
        found.first_us = min(found.first_us, said_us)
        found.last_us = max(found.last_us, said_us)
        found.is_full = found.turn_count >= SESSION_MAX_TURNS
        return found

    def rename_place(self, slug: str, new: str) -> None:
        """Its sessions are of a place of another name."""
        for one in self._all:
            if one.place == slug:
                one.place = new

    def divide_anew(self, place: str, turns: Iterable[KeptTurn], since: int) -> None:
        """Let the turns of a place join again that came after one that has left it.

        As if those that left had never been said there. The revision grows of each session
        whose turns are not the same any more: by more than the turns that it won, since
        only a turn added at its end is one for one.
        """
        here = [one for one in self._all if one.place == place]
        before = {one: (one.turn_count, one.revision) for one in here}
        for one in here:
            one.turn_count, one.is_full = 0, True
        changed = set()
        for turn in turns:
            if turn.session is None or turn.turn.place.slug != place:
                continue
            if turn.id < since:
                _hold(turn.session, turn.said_us)
                continue
            joined = self.join(place, turn.said_us)
            if joined is not turn.session:
                changed |= {joined, turn.session}
                turn.session = joined
        for one, (turn_count, revision) in before.items():
            is_same = one not in changed and one.turn_count == turn_count
            won = max(0, one.turn_count - turn_count)
            one.revision = revision if is_same else revision + 1 + won

    def _fitting(self, place: str, said_us: int) -> KeptSession | None:
        """The newest, if it falls into that or just behind; else the nearest within the gap."""
        with_room = [one for one in self._all if one.place == place and not one.is_full]
        if not with_room:
            return None
        newest = max(with_room, key=lambda one: one.first_us)
        if newest.first_us <= said_us <= newest.last_us + _GAP_US:
            return newest
        near = [one for one in with_room if _distance(one, said_us) <= _GAP_US]
        return min(near, key=lambda one: (_distance(one, said_us), one.ordinal), default=None)

    def _open(self, place: str, said_us: int) -> KeptSession:
        here = [one for one in self._all if one.place == place]
        ordinal = 1 + max((one.ordinal for one in here if one.turn_count), default=0)
        for one in here:
            if one.ordinal == ordinal:
                one.first_us = one.last_us = said_us
                one.turn_count, one.is_full = 1, False
                one.revision += 1
                return one
        self._all.append(KeptSession(len(self._all) + 1, place, ordinal, said_us, said_us))
        return self._all[-1]


def grown_by(
    session: KeptSession, turns: Iterable[KeptTurn], revision: int, turn_count: int
) -> tuple[Session, list[StoredTurn]] | None:
    """A session and the turns that came to its end since it had this revision; else None."""
    held = sorted((one for one in turns if one.session is session), key=lambda one: one.by_time)
    added = session.turn_count - turn_count
    if not 0 <= added <= len(held) or session.revision - revision != added:
        return None
    last = held[len(held) - added :]
    if {one.id for one in last} != set(sorted(one.id for one in held)[len(held) - added :]):
        return None
    return session.told, [one.told for one in last]


def _hold(session: KeptSession, said_us: int) -> None:
    """Count a turn that stays, from none."""
    is_first = session.turn_count == 0
    session.first_us = said_us if is_first else min(session.first_us, said_us)
    session.last_us = said_us if is_first else max(session.last_us, said_us)
    session.turn_count += 1
    session.is_full = session.turn_count >= SESSION_MAX_TURNS


def _distance(session: KeptSession, said_us: int) -> int:
    return max(session.first_us - said_us, said_us - session.last_us, 0)
