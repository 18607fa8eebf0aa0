"""When a fact held, in days, and how much of what a question names that is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.predicate_words import predicate_of
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.recall.ranking.asked.dates import DaySpan

__all__ = ["days_held"]

_LAST = date.max.toordinal()
_PART_OF_A_DATE = {4: 365, 7: 31}
"""Days that an event may be told by, where its date is a year or a month."""


def days_held(fact: StoredPassage, spans: Iterable[DaySpan], today: date) -> int:
    """On how many of the days in the spans it held; 0 = on none.

    It begins at its `since`, else when it was learned, and holds until its `until`. An event (a
    predicate that fades) is of the day on which it was.
    """
    begins = fact.valid_since or fact.learned
    first = _day(begins) or 1
    last = (_day(fact.valid_until) or _LAST + 1) - 1
    if begins is not None and fact.valid_until is None and _is_event(fact):
        last = first + _PART_OF_A_DATE.get(len(begins), 1) - 1
    # What is to come counts only as far as it is asked for.
    found = 0
    for span in spans:
        end = min(span.last, max(today.toordinal(), span.first))
        found = max(found, min(last, end) - max(first, span.first) + 1)
    return max(found, 0)


def _day(written: str | None) -> int | None:
    moment = instant_of(written) if written else None
    return None if moment is None else moment.date().toordinal()


def _is_event(fact: StoredPassage) -> bool:
    predicate = SHIPPED.get(predicate_of(fact.text) or "")
    return predicate is not None and predicate.fades_after is not None
