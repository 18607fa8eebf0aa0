"""The tail of a fact with what its speaker said of its time.

A stay is for a time only: it expires when it is over by its own words, else after two weeks.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from familiar_memory.domain.memory.record import PartialDate, RecordFields
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.writers.forms.dated import JOBS
from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.text.utterance import Utterance
from familiar_memory.writers.times.spoken_date import SpokenDate

__all__ = ["STAY_DAYS", "ended_fields", "past_fields", "stated_fields"]

STAY_DAYS: Final = 14
"""Days that a stay is known of whose end nobody said: few are longer, and some say it again."""


def stated_fields(statement: Statement, one: Utterance) -> RecordFields | None:
    """The tail of what holds; None for a stay that is over."""
    predicate, said = SHIPPED.get(statement.predicate), one.slot.day
    if predicate is not None and predicate.temporary:
        return _of_stay(statement, one.fields, said)
    if statement.stance != "holds":
        return one.fields
    begin, end = statement.term.begin, statement.term.end
    return replace(
        one.fields,
        since=None if begin is None else _begin(statement, begin, said),
        until=None if end is None else end.written(said),
    )


def _begin(statement: Statement, begin: SpokenDate, said: date) -> PartialDate | None:
    """The beginning as notes have it; of a week that lies ahead its first day, if a job begins."""
    if begin.ahead and begin.weekday == said.weekday():
        # Of the day itself they would say "today".
        return (said + timedelta(weeks=1)).isoformat()
    written, first = begin.written(said), begin.first_day(said)
    if written is not None or first is None or statement.predicate not in JOBS:
        return written
    return first.isoformat() if begin.ahead and first > said else None


def ended_fields(statement: Statement, one: Utterance) -> RecordFields:
    """The tail of what is over, with the day on which it ended, as far as that was said."""
    end, said = statement.term.end, one.slot.day
    first = None if end is None else end.first_day(said)
    if end is None or first is None or first > said:
        return one.fields
    return replace(one.fields, until=end.written(said))


def past_fields(statement: Statement, one: Utterance) -> RecordFields | None:
    """The tail of what was so from one time to another; None where both are not known."""
    begin, end = statement.term.begin, statement.term.end
    ended = ended_fields(statement, one)
    if begin is None or end is None or ended.until is None:
        return None
    since = begin.written(one.slot.day)
    return None if since is None or since > ended.until else replace(ended, since=since)


def _of_stay(statement: Statement, fields: RecordFields, said: date) -> RecordFields | None:
    begin, end = statement.term.begin, statement.term.end
    first = None if begin is None else begin.first_day(said)
    over = None if end is None else end.day_after(said)
    if end is None:
        over = max(first or said, said) + timedelta(days=STAY_DAYS)
    if over is not None and over <= said:
        return None
    since = None if first is None or first == said else first.isoformat()
    return replace(fields, since=since, expires=over, temporary=True)
