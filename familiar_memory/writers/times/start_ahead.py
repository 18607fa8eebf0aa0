"""From when on that will be so which is only agreed: "I've been hired by Aldi, starting in May".

Who has a job that begins later does not have it yet, and has the old one until then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.times.phrases import date_said
from familiar_memory.writers.times.spoken_date import SpokenDate

__all__ = ["StartAhead", "start_ahead"]


@dataclass(frozen=True, slots=True)
class StartAhead:
    """A beginning that lies ahead, with its date where that is known."""

    at: SpokenDate | None


def start_ahead(agreed: str, around: str) -> StartAhead | None:
    """When what was `agreed` begins, by what is said `around` it; None where it is so now."""
    for rules in _rules():
        if rules.agreed.search(agreed) is None:
            continue
        match = rules.starts.search(around)
        if match is not None:
            at = date_said(match["at"]) if match["at"] else None
            return StartAhead(None if at is None else replace(at, ahead=True))
    return None


@dataclass(frozen=True, slots=True)
class _StartRules:
    agreed: BoundedPattern
    starts: BoundedPattern


@lru_cache(maxsize=1)
def _rules() -> tuple[_StartRules, ...]:
    def pattern(written: str, table: dict[str, str]) -> BoundedPattern:
        return bounded(spelled(written, table), regex.IGNORECASE | regex.VERSION1)

    return tuple(
        _StartRules(
            pattern(table["agreed"], table.get("words", {})),
            pattern(table["starts"], table.get("words", {})),
        )
        for table in language_tables("times").values()
        if "starts" in table
    )
