"""The one rule of when a fact holds: now, at any moment asked about, and in which order.

A fact begins at its `since`, else on the day on which it was learned; it holds until just before
its `until`, and not once it has expired. What was struck without an end was wrong, and never held.
What holds now is what holds at the moment of today: the same rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from familiar_memory.domain.memory.record import PartialDate, Record, RecordFields, RecordState
from familiar_memory.knowledge.reconcile.timeline import Assertion
from familiar_memory.knowledge.validity import has_begun, has_ended, is_expired, was_right

__all__ = ["Term"]

_UNKNOWN = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Term:
    """What a line says of its time: `learned` is an aware moment, `since` and `until` as written.

    `is_struck` = somebody has struck the line through.
    """

    learned: datetime | None = None
    since: PartialDate | None = None
    until: PartialDate | None = None
    expires: datetime | None = None
    is_struck: bool = False

    def state(self, now: datetime) -> RecordState:
        """What has become of it: wrong, ended (struck, over, or expired), else live."""
        if not was_right(self.is_struck, self.until):
            return RecordState.WRONG
        is_over = self.is_struck or has_ended(self.until, now) or is_expired(self.expires, now)
        return RecordState.ENDED if is_over else RecordState.LIVE

    def holds(self, moment: datetime, now: datetime) -> bool:
        """Whether it is so at a moment, by what is known `now`.

        What is undated holds at any time. Of what has no `since`, nobody knows whether it was so
        before the day on which it was learned; by now it has begun, whatever that day says (in
        another zone it may be tomorrow's). A struck line holds no more, whatever its end.
        """
        if not was_right(self.is_struck, self.until):
            return False
        if self.is_struck and moment >= now:
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
    def _statement(self) -> Assertion | None:
        fields = RecordFields(learned=self.learned, since=self.since, until=self.until)
        return Assertion.of(Record("", fields))
