"""A line that is told again: it counts once more, and takes over what was left unsaid."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from familiar_memory.domain.memory.record import Moment, Record, RecordFields
from familiar_memory.knowledge.records.machine_lines import day_of

__all__ = ["MOST_STATEMENTS", "restated"]

MOST_STATEMENTS = 9
"""What was told nine times is well known; a turn is named for each, and lines are to be read."""


def restated(standing: Record, new: Record) -> Record | None:
    """The line after another statement; None where that is none, or one too many.

    Each turn counts once, by its ref. The day on which it was learned is the first one; since
    when it holds, and how sure it is, are taken over where the line is silent. What comes of no
    turn, as what the owner says, is not counted, and may only say more exactly since when.
    """
    old, told = standing.fields, new.fields
    if not told.refs:
        return _dated(standing, told)
    fresh = tuple(ref for ref in told.refs if ref not in old.refs)
    count = old.seen or 1
    if not fresh or count >= MOST_STATEMENTS:
        return None
    fields = replace(
        old,
        refs=old.refs + fresh,
        seen=count + 1,
        learned=_first(old.learned, told.learned),
        since=old.since or told.since,
        confidence=_surer(old.confidence, told.confidence),
        importance=max(old.importance, told.importance),
    )
    return replace(standing, fields=fields)


def _dated(standing: Record, told: RecordFields) -> Record | None:
    old = standing.fields
    is_news = told.since is not None and told.since != old.since
    if not is_news or not (told.since or "").startswith(old.since or ""):
        return None
    return replace(standing, fields=replace(old, since=told.since))


def _first(one: Moment | None, other: Moment | None) -> Moment | None:
    if one is None or other is None:
        return one or other
    return other if _day(other) < _day(one) else one


def _day(moment: date | datetime) -> date:
    return day_of(moment) or date.max


def _surer(one: float | None, other: float | None) -> float | None:
    given = [value for value in (one, other) if value is not None]
    return max(given, default=None)
