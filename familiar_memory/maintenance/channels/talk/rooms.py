"""The rooms in which something was said that nobody has gone through yet, with what was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import HistoryReader
from familiar_memory.maintenance.channels.talk.marks import RoomMarks
from familiar_memory.writers.text.material import is_material

__all__ = [
    "ActiveRoom",
    "ActiveRooms",
    "active_rooms",
    "as_it_stands",
    "pages_of",
    "waiting_since",
    "while_open",
]

_PAGE = 1_000
"""Turns read at once."""
_BESIDE = 30
"""Characters around a message: its name, its time, who says it."""


@dataclass(frozen=True, slots=True)
class ActiveRoom:
    """One place, and its turns that wait, in order of arrival.

    Where there are more than one night reads, the first; `left` is the number of the next.
    """

    place: Place
    turns: tuple[StoredTurn, ...]
    left: int | None = None

    def joined_by(self, turns: Iterable[StoredTurn]) -> ActiveRoom:
        """The same with more turns, all in order of arrival."""
        both = sorted((*self.turns, *turns), key=lambda one: one.id)
        return replace(self, turns=tuple(both))


@dataclass(frozen=True, slots=True)
class ActiveRooms:
    """All of them, a private one behind itself while it was open.

    `upto` is the turn that came last when they were gathered. `older` are those messages of which
    nothing is read, since they were said too long ago: how many, and since when.
    """

    rooms: tuple[ActiveRoom, ...]
    upto: int
    older: tuple[int, datetime] | None = None


def active_rooms(
    history: HistoryReader,
    marks: RoomMarks,
    at: datetime,
    hours: int,
    back: datetime | None = None,
    most_chars: int | None = None,
) -> ActiveRooms:
    """The rooms of a night: what was said in these hours before it, or before the last one.

    The older counts, so that what came late is not lost. What only arrived meanwhile, such as the
    log of another year, was not said then: it is counted, and for that a person goes `back`. What
    arrives from now on is for the next night. Of each room about `most_chars` are held.
    """
    since, upto = back or _since(marks, at, hours), history.latest_id()
    found: dict[str, list[StoredTurn]] = {}
    chars: Counter[str] = Counter()
    left: dict[str, int] = {}
    older: tuple[int, datetime] | None = None
    for stored in _unread(history, marks, upto):
        slug = stored.turn.place.slug
        if stored.turn.timestamp < since:
            if back is None and is_material(stored.turn):
                count, oldest = older or (0, stored.turn.timestamp)
                older = count + 1, min(oldest, stored.turn.timestamp)
            continue
        if slug in left:
            continue
        if most_chars is not None and chars[slug] > most_chars:
            left[slug] = stored.id
            continue
        found.setdefault(slug, []).append(stored)
        chars[slug] += _size(stored)
    rooms = [
        ActiveRoom(turns[-1].turn.place, tuple(turns), left.get(slug))
        for slug, turns in found.items()
    ]
    rooms.sort(key=lambda room: (while_open(room.place), room.place.private))
    return ActiveRooms(tuple(rooms), upto, older)


def waiting_since(
    history: HistoryReader, marks: RoomMarks, at: datetime, hours: int
) -> datetime | None:
    """When the oldest message of such a night was said; None where nothing waits."""
    since, waiting = _since(marks, at, hours), _unread(history, marks, history.latest_id())
    times = (one.turn.timestamp for one in waiting)
    return min((one for one in times if one >= since), default=None)


def while_open(place: Place) -> str:
    """The slug of a room as it was, or would have been, before it became private."""
    return (place.open_twin or place).slug


def as_it_stands(
    history: HistoryReader, room: ActiveRoom
) -> tuple[ActiveRoom, tuple[ActiveRoom, ...]]:
    """A room with its turns as they are by now, and the rooms to which some of them have moved."""
    kept: list[StoredTurn] = []
    moved: dict[Place, list[StoredTurn]] = {}
    for one in room.turns:
        now = _found(history, one)
        if now is None or now.turn.deleted:
            continue
        if now.turn.place.slug == room.place.slug:
            kept.append(now)
        else:
            moved.setdefault(now.turn.place, []).append(now)
    elsewhere = tuple(ActiveRoom(place, tuple(turns)) for place, turns in moved.items())
    return replace(room, turns=tuple(kept)), elsewhere


def _found(history: HistoryReader, one: StoredTurn) -> StoredTurn | None:
    """A turn wherever it stands by now: a room that becomes private takes its turns along."""
    here = history.turn(one.turn.place.slug, one.turn.ref)
    named = (here,) if here is not None else history.turns_named(one.turn.ref)
    return next((found for found in named if found is not None and found.id == one.id), None)


def pages_of(turns: Sequence[StoredTurn], room: int) -> Iterator[tuple[StoredTurn, ...]]:
    """The turns in order, as many together as `room` characters hold; a longer one is alone."""
    page: list[StoredTurn] = []
    used = 0
    for one in turns:
        size = _size(one)
        if page and used + size > room:
            yield tuple(page)
            page, used = [], 0
        page.append(one)
        used += size
    if page:
        yield tuple(page)


def _size(stored: StoredTurn) -> int:
    """The characters that a turn takes."""
    return len(stored.turn.text) + _BESIDE


def _since(marks: RoomMarks, at: datetime, hours: int) -> datetime:
    return min(at, marks.last or at) - timedelta(hours=hours)


def _unread(history: HistoryReader, marks: RoomMarks, upto: int) -> Iterator[StoredTurn]:
    for stored in _arrived(history, marks.of_all, upto):
        if stored.id > marks.of(stored.turn.place.slug):
            yield stored


def _arrived(history: HistoryReader, after: int, upto: int) -> Iterable[StoredTurn]:
    while page := history.turns_after(after, _PAGE):
        for stored in page:
            if stored.id > upto:
                return
            yield stored
        after = page[-1].id
