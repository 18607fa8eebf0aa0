"""The turns that wait for a night, in the pieces in which they are dealt with.

Each piece is of one reach, in order of arrival, and the next one begins where it ends: so a night
that is cut off goes on with the next, and what arrives meanwhile is behind the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import History
from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.knowledge.audience import AudiencePolicy, reach_of
from familiar_memory.maintenance.days.gathering.gathered import ROOM, size_of
from familiar_memory.maintenance.sleep.going_back import GoingBack
from familiar_memory.maintenance.sleep.step import Night
from familiar_memory.writers.text.slots import local_time

__all__ = ["DAYS_DONE", "MOST_PIECES", "WaitingDays", "cut_by_days", "day_said", "days_done"]

DAYS = "days"
"""The step that has these."""
DAYS_DONE = "sleep-days"
"""The watermark up to which all talk is done; with a reach behind it, of that one."""
_DAY_DONE = "sleep-one-day"
"""With a reach and a day behind it, up to where that day is done while one before it waits."""
_PAGE = 1_000
"""Turns read at once."""
MOST_PIECES = 30
"""Of one reach in a night: an archive that was brought in is worked off in several."""
_OF_A_NIGHT = MOST_PIECES * ROOM
"""Characters of one reach."""


@dataclass(frozen=True, slots=True)
class WaitingDays:
    """What waits: the turns of each reach up to `upper`, fixed before anybody is asked.

    Of a reach with more than a night does, the first; `left` says where the rest begins. `older`
    are those of before the first night, of which nothing is read: how many, and since when.
    """

    by_reach: Mapping[str, tuple[StoredTurn, ...]]
    left: Mapping[str, int]
    upper: int
    back: GoingBack
    since: datetime | None = None
    older: tuple[int, datetime] | None = None

    @classmethod
    def of(
        cls, history: History, policy: AudiencePolicy, night: Night, lookback_hours: int
    ) -> WaitingDays:
        """Read it: all since the last time, the first time what was said in so many hours.

        Of each reach as much is held as a night does, in whole days.

        Where a person asks for it, all that was said since a moment, whether it is done or not, and
        what has waited longer.

        Raises:
            HistoryError: the history cannot be read.
        """
        back, upper = GoingBack(history, DAYS, night.since), history.latest_id()
        marks = _Marks.read(history, policy, night.zone)
        since = back.since
        if since is None and not marks.has_any:
            since = night.at - timedelta(hours=lookback_hours)
        if back.is_new and since is not None:
            waits = _undone(history, marks, upper) if marks.has_any else ()
            first = min((one.turn.timestamp for _, one in waits), default=since)
            since = min(since, first)
            marks = _Marks.none(policy, night.zone)
        is_first = back.since is None and not marks.has_any
        taken = _Taken(since, night.zone, _OF_A_NIGHT)
        for reach, stored in _undone(history, marks, upper):
            taken.add(reach, stored)
        older = taken.older if is_first else None
        return cls(taken.by_reach(), taken.left, upper, back, since, older)

    def begin(self, history: History) -> None:
        """Note where the first night begins, so that it stays there if this one is cut off."""
        if self.back.is_new and self.since is not None:
            self.back.begin(self.since, (DAYS_DONE, _DAY_DONE))
        if not history.watermarks_like(DAYS_DONE):
            self.mark_all(history, (turns[0].id for turns in self.by_reach.values()))

    def mark_done(self, history: History, reach: str, last: int) -> None:
        """Note that the talk of a reach is done up to that turn."""
        history.set_watermark(last, _mark_of(reach))

    def mark_day_done(self, history: History, reach: str, day: date, last: int) -> None:
        """Note that a day of a reach is done up to that turn, where another one waits."""
        history.set_watermark(last, _mark_of_day(reach, day))

    def end(self, history: History, waiting: Sequence[int]) -> None:
        """Note how far all talk is done after the night, where these turns still wait."""
        self.mark_all(history, waiting)
        if not waiting:
            self.back.end()
            # What they say of single days, the mark of all says now.
            history.drop_watermarks((_DAY_DONE,))

    def mark_all(self, history: History, waiting: Iterable[int]) -> None:
        """Note how far all talk is done, where these turns still wait."""
        history.set_watermark(min((one - 1 for one in waiting), default=self.upper), DAYS_DONE)


@dataclass(frozen=True, slots=True)
class _Marks:
    """How far all talk is done, that of each reach, and single days of it."""

    of_talk: Mapping[str, int]
    of_days: Mapping[str, int]
    policy: AudiencePolicy
    zone: tzinfo

    @classmethod
    def read(cls, history: History, policy: AudiencePolicy, zone: tzinfo) -> _Marks:
        of_talk = history.watermarks_like(DAYS_DONE)
        return cls(of_talk, history.watermarks_like(_DAY_DONE), policy, zone)

    @classmethod
    def none(cls, policy: AudiencePolicy, zone: tzinfo) -> _Marks:
        return cls({}, {}, policy, zone)

    @property
    def has_any(self) -> bool:
        return bool(self.of_talk)

    def reach(self, stored: StoredTurn) -> str:
        return reach_of(stored.turn.place.slug, self.policy)

    def is_done(self, stored: StoredTurn, reach: str) -> bool:
        done = self.of_talk.get(_mark_of(reach), 0)
        if self.of_days:
            day = _mark_of_day(reach, day_said(stored, self.zone))
            done = max(done, self.of_days.get(day, 0))
        return stored.id <= done


@dataclass(slots=True)
class _Taken:
    """What one night takes of talk that comes in order: from a moment on, as far as it has room."""

    since: datetime | None
    zone: tzinfo
    room: int
    found: dict[str, list[StoredTurn]] = field(default_factory=dict)
    chars: Counter[str] = field(default_factory=Counter)
    left: dict[str, int] = field(default_factory=dict)
    older: tuple[int, datetime] | None = None

    def add(self, reach: str, stored: StoredTurn) -> None:
        """One turn of a reach; what is too old is counted, and what has no room is left."""
        if self.since is not None and stored.turn.timestamp < self.since:
            count, oldest = self.older or (0, stored.turn.timestamp)
            self.older = count + 1, min(oldest, stored.turn.timestamp)
        elif reach not in self.left:
            self._take(reach, stored)

    def _take(self, reach: str, stored: StoredTurn) -> None:
        turns = self.found.setdefault(reach, [])
        is_full = self.chars[reach] >= self.room
        if is_full and day_said(stored, self.zone) != day_said(turns[-1], self.zone):
            self.left[reach] = stored.id
            return
        turns.append(stored)
        # Of silent turns, too: they are held, although nothing of them is shown.
        self.chars[reach] += max(len(stored.turn.text), size_of(stored.turn))

    def by_reach(self) -> Mapping[str, tuple[StoredTurn, ...]]:
        """What was taken, in the order of the reaches."""
        return {reach: tuple(self.found[reach]) for reach in sorted(self.found)}


def _undone(history: History, marks: _Marks, upper: int) -> Iterator[tuple[str, StoredTurn]]:
    """The turns that are not done, each with its reach."""
    for stored in _between(history, marks.of_talk.get(DAYS_DONE, 0), upper):
        reach = marks.reach(stored)
        if not marks.is_done(stored, reach):
            yield reach, stored


def days_done(history: Watermarks, policy: AudiencePolicy) -> Callable[[str], int]:
    """Up to which turn the talk of a place (its slug) is done, as it is now."""
    marks = history.watermarks_like(DAYS_DONE)

    def done_to(place: str) -> int:
        return max(marks.get(DAYS_DONE, 0), marks.get(_mark_of(reach_of(place, policy)), 0))

    return done_to


def cut_by_days(
    turns: Sequence[StoredTurn], zone: tzinfo, room: int = ROOM
) -> Iterator[tuple[StoredTurn, ...]]:
    """The turns in pieces that have room, cut between two days; a longer day is one by itself.

    Of one night it is one piece, as a rule.
    """
    piece: list[StoredTurn] = []
    used = 0
    for _, group in groupby(turns, key=lambda stored: day_said(stored, zone)):
        day = list(group)
        size = sum(size_of(stored.turn) for stored in day)
        if piece and used + size > room:
            yield tuple(piece)
            piece, used = [], 0
        piece += day
        used += size
    if piece:
        yield tuple(piece)


def _between(history: History, after: int, upper: int) -> Iterator[StoredTurn]:
    while page := history.turns_after(after, _PAGE):
        for stored in page:
            if stored.id > upper:
                return
            yield stored
        after = page[-1].id


def day_said(stored: StoredTurn, zone: tzinfo) -> date:
    """The day on which it was said, in a zone."""
    return local_time(stored.turn.timestamp, zone).date()


def _mark_of(reach: str) -> str:
    return f"{DAYS_DONE} {reach}"


def _mark_of_day(reach: str, day: date) -> str:
    return f"{_DAY_DONE} {day.isoformat()} {reach}"
