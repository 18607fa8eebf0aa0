"""The turns that wait for a night, in the pieces in which they are dealt with.

Each piece is of one reach, in order of arrival, and the next one begins where it ends: so a night
that is cut off goes on with the next, and what arrives meanwhile is behind the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import History, Watermarks
from familiar_memory.knowledge.audience import AudiencePolicy, reach_of
from familiar_memory.maintenance.days.gathering.gathered import ROOM, size_of
from familiar_memory.maintenance.sleep.going_back import go_back, gone_back, went_back
from familiar_memory.maintenance.sleep.step import Night
from familiar_memory.writers.text.slots import local_time

__all__ = ["DAYS_DONE", "WaitingDays", "cut_by_days", "day_said", "days_done"]

DAYS_DONE = "sleep-days"
"""The watermark up to which all talk is done; with a reach behind it, of that one."""
_DAY_DONE = "sleep-one-day"
"""With a reach and a day behind it, up to where that day is done while one before it waits."""
_PAGE = 1_000


@dataclass(frozen=True, slots=True)
class WaitingDays:
    """What waits: the turns of each reach up to `upper`, fixed before anybody is asked.

    `older` are those of before the first night, of which nothing is read: how many, and since when.
    """

    by_reach: Mapping[str, tuple[StoredTurn, ...]]
    upper: int
    older: tuple[int, datetime] | None = None

    @classmethod
    def of(
        cls, history: History, policy: AudiencePolicy, night: Night, lookback_hours: int
    ) -> WaitingDays:
        """Read it: all since the last time, the first time what was said in so many hours.

        Where a person asks for it, all that was said since a moment, whether it is done or not.

        Raises:
            HistoryError: the history cannot be read.
        """
        is_anew, upper = night.since is not None, history.latest_id()
        marks = {} if is_anew else history.watermarks_like(DAYS_DONE)
        days = {} if is_anew else history.watermarks_like(_DAY_DONE)
        since = night.since or gone_back(history, DAYS_DONE)
        is_first = since is None and not marks
        since = night.at - timedelta(hours=lookback_hours) if is_first else since
        found: dict[str, list[StoredTurn]] = {}
        older: list[datetime] = []
        for stored in _between(history, marks.get(DAYS_DONE, 0), upper):
            reach = reach_of(stored.turn.place.slug, policy)
            done = max(
                marks.get(_mark_of(reach), 0),
                days.get(_mark_of_day(reach, day_said(stored, night.zone)), 0) if days else 0,
            )
            if stored.id <= done:
                continue
            if since is None or stored.turn.timestamp >= since:
                found.setdefault(reach, []).append(stored)
            elif is_first:
                older.append(stored.turn.timestamp)
        by_reach = {reach: tuple(found[reach]) for reach in sorted(found)}
        return cls(by_reach, upper, (len(older), min(older)) if older else None)

    def begin(self, history: History, night: Night) -> None:
        """Note where the first night begins, so that it stays there if this one is cut off."""
        if night.since is not None:
            go_back(history, DAYS_DONE, night.since, (DAYS_DONE, _DAY_DONE))
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
            went_back(history, DAYS_DONE)
            # What they say of single days, the mark of all says now.
            history.drop_watermarks((_DAY_DONE,))

    def mark_all(self, history: History, waiting: Iterable[int]) -> None:
        """Note how far all talk is done, where these turns still wait."""
        history.set_watermark(min((one - 1 for one in waiting), default=self.upper), DAYS_DONE)


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
