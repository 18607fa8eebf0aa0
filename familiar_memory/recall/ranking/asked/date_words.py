"""How a language speaks of days: its `[dates]` table, as patterns.

`months` and `weekdays` are lists of names in order, a month with its short forms; `cased` are
those that are other words as well, and `near` the words before which a short form stands.
`feasts` have `names`, a `month` and `days`; `seasons` the months of each, `numbers` what number
words are worth. `written` are patterns of dates with groups `year`, `month` and `day`, of which
a year or a month is there. `relative` are patterns of what counts from the moment of asking: with
`unit` and `back` the unit of the calendar, with a group `number` about so long ago, with a group
`weekday` or `season` that one, the latest without `back`. In them {weekdays}, {seasons} and
{numbers} stand for all of these. What is found is taken out, so the longer comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["DateWords", "Feast", "Relative", "date_words"]


@dataclass(frozen=True, slots=True)
class Feast:
    """Days of each year that have a name."""

    pattern: re.Pattern[str]
    month: int
    days: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Relative:
    """One way to count from the moment of asking; `back` None = the latest, or by a number."""

    pattern: re.Pattern[str]
    unit: str
    back: int | None


@dataclass(frozen=True, slots=True)
class DateWords:
    """The patterns of one language; names are in lower case."""

    months: Mapping[str, int]
    long_months: frozenset[str]
    cased: frozenset[str]
    near: frozenset[str]
    weekdays: Mapping[str, int]
    seasons: Mapping[str, tuple[int, ...]]
    numbers: Mapping[str, int]
    feasts: tuple[Feast, ...]
    written: tuple[re.Pattern[str], ...]
    relative: tuple[Relative, ...]


@lru_cache(maxsize=1)
def date_words() -> tuple[DateWords, ...]:
    """The patterns of every language that has described its dates."""
    return tuple(map(_date_words, language_tables("dates").values()))


def _date_words(table: Mapping[str, Any]) -> DateWords:
    months = table.get("months", ())
    weekdays = {name: at for at, name in enumerate(table.get("weekdays", ()))}
    seasons = {name: tuple(of) for name, of in table.get("seasons", {}).items()}
    numbers = table.get("numbers", {})
    said = {
        "{weekdays}": _group("weekday", weekdays),
        "{seasons}": _group("season", seasons),
        "{numbers}": _group("number", numbers, r"\d{1,3}"),
    }
    return DateWords(
        months={name: at for at, names in enumerate(months, 1) for name in names},
        long_months=frozenset(names[0] for names in months),
        cased=frozenset(table.get("cased", ())),
        near=frozenset(table.get("near", ())),
        weekdays=weekdays,
        seasons=seasons,
        numbers=numbers,
        feasts=tuple(map(_feast, table.get("feasts", ()))),
        written=tuple(_compiled(pattern, said) for pattern in table.get("written", ())),
        relative=tuple(
            Relative(_compiled(one["said"], said), one["unit"], one.get("back"))
            for one in table.get("relative", ())
        ),
    )


def _feast(table: Mapping[str, Any]) -> Feast:
    names = "|".join(map(_bounded, table["names"]))
    return Feast(re.compile(names, re.IGNORECASE), table["month"], tuple(table["days"]))


def _bounded(name: str) -> str:
    """A name as a pattern: apart from other letters where words stand apart."""
    pattern = re.escape(name).replace("'", "'?")
    return rf"\b{pattern}\b" if name.isascii() else pattern


def _group(name: str, words: Iterable[str], *others: str) -> str:
    # The longest first: "a couple of" before "a".
    either = [*others, *map(re.escape, sorted(words, key=len, reverse=True))]
    return f"(?P<{name}>{'|'.join(either)})"


def _compiled(pattern: str, said: Mapping[str, str]) -> re.Pattern[str]:
    for placeholder, words in said.items():
        pattern = pattern.replace(placeholder, words)
    return re.compile(pattern, re.IGNORECASE)
