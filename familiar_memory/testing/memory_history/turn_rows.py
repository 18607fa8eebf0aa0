"""Turns of a history in memory, read by name, by arrival and by place."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from familiar_memory.domain.talk.turn import StoredTurn, Turn, TurnKind, TurnName
from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.turn_rows import AgedTurn, WordsSaid
from familiar_memory.testing.memory_history.held import KeptHistory
from familiar_memory.testing.memory_history.rows import KeptTurn
from familiar_memory.testing.memory_history.talk import KeptTalk

__all__ = ["MemoryTurnRows"]


class MemoryTurnRows(KeptHistory):
    """The `TurnRows` of a history in memory."""

    def turn(self, place_slug: str, ref: str) -> StoredTurn | None:
        """One turn by its name; a deleted one is there without its text."""
        with self._asked() as talk:
            found = talk.find(place_slug, ref)
            return None if found is None else found.told

    def words_said(self, names: Iterable[TurnName]) -> dict[TurnName, WordsSaid]:
        """What the turns of these names say; absent where none may be recalled."""
        with self._asked() as talk:
            said = {}
            for name in dict.fromkeys(names):
                found = talk.find(*name)
                if found is not None and not found.turn.silent and not found.turn.deleted:
                    author = found.names.author
                    said[name] = WordsSaid(found.turn.text, author.slug, author.label)
            return said

    def turns_named(self, ref: str) -> list[StoredTurn]:
        """The turns of that ref in every place, in order of arrival."""
        with self._asked() as talk:
            return [one.told for one in talk.turns if one.turn.ref == ref]

    def turns_after(self, after_id: int, limit: int) -> list[StoredTurn]:
        """The next turns in order of arrival, without deleted ones."""
        with self._asked() as talk:
            return [one.told for one in _since(talk, after_id)[:limit]]

    def every_turn_after(self, after_id: int, limit: int) -> list[StoredTurn]:
        """The next turns in order of arrival, deleted ones too, without their text."""
        with self._asked() as talk:
            return [one.told for one in talk.turns if one.id > after_id][:limit]

    def turns_before(self, places: Collection[str], before_id: int, limit: int) -> list[StoredTurn]:
        """The last turns of some places by the time they were said, of those with smaller ids."""
        with self._asked() as talk:
            found = [t for slug in places for t in talk.live_in(slug) if t.id < before_id]
            return _last(sorted(found, key=lambda one: one.by_time), limit)

    def latest(self, place_slug: str, limit: int) -> list[StoredTurn]:
        """The last turns of a place by the time they were said, oldest first, not deleted."""
        with self._asked() as talk:
            return _last(talk.live_in(place_slug), limit)

    def spoken(self, place_slug: str, limit: int) -> list[StoredTurn]:
        """The last turns of a place in which somebody took part, oldest first."""
        with self._asked() as talk:
            return _last([t for t in talk.live_in(place_slug) if _is_spoken(t.turn)], limit)

    def latest_id(self) -> int:
        """The id of the turn that arrived last; 0 when there is none."""
        with self._asked() as talk:
            return len(talk.turns)

    def said_before(self, moment: datetime, up_to_id: int) -> list[AgedTurn]:
        """The turns that were said before a moment, of those with ids up to that one."""
        with self._asked() as talk:
            return [
                AgedTurn(one.id, one.name, from_us(to_us(one.turn.timestamp)))
                for one in _since(talk, 0)
                if one.id <= up_to_id and to_us(one.turn.timestamp) < to_us(moment)
            ]

    def count_after(self, after_id: int) -> int:
        """How many turns arrived after that one, without deleted ones."""
        with self._asked() as talk:
            return len(_since(talk, after_id))

    def amendments(self, places: Collection[str]) -> int:
        """A number that grows when a turn of these places is amended, deleted, or moved."""
        with self._asked() as talk:
            return talk.sessions.amendments(places)


def _since(talk: KeptTalk, after_id: int) -> list[KeptTurn]:
    return [one for one in talk.turns if one.id > after_id and not one.turn.deleted]


def _last(turns: list[KeptTurn], limit: int) -> list[StoredTurn]:
    """The last so many; none for 0."""
    return [one.told for one in turns[max(0, len(turns) - limit) :]]


def _is_spoken(turn: Turn) -> bool:
    has_part = turn.kind is TurnKind.INTERACTIVE and not turn.silent
    return has_part and bool(turn.text.strip() or turn.actions)
