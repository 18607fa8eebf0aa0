"""How much of what a question names a fact held."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.days_held import days_held
from familiar_memory.knowledge.predicate_words import predicate_of
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.ranking.asked.dates import DaySpan

__all__ = ["days_of_question"]


def days_of_question(
    fact: StoredPassage, spans: Iterable[DaySpan], today: date, vocabulary: Vocabulary
) -> int:
    """On how many of the days in the spans it held; 0 = on none.

    The vocabulary says whether it is an event, of one day.
    """
    begins = fact.valid_since or fact.learned
    is_event = _is_event(fact, vocabulary)
    until = fact.valid_until or (None if is_event else fact.merged_at)
    first, last = days_held(begins, until, is_event=is_event)
    # What is to come counts only as far as it is asked for.
    found = 0
    for span in spans:
        end = min(span.last, max(today.toordinal(), span.first))
        found = max(found, min(last, end) - max(first, span.first) + 1)
    return max(found, 0)


def _is_event(fact: StoredPassage, vocabulary: Vocabulary) -> bool:
    predicate = vocabulary.get(predicate_of(fact.text) or "")
    return predicate is not None and predicate.fades_after is not None
