"""The one rule of when a fact holds: now, at any moment asked about, in which order, and which.

A fact begins at its `since`, else on the day on which it was learned; it holds until just before
its `until`, and not once it has expired. What was struck without an end was wrong, and never held,
unless it went into another line: then it held until that one speaks for it.
What holds now is what holds at the moment of today: the same rule. Of what has one object at a
time the later one holds while it lasts: "in Oban since 2010" is the base of a year in Hull.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate, Record, RecordFields, RecordState
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.reconcile.timeline import Assertion
from familiar_memory.knowledge.validity import has_begun, has_ended, is_expired, was_right

__all__ = ["StatedTerm", "Term", "giving_way"]

_UNKNOWN = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Term:
    """What a line says of its time: `learned` is an aware moment, `since` and `until` as written.

    `is_struck` = somebody has struck the line through; it went into another one, which speaks from
    `merged_at` on.
    """

    learned: datetime | None = None
    since: PartialDate | None = None
    until: PartialDate | None = None
    expires: datetime | None = None
    is_struck: bool = False
    merged_at: datetime | None = None

    def state(self, now: datetime) -> RecordState:
        """What has become of it: wrong, ended (struck, over, or expired), else live."""
        if not was_right(self.is_struck, self.until, self.merged_at):
            return RecordState.WRONG
        is_over = self.is_struck or has_ended(self.until, now) or is_expired(self.expires, now)
        return RecordState.ENDED if is_over else RecordState.LIVE

    def holds(self, moment: datetime, now: datetime) -> bool:
        """Whether it is so at a moment, by what is known `now`.

        What is undated holds at any time. Of what has no `since`, nobody knows whether it was so
        before the day on which it was learned; by now it has begun, whatever that day says (in
        another zone it may be tomorrow's). A struck line holds no more, whatever its end.
        """
        if not was_right(self.is_struck, self.until, self.merged_at):
            return False
        if self.is_struck and moment >= now:
            return False
        if self.merged_at is not None and self.merged_at <= moment:
            return False
        if has_ended(self.until, moment) or is_expired(self.expires, moment):
            return False
        return self._has_begun(moment, now)

    def _has_begun(self, moment: datetime, now: datetime) -> bool:
        if self.since is not None or moment >= now:
            return has_begun(self.since, moment)
        statement = self._statement
        return statement is None or statement.covers(moment)

    @cached_property
    def order(self) -> tuple[datetime, datetime]:
        """By when it began to hold, then by when it was learned; what is undated comes first."""
        statement = self._statement
        learned = self.learned or _UNKNOWN
        return (learned if statement is None else statement.rank, learned)

    @cached_property
    def begins(self) -> PartialDate | None:
        """From when it holds, as far as that is known: as written, else the day it was learned."""
        statement = self._statement
        is_known = statement is not None and not statement.is_point
        return statement.start_text if is_known and statement is not None else None

    @cached_property
    def ends(self) -> str | None:
        """Until when it holds, as far as that is known: its `until`, else when it expires.

        An expiry is told as a day, or to the minute, in UTC.
        """
        until, expires = self.until, self.expires
        end = instant_of(until) if until else None
        if expires is None or (end is not None and end <= expires):
            return until
        at = expires.astimezone(UTC)
        is_day = (at.hour, at.minute, at.second) == (0, 0, 0)
        return at.date().isoformat() if is_day else f"{at:%Y-%m-%d %H:%M} UTC"

    @cached_property
    def _statement(self) -> Assertion | None:
        fields = RecordFields(learned=self.learned, since=self.since, until=self.until)
        return Assertion.of(Record("", fields))


@dataclass(frozen=True, slots=True)
class StatedTerm:
    """When a fact holds, of what, and who told whom; without an `author` the owner says it."""

    subject: str
    predicate: str
    author: str | None
    audience: str
    term: Term


def giving_way(
    facts: Sequence[StatedTerm], vocabulary: Vocabulary, moment: datetime, now: datetime
) -> frozenset[int]:
    """The positions of those that give way at a moment to one that began later, and has an end.

    `facts` are what whoever asks may know. What a speaker told one audience gives way to what
    they told it, and to what the owner says.
    """
    slots: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for at, one in enumerate(facts):
        predicate = vocabulary.get(one.predicate)
        if predicate is not None and predicate.single and one.term.holds(moment, now):
            slots[one.subject, one.predicate].append(at)
    return frozenset(
        at
        for held in slots.values()
        for at in held
        if any(_interrupts(facts[other], facts[at]) for other in held)
    )


def _interrupts(later: StatedTerm, base: StatedTerm) -> bool:
    is_met = later.author is None or (
        (later.author, later.audience) == (base.author, base.audience)
    )
    return is_met and later.term.ends is not None and later.term.order > base.term.order
