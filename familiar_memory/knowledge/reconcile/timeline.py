"""When statements of facts hold, and which of two is the later one.

A statement holds from its `since`, else from the day on which it was learned. Days are the unit:
what was said on one day has no order but the one in which it comes. Statements are in one order,
by when they begin, so that whichever arrives first the same one comes out as the newest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate, Record
from familiar_memory.knowledge.records.machine_lines import day_of

__all__ = [
    "Assertion",
    "Order",
    "has_own_end",
    "lies_within",
    "sequence_of",
    "sooner",
    "without_tail",
]


@dataclass(frozen=True, slots=True)
class Assertion:
    """A record with its time: `start` and `learned` are instants, the first of their days.

    `start_text` is the start as it is written. `rank` is what it is ordered by: the start, but of
    a month or a year its end, as far as it had come when that was said. `is_dated` = the statement
    says itself since when.
    """

    record: Record
    start: datetime
    start_text: PartialDate
    rank: datetime
    learned: datetime | None
    is_dated: bool

    @classmethod
    def of(cls, record: Record) -> Assertion | None:
        """None when nothing says from when it holds."""
        day = day_of(record.fields.learned)
        learned = None if day is None else datetime(day.year, day.month, day.day, tzinfo=UTC)
        since = record.fields.since
        start = instant_of(since) if since else None
        if since and start is not None:
            rank = start if learned is None else max(start, min(_last_start(since), learned))
            return cls(record, start, since, rank, learned, is_dated=True)
        if day is None or learned is None:
            return None
        end = instant_of(until) if (until := record.fields.until) else None
        if until and end is not None and end < learned:
            # "I lived there until May", said in June: all that is known is the end.
            return cls(record, end, until, end, learned, is_dated=False)
        return cls(record, learned, day.isoformat(), learned, learned, is_dated=False)

    @property
    def end(self) -> datetime | None:
        """When it ends by what is known; None while it holds."""
        until = self.record.fields.until
        return instant_of(until) if until else None

    @property
    def ends_of_others(self) -> frozenset[PartialDate]:
        """With which ends a statement that this one ended may be written."""
        days = [self.start_text]
        if self.learned is not None:
            days.append(self.learned.date().isoformat())
        return frozenset(days)

    @property
    def is_point(self) -> bool:
        """Whether nothing but its end is known, so that it is neither before nor after others."""
        return not self.is_dated and self.end == self.start != self.learned

    def covers(self, moment: datetime) -> bool:
        """Whether it holds at a moment."""
        return self.start <= moment and (self.end is None or moment < self.end)


@dataclass(frozen=True, slots=True)
class Order:
    """Of two statements that exclude each other: the earlier one ends at `until`."""

    earlier: Assertion
    later: Assertion
    until: PartialDate


def sequence_of(standing: Assertion, new: Assertion) -> Order | None:
    """Which of two statements is the earlier; None when neither ends the other.

    The one that begins later is the later one; of two that begin at once the one learned later,
    then the new one.
    """
    if standing.is_point or new.is_point:
        return None
    is_new_earlier = (new.rank, _day(new)) < (standing.rank, _day(standing))
    earlier, later = (new, standing) if is_new_earlier else (standing, new)
    if later.start >= earlier.start or later.learned is None:
        return Order(earlier, later, later.start_text)
    # "Since 2026", said in June, after what was said in February: by June it had changed.
    return Order(earlier, later, later.learned.date().isoformat())


def _day(statement: Assertion) -> datetime:
    return statement.learned or statement.start


def _last_start(since: PartialDate) -> datetime:
    """The last moment at which something may have begun that is so since a year or a month."""
    start = instant_of(since) or datetime.min.replace(tzinfo=UTC)
    try:
        if len(since) == len("YYYY"):
            return start.replace(year=start.year + 1)
        if len(since) == len("YYYY-MM"):
            return (start.replace(day=1) + timedelta(days=32)).replace(day=1)
    except (ValueError, OverflowError):
        return start
    return start


def sooner(one: PartialDate | None, other: PartialDate) -> PartialDate:
    """The sooner of two ends, as it is written."""
    first, second = instant_of(one) if one else None, instant_of(other)
    if one is None or first is None:
        return other
    return one if second is None or first <= second else other


def lies_within(inner: Assertion, outer: Assertion) -> bool:
    """Whether one was over by the day for which another, begun before it, was told to hold.

    "In Leeds since 2020", said in 2026, is not ended by a year in Oban that was over in 2022: it
    held before that year, and after it.
    """
    return (
        inner.end is not None
        and outer.start < inner.start
        and outer.learned is not None
        and inner.end <= outer.learned
        and (outer.end is None or inner.end < outer.end)
    )


def has_own_end(one: Assertion, everything: Sequence[Assertion]) -> bool:
    """Whether it was told when something ended: otherwise another line begins there, and ended it.

    One that lies within it ended nothing.
    """
    until = one.record.fields.until
    # What expires ends nothing.
    followers = (
        other
        for other in everything
        if other.start > one.start
        and until in other.ends_of_others
        and other.record.fields.expires is None
    )
    return all(_was_over(other, one) and has_own_end(other, everything) for other in followers)


def _was_over(past: Assertion, other: Assertion) -> bool:
    return past.end is not None and other.learned is not None and past.end <= other.learned


def without_tail(one: Assertion, until: PartialDate, others: Sequence[Assertion]) -> PartialDate:
    """When something ends that ends at `until`, among `others` that hold in its stead.

    What lies within it and goes on until then is not followed by it again: so it ended where
    that began.
    """
    end = instant_of(until)
    while end is not None:
        covering = [
            other
            for other in others
            if (one.rank < other.rank and one.start <= other.start < end)
            and (other.end is None or other.end >= end)
        ]
        if not covering:
            return until
        first = min(covering, key=lambda other: other.start)
        until, end = first.start_text, first.start
    return until
