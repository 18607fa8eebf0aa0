"""A line with its dates read: once for all questions, since dates are most of what they ask."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.index.entity_values import EntityLine
from familiar_memory.knowledge.term import Term

__all__ = ["DatedLine"]


@dataclass(frozen=True, slots=True, eq=False)
class DatedLine:
    """A line of a note, given by its key.

    `seen` is when it was learned, else since when it holds. Whether a line holds that `is_plain`
    depends on no moment but that one.
    """

    note: str
    line: EntityLine
    seen: datetime | None
    term: Term
    is_plain: bool

    @classmethod
    def of(cls, note: str, line: EntityLine) -> DatedLine:
        """Read the dates of a line."""
        is_limited = line.retired or line.valid_since or line.valid_until or line.expires
        learned, expires = _moment(line.learned), _moment(line.expires)
        merged = _moment(line.merged_at)
        term = Term(learned, line.valid_since, line.valid_until, expires, line.retired, merged)
        return cls(note, line, learned or _moment(line.valid_since), term, not is_limited)

    def holds(self, moment: datetime, now: datetime) -> bool:
        """Whether what it says is so at a moment, by what is known now."""
        return (self.is_plain and moment >= now) or self.term.holds(moment, now)

    def is_known(self, moment: datetime, now: datetime) -> bool:
        """Whether it was known by a moment, and not to be forgotten by then; struck or not.

        What went into another line is known as that, from then on.
        """
        ends = (self.term.expires, self.term.merged_at)
        if any(end is not None and end <= moment for end in ends):
            return False
        return moment >= now or self.seen is None or self.seen <= moment


def _moment(written: str | None) -> datetime | None:
    return None if written is None else instant_of(written)
