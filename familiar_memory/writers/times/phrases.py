"""Phrases of a sentence that say since when, until when or at what time something is so.

They are data (`[times]` of the languages): `phrases` are tried in their order, and a date in them
(`begin`, `end`, `at`, or `count` and `unit` of a term) is read by `dates`. A phrase that is known
for one, but for no date ("since last spring"), is no part of what is told either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.times.spoken_date import SpokenDate, TimeUnit

__all__ = ["TimePhrase", "TimedSentence", "date_said", "without_times"]


@dataclass(frozen=True, slots=True)
class TimePhrase:
    """What a phrase says: since `begin`, until `end`, `at` a time, or for `lasting`.

    `back` is when who is away is at home again.

    A phrase without any is one of no sure time. `place` is where it stood in the sentence without
    phrases.
    """

    begin: SpokenDate | None = None
    end: SpokenDate | None = None
    at: SpokenDate | None = None
    lasting: SpokenDate | None = None
    back: SpokenDate | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class TimedSentence:
    """A sentence without what it says of times, and that."""

    text: str
    phrases: tuple[TimePhrase, ...] = ()


@lru_cache(maxsize=256)
def without_times(sentence: str) -> TimedSentence:
    """The sentence with a comma in place of each phrase: no wording reaches across one."""
    found, kept, end = [], "", 0
    for start, stop, phrase, comma in _phrases_in(sentence):
        if start < end:
            continue
        kept += sentence[end:start]
        found.append(replace(phrase, place=len(kept)))
        kept, end = kept + comma, stop
    return TimedSentence(kept + sentence[end:], tuple(found))


def _phrases_in(sentence: str) -> list[tuple[int, int, TimePhrase, str]]:
    found = [
        (match.start(), match.end(), _read(match, rules), rules.comma)
        for rules in _rules()
        for one in rules.phrases
        for match in one.finditer(sentence)
    ]
    # Of two that begin at one place the longer says more: "from May", "from May to July".
    return sorted(found, key=lambda one: (one[0], -one[1]))


@dataclass(frozen=True, slots=True)
class _TimeRules:
    comma: str
    phrases: tuple[BoundedPattern, ...]
    dates: tuple[BoundedPattern, ...]
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    units: Mapping[str, TimeUnit]
    counts: Mapping[str, int]


def _read(match: regex.Match[str], rules: _TimeRules) -> TimePhrase:
    caught = {name: text for name, text in match.groupdict().items() if text}

    def date_of(name: str) -> SpokenDate | None:
        return _date(caught[name], rules) if name in caught else None

    lasting = _counted(caught, rules) if "length" in caught else None
    return TimePhrase(date_of("begin"), date_of("end"), date_of("at"), lasting, date_of("back"))


def date_said(text: str) -> SpokenDate | None:
    """The time that a few words name; None where nobody can be sure of one."""
    found = (_date(text, rules) for rules in _rules())
    return next((one for one in found if one is not None), None)


def _date(text: str, rules: _TimeRules) -> SpokenDate | None:
    found = (one.fullmatch(text.strip()) for one in rules.dates)
    match = next((one for one in found if one is not None), None)
    if match is None:
        return None
    said = {name: value.casefold() for name, value in match.groupdict().items() if value}
    if "unit" in said:
        return _counted(said, rules)
    if not said:
        return None
    month, weekday = said.get("month", ""), said.get("weekday", "")
    return SpokenDate(
        year=int(said["year"]) if "year" in said else None,
        month=rules.months.get(month) or (int(month) if month.isdecimal() else None),
        day=int(said["day"]) if "day" in said else None,
        weekday=rules.weekdays.get(weekday),
    )


def _counted(said: Mapping[str, str], rules: _TimeRules) -> SpokenDate | None:
    """So many units on (or back, as `way` says)."""
    unit = rules.units.get(said["unit"].casefold())
    written = said.get("count", "").casefold()
    count = int(written) if written.isdecimal() else rules.counts.get(written)
    way = said.get("way", "").casefold()
    if unit is None or (count is None and way not in rules.counts):
        return None
    return SpokenDate(unit=unit, count=rules.counts.get(way, 1) * (1 if count is None else count))


@lru_cache(maxsize=1)
def _rules() -> tuple[_TimeRules, ...]:
    return tuple(map(_compiled, language_tables("times").values()))


def _compiled(table: Mapping[str, Any]) -> _TimeRules:
    words: Mapping[str, str] = table.get("words", {})

    def patterns(name: str) -> tuple[BoundedPattern, ...]:
        written = (spelled(one, words) for one in table[name])
        return tuple(bounded(one, regex.IGNORECASE | regex.VERSION1) for one in written)

    return _TimeRules(
        comma=table.get("comma", ","),
        phrases=patterns("phrases"),
        dates=patterns("dates"),
        months=table.get("months", {}),
        weekdays=table.get("weekdays", {}),
        units={word: TimeUnit(unit) for word, unit in table.get("units", {}).items()},
        counts=table.get("counts", {}),
    )
