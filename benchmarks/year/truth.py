"""What is true of whom, and when: what the answers at the end of the year are held against."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

__all__ = ["Planted", "Saying", "Span"]


@dataclass(frozen=True, slots=True)
class Span:
    """So it was from a day on, until a day; None = to this day."""

    it: str
    since: date
    until: date | None = None

    def holds(self, day: date) -> bool:
        """Whether it was so on that day."""
        return self.since <= day and (self.until is None or day < self.until)

    def middle(self, end: date) -> date:
        """The day in the middle of it, where the year ends on that day."""
        return self.since + timedelta(days=((self.until or end) - self.since).days // 2)


@dataclass(frozen=True, slots=True)
class Saying:
    """Lines of one person on a day, one soon after the other, each a message."""

    day: date
    lines: tuple[str, ...]
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class Planted:
    """One subject of one person over the year: how it was said, and what was so.

    `kind` is old, corrected, temporary, repeated, moved, ended or secret. `person` is a number of
    the cast, `word` what sort of pet or relative it is. `wrong` was said and never so.
    """

    kind: str
    topic: str
    person: int
    group: str
    sayings: tuple[Saying, ...]
    spans: tuple[Span, ...]
    wrong: tuple[str, ...] = ()
    word: str = ""

    def on(self, day: date) -> str | None:
        """What was so on that day."""
        return next((span.it for span in self.spans if span.holds(day)), None)

    @property
    def said(self) -> frozenset[str]:
        """Everything that was ever said of it, right or wrong."""
        return frozenset((*(span.it for span in self.spans), *self.wrong))
