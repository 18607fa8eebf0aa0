"""The rooms in which something was said that nobody has gone through yet, with what was said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import HistoryReader
from familiar_memory.maintenance.channels.marks import RoomMarks

__all__ = ["ActiveRoom", "ActiveRooms", "active_rooms", "as_it_stands", "pages_of"]

_PAGE = 1_000
"""Turns read at once."""
_BESIDE = 30
"""Characters around a message: its name, its time, who says it."""


@dataclass(frozen=True, slots=True)
class ActiveRoom:
    """One place, and its turns that wait, in order of arrival."""

    place: Place
    turns: tuple[StoredTurn, ...]


@dataclass(frozen=True, slots=True)
class ActiveRooms:
    """All of them, by slug; `upto` is the turn that came last when they were gathered.

    `since` is from when on what was said counted.
    """

    rooms: tuple[ActiveRoom, ...]
    upto: int
    since: datetime


def active_rooms(history: HistoryReader, marks: RoomMarks, at: datetime, hours: int) -> ActiveRooms:
    """The rooms of a night: what was said in these hours before it, or since it was last looked at.

    The older counts. What only arrived meanwhile, such as the log of another year, was not said
    then. What arrives from now on is for the next night.
    """
    since = at - timedelta(hours=hours)
    since = min(since, marks.since or since)
    upto = history.latest_id()
    found: dict[str, list[StoredTurn]] = {}
    for stored in _arrived(history, marks.of_all, upto):
        slug = stored.turn.place.slug
        if stored.turn.timestamp >= since and stored.id > marks.of(slug):
            found.setdefault(slug, []).append(stored)
    rooms = (ActiveRoom(found[slug][-1].turn.place, tuple(found[slug])) for slug in sorted(found))
    return ActiveRooms(tuple(rooms), upto, since)


def as_it_stands(history: HistoryReader, room: ActiveRoom) -> tuple[ActiveRoom, bool]:
    """A room with its turns as they are by now, and whether none of them has moved elsewhere."""
    found = [history.turn(one.turn.place.slug, one.turn.ref) for one in room.turns]
    standing = tuple(one for one in found if one is not None)
    kept = tuple(one for one in standing if not one.turn.deleted)
    return ActiveRoom(room.place, kept), len(standing) == len(room.turns)


def pages_of(turns: Sequence[StoredTurn], room: int) -> Iterator[tuple[StoredTurn, ...]]:
    """The turns in order, as many together as `room` characters hold; a longer one is alone."""
    page: list[StoredTurn] = []
    used = 0
    for one in turns:
        size = len(one.turn.text) + _BESIDE
        if page and used + size > room:
            yield tuple(page)
            page, used = [], 0
        page.append(one)
        used += size
    if page:
        yield tuple(page)


def _arrived(history: HistoryReader, after: int, upto: int) -> Iterable[StoredTurn]:
    while page := history.turns_after(after, _PAGE):
        for stored in page:
            if stored.id > upto:
                return
            yield stored
        after = page[-1].id
