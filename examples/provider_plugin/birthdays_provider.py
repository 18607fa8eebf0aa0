"""Whose birthday is within a week, of those who are on the page: facts `birthday:: 3 March`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from familiar_memory import Contribution, KnownFact, Layer, Line, ProviderRequest

_DAYS = 7
_FORMS = ("%Y-%m-%d", "%Y %d %B", "%Y %B %d")
_LEAP = "2000 "
"""A year that has every day: a birthday may be written without one."""


class BirthdaysProvider:
    """Reads facts that the viewer may know, so that nothing else can be told."""

    is_timeless = False

    def contribute(self, asked: ProviderRequest) -> Iterator[Contribution]:
        """One block, a line a birthday, the nearest first; none when none is near."""
        today = asked.now.date()
        near: list[tuple[int, Line]] = []
        for fact in asked.facts(asked.people):
            asked.check_time()
            born = _day(fact.object) if fact.predicate == "birthday" else None
            if born is not None and (days := _days_until(born, today)) <= _DAYS:
                near.append((days, Line(_told(fact, days), at=(fact.path, fact.line))))
        if near:
            lines = [line for _, line in sorted(near, key=lambda one: one[0])]
            yield Contribution(
                Layer.CONTENT, "birthdays", lines=lines, priority=72, trust="learned"
            )


def _told(fact: KnownFact, days: int) -> str:
    when = {0: "today", 1: "tomorrow"}.get(days, f"in {days} days")
    return f"- {fact.called}'s birthday is {when} ({fact.object})"


def _day(written: str) -> date | None:
    """A day as `3 March`, `March 3` or `1990-03-03`; None for anything else."""
    for form in _FORMS:
        text = written.strip() if form.startswith("%Y-") else _LEAP + written.strip()
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None


def _days_until(born: date, today: date) -> int:
    """Days from today to the next birthday; 0 = it is today."""
    this_year, next_year = _in_year(born, today.year), _in_year(born, today.year + 1)
    return ((this_year if this_year >= today else next_year) - today).days


def _in_year(born: date, year: int) -> date:
    try:
        return born.replace(year=year)
    except ValueError:
        # The 29th of February, in a year that has none.
        return date(year, 3, 1)
