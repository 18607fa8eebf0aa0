"""A question for facts, read: what it asks, and of when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, tzinfo

from familiar_memory.domain.memory.partial_date import in_zone
from familiar_memory.recall.ranking.asked.dates import DaySpan
from familiar_memory.recall.ranking.asked.facts import FactsAsked
from familiar_memory.recall.ranking.asked.question import Question
from familiar_memory.recall.ranking.asked.read_dates import without_date
from familiar_memory.recall.ranking.asked.tense import Tense, read_tense
from familiar_memory.recall.ranking.masks.filters import Filters

__all__ = ["FactAsking"]


@dataclass(frozen=True, slots=True)
class FactAsking:
    """A question as far as facts are concerned: its words without date and tense, and of when."""

    text: str
    asked: FactsAsked
    tense: Tense
    spans: tuple[DaySpan, ...]
    today: date

    @classmethod
    def of(cls, question: Question, filters: Filters, zone: tzinfo) -> FactAsking:
        """Read one; as of an earlier moment what is asked is what was so then."""
        today = in_zone(filters.moment, zone).date()
        tense, rest = read_tense(without_date(question.text, today))
        spans = question.date.spans(today) if question.date is not None else ()
        if filters.as_of is not None:
            tense = Tense.NOW
        return cls(rest, FactsAsked(question.text), tense, spans, today)

    @property
    def is_of_the_past(self) -> bool:
        """Whether what has ended may answer."""
        return bool(self.spans) or self.tense is not Tense.NOW
