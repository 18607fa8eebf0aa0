"""Which days a question names: written out, in digits, by a feast, or from today on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice
from unicodedata import normalize

from familiar_memory.recall.ranking.asked.date_words import DateWords, Relative, date_words
from familiar_memory.recall.ranking.asked.dates import CalendarDate, DaySpan, NamedDate, around
from familiar_memory.recall.ranking.asked.relative_days import (
    ago,
    calendar_unit,
    latest_season,
    latest_weekday,
    season_of,
)

__all__ = ["named_date", "without_date"]

_Reading = CalendarDate | DaySpan

_YEAR_FIRST = re.compile(r"(?<![\d./-])(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d|[./-]\d)")
_YEAR_LAST = re.compile(r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?!\d|[./-]\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"([12]?\d|3[01])(?:st|nd|rd|th)?")
_WORD = re.compile(r"[^\W_]+")
_MOST_READINGS = 32
"""So many dates a question may name; the days of a talk are compared with each."""
_CENTURY = 100
_LATEST_YEAR = 2100
"""Of two digits, where nothing says what year it is."""


def named_date(text: str, asked: date | None = None) -> NamedDate | None:
    """What date a question names; None when it names none.

    `asked` is the day of asking, where the familiar lives: without one, what counts from it
    ("yesterday") is not read.
    """
    reader = _Reader(normalize("NFKC", text).replace("’", "'"), asked)
    readings = tuple(dict.fromkeys(islice(reader.readings(), _MOST_READINGS)))
    return NamedDate(readings) if readings else None


def without_date(text: str, asked: date | None = None) -> str:
    """What a text says beside the date that it names: its other words, as they are written."""
    reader = _Reader(normalize("NFKC", text).replace("’", "'"), asked)
    dated = any(True for _ in islice(reader.readings(), _MOST_READINGS))
    return reader.rest() if dated else text


class _Reader:
    """Reads one text; what has been understood is taken out, so that it is not read twice."""

    def __init__(self, text: str, asked: date | None) -> None:
        self._text = text
        self._asked = asked
        self._years: list[int] = []

    def readings(self) -> Iterator[_Reading]:
        """Each date that is named; years alone only where nothing says more."""
        whole = [*self._in_digits(), *self._written_in_full(), *self._relative()]
        feasts = [*self._feasts()]
        parts = [*self._written_in_part()]
        words = _WORD.findall(self._text)
        years = dict.fromkeys([*self._years, *(int(w) for w in words if _YEAR.fullmatch(w))])
        dated = [*feasts, *parts, *self._months_of(words)]
        yield from whole
        yield from (CalendarDate(tuple(years), one.months, one.days) for one in dated)
        if years and not whole and not dated:
            yield CalendarDate(tuple(years))

    def rest(self) -> str:
        """What is left once all has been read: without years, months and days of the month."""
        words = _WORD.findall(self._text)
        months = {
            word.lower()
            for language in date_words()
            for at, word in enumerate(words)
            if word.lower() in language.months and _is_month(language, words, at)
        }

        def left(found: re.Match[str]) -> str:
            word = found[0].lower()
            is_day = bool(months) and _DAY.fullmatch(word) is not None
            return " " if word in months or is_day or _YEAR.fullmatch(word) else found[0]

        return _WORD.sub(left, self._text)

    def _taken(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """The first that a pattern finds, as many as are wanted; all are taken out of the text."""
        found = list(islice(pattern.finditer(self._text), _MOST_READINGS))
        if found:
            self._text = pattern.sub(" ", self._text)
        return found

    def _in_digits(self) -> Iterator[DaySpan]:
        for found in self._taken(_YEAR_FIRST):
            yield from _day(int(found[1]), int(found[3]), int(found[4]))
        for found in self._taken(_YEAR_LAST):
            year, one, other = self._full_year(found[4]), int(found[1]), int(found[3])
            # Which comes first, day or month, is another matter in each country.
            yield from _day(year, other, one)
            yield from _day(year, one, other)

    def _full_year(self, written: str) -> int:
        year = int(written)
        if year >= _CENTURY:
            return year
        latest = self._asked.year + 1 if self._asked else _LATEST_YEAR
        return next(y for y in range(latest, latest - _CENTURY, -1) if y % _CENTURY == year)

    def _written_in_full(self) -> Iterator[_Reading]:
        yield from self._written(has_year=True)

    def _written_in_part(self) -> Iterator[CalendarDate]:
        yield from self._written(has_year=False)

    def _written(self, *, has_year: bool) -> Iterator[CalendarDate]:
        for language in date_words():
            for pattern in language.written:
                if ("year" in pattern.groupindex) is not has_year:
                    continue
                for found in self._taken(pattern):
                    parts = {name: int(told) for name, told in found.groupdict().items()}
                    if "month" in parts:
                        year, month, day = map(parts.get, ("year", "month", "day"))
                        yield CalendarDate(_given(year), _given(month), _given(day))
                    else:
                        self._years.append(parts["year"])

    def _relative(self) -> Iterator[DaySpan]:
        for language in date_words():
            for relative in language.relative:
                for found in self._taken(relative.pattern):
                    try:
                        yield from self._counted(language, relative, found)
                    except (OverflowError, ValueError):
                        continue  # before all dates

    def _counted(
        self, language: DateWords, of: Relative, found: re.Match[str]
    ) -> Iterator[DaySpan]:
        told = {name: word.lower() for name, word in found.groupdict().items() if word}
        if "year" in told:
            yield from season_of(int(told["year"]), language.seasons[told["season"]])
        elif self._asked is None:
            return
        elif "season" in told:
            months = language.seasons[told["season"]]
            if of.back is None:
                yield latest_season(self._asked, months)
            else:
                yield from season_of(self._asked.year - of.back, months)
        elif "number" in told:
            count = told["number"]
            yield ago(self._asked, of.unit, language.numbers.get(count) or int(count))
        elif "weekday" in told and of.back is None:
            yield latest_weekday(self._asked, language.weekdays[told["weekday"]])
        elif of.unit == "year" and of.back is not None:
            # Of a year one mostly says more: "last December", "Christmas last year".
            self._years.append(self._asked.year - of.back)
        elif of.back is not None:
            weekday = language.weekdays[told["weekday"]] if "weekday" in told else None
            yield calendar_unit(self._asked, of.unit, of.back, weekday)

    def _feasts(self) -> Iterator[CalendarDate]:
        for language in date_words():
            for feast in language.feasts:
                if self._taken(feast.pattern):
                    yield CalendarDate((), (feast.month,), feast.days)

    def _months_of(self, words: list[str]) -> Iterator[CalendarDate]:
        """The months that are named as words, with the days that are: all of all of them."""
        for language in date_words():
            months = [
                language.months[word.lower()]
                for at, word in enumerate(words)
                if word.lower() in language.months and _is_month(language, words, at)
            ]
            if months:
                days = [int(found[1]) for word in words if (found := _DAY.fullmatch(word.lower()))]
                yield CalendarDate((), _once(months), _once([day for day in days if day]))


def _is_month(language: DateWords, words: list[str], at: int) -> bool:
    """Whether a word that may be a month is one: "may" and "mar" are other words, Jan a name."""
    word = words[at]
    name = word.lower()
    if name in language.long_months:
        if name not in language.cased or word[0].isupper():
            return True
    elif at and words[at - 1].lower() in language.near:
        return True
    beside = words[max(at - 2, 0) : at] + words[at + 1 : at + 2]
    return any(_DAY.fullmatch(one.lower()) or _YEAR.fullmatch(one) for one in beside)


def _day(year: int, month: int, day: int) -> Iterator[DaySpan]:
    try:
        yield around(date(year, month, day))
    except ValueError:
        return


def _given(number: int | None) -> tuple[int, ...]:
    return () if number is None else (number,)


def _once(numbers: list[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(numbers))
