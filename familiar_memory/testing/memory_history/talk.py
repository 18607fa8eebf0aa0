"""The turns of a history in memory: recorded, amended, taken away, moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Role, Turn, TurnName
from familiar_memory.history.moments import from_us, offset_s, to_us
from familiar_memory.history.turns.amendment import RecordOutcome, outcome_of
from familiar_memory.testing.memory_history.people import KeptPeople
from familiar_memory.testing.memory_history.places import KeptPlaces
from familiar_memory.testing.memory_history.rows import KeptTurn
from familiar_memory.testing.memory_history.sessions import Sessions

__all__ = ["KeptTalk"]


class KeptTalk:
    """All that was said, by whom and where; whoever calls holds the history's lock.

    `forget` takes a turn that has gone out of what is kept beside it; `changed` hears of the id of
    one that says something else by now, or nothing.
    """

    def __init__(
        self, forget: Callable[[str, str], object], changed: Callable[[int], object]
    ) -> None:
        self.turns: list[KeptTurn] = []
        """In the order of their ids, which count from 1."""
        self.places = KeptPlaces()
        self.people = KeptPeople()
        self.sessions = Sessions()
        self._named: dict[TurnName, KeptTurn] = {}
        self._forget = forget
        self._changed = changed

    def find(self, place: str, ref: str) -> KeptTurn | None:
        """The turn of this name."""
        return self._named.get((place, ref))

    def live_in(self, place: str) -> list[KeptTurn]:
        """The turns of a place by the time they were said, without deleted ones."""
        here = (one for one in self.turns if one.turn.place.slug == place)
        return sorted((t for t in here if not t.turn.deleted), key=lambda one: one.by_time)

    def record(self, turns: Iterable[Turn]) -> list[tuple[RecordOutcome, KeptTurn]]:
        """Write turns that are known to be sound, and say what each did."""
        gone: list[tuple[str, int]] = []
        done = [self._record(turn, gone) for turn in turns]
        self._divide(gone)
        return done

    def make_private(self, names: Iterable[tuple[Place, str]]) -> set[TurnName]:
        """Take turns out of the open rooms in which they stand, if they do; those that moved."""
        gone: list[tuple[str, int]] = []
        moved = set()
        for place, ref in names:
            open_room = place.open_twin
            turn = None if open_room is None else self.find(open_room.slug, ref)
            if turn is None or turn.turn.deleted or self.find(place.slug, ref) is not None:
                continue
            gone.append(self._leave(turn, place))
            moved.add((place.slug, ref))
        self._divide(gone)
        return moved

    def empty(self, turn: KeptTurn, at_us: int) -> None:
        """Take the text of a turn away, for good; its name stays taken."""
        turn.turn = replace(
            turn.turn, text="", actions=(), reply_to=None, edited=False, deleted=True
        )
        turn.amended_us = at_us
        self._forget(*turn.name)
        _bump(turn)

    def forget_place(self, slug: str) -> bool:
        """Take the id and names of a place away, whose turns have been emptied; if there is one."""
        if not self.places.is_known(slug):
            return False
        erased = self.places.forget(slug)
        self.people.forget_place(slug)
        self.sessions.rename_place(slug, erased.slug)
        for turn in self.turns:
            if turn.turn.place.slug == slug:
                del self._named[turn.name]
                turn.turn = replace(turn.turn, place=erased)
                self._named[turn.name] = turn
        self.places.forget_rooms((), self.turns)
        return True

    def redact(self, turn: KeptTurn, text: str, actions: tuple[str, ...], at_us: int) -> None:
        """Leave a turn with less than it said."""
        turn.turn = replace(turn.turn, text=text, actions=actions, edited=True)
        turn.amended_us = at_us
        _bump(turn)

    def _record(self, turn: Turn, gone: list[tuple[str, int]]) -> tuple[RecordOutcome, KeptTurn]:
        known = self.find(turn.place.slug, turn.ref)
        if known is None and turn.place.twin is not None:
            known = self.find(turn.place.twin.slug, turn.ref)
        if known is None:
            return self._add(turn)
        if known.turn.place.is_private or not turn.place.is_private:
            self._call(known, turn.place)
        outcome = outcome_of(known.told, known.amended_us, turn)
        if outcome is RecordOutcome.DELETED:
            self.empty(known, to_us(turn.timestamp))
            self._changed(known.id)
            return outcome, known
        if outcome is RecordOutcome.AMENDED:
            self._amend(known, turn)
            self._changed(known.id)
        stands_open = not known.turn.deleted and not known.turn.place.is_private
        if turn.place.is_private and stands_open:
            gone.append(self._leave(known, turn.place))
            outcome = RecordOutcome.AMENDED
        return outcome, known

    def _add(self, turn: Turn) -> tuple[RecordOutcome, KeptTurn]:
        said_us = to_us(turn.timestamp)
        self.places.see(turn.place)
        place = turn.place
        person, names = self.people.seen_as(turn.author, said_us)
        moment = from_us(said_us, offset_s(turn.timestamp))
        kept = KeptTurn(len(self.turns) + 1, replace(turn, timestamp=moment), person, names)
        self.turns.append(kept)
        self._named[kept.name] = kept
        if turn.edited or turn.deleted:
            kept.amended_us = said_us
        if turn.deleted:
            kept.turn = replace(kept.turn, text="", actions=(), reply_to=None, edited=False)
            return RecordOutcome.DELETED, kept
        kept.session = self.sessions.join(place.slug, said_us)
        if turn.role is Role.USER:
            self.people.heard(kept)
        return RecordOutcome.ADDED, kept

    def _call(self, known: KeptTurn, place: Place) -> None:
        """Let a turn say what its place is called, if it has a name here."""
        if place.name is not None or place.guild_name is not None:
            here = replace(known.turn.place, name=place.name, guild_name=place.guild_name)
            known.turn = replace(known.turn, place=here)
            self.places.see(here)

    def _amend(self, known: KeptTurn, turn: Turn) -> None:
        before = known.person
        known.amended_us = to_us(turn.timestamp)
        known.person, known.names = self.people.seen_as(turn.author, known.amended_us)
        known.turn = replace(turn, timestamp=known.turn.timestamp, place=known.turn.place)
        self.people.hear_anew(known.turn.place.slug, before, known, self.turns)
        if turn.role is Role.USER:
            self.people.heard(known)
        _bump(known)

    def _leave(self, turn: KeptTurn, private: Place) -> tuple[str, int]:
        """Move a turn to the private place; which place lost which turn."""
        left = turn.turn.place.slug
        self._forget(*turn.name)
        self._changed(turn.id)
        del self._named[turn.name]
        self.places.see(private)
        place = replace(turn.turn.place, private=True)
        turn.session = self.sessions.join(place.slug, turn.said_us)
        turn.turn = replace(turn.turn, place=place)
        self._call(turn, private)
        self._named[turn.name] = turn
        _bump(turn)
        if turn.turn.role is Role.USER:
            self.people.heard(turn)
        self.people.hear_anew(left, turn.person, turn, self.turns)
        return left, turn.id

    def _divide(self, gone: list[tuple[str, int]]) -> None:
        for place in dict.fromkeys(place for place, _ in gone):
            since = min(turn for left, turn in gone if left == place)
            self.sessions.divide_anew(place, self.turns, since)


def _bump(turn: KeptTurn) -> None:
    """Mark that a turn of its session was amended."""
    if turn.session is not None:
        turn.session.revision += 1
