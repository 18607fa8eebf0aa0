"""What a question says of the answer: its terms, whom it names, which date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from familiar_memory.index.tokens import STOP_WORDS, stem, words

__all__ = ["NamedDate", "Question", "read_question"]

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"(\d|[12]\d|3[01])(?:st|nd|rd|th)?")
_SHORT_NAME = 3
"""A short form of a name (Deb for Deborah) has at least so many letters."""


@dataclass(frozen=True, slots=True)
class NamedDate:
    """The days, months and years that a question names; an empty set means any."""

    years: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    `terms` are stems in order without repeats; `authors` are numbers of the snapshot's
    register; `date` is None when it names none; `content` is the text for the embedder,
    without the names, which would only blur it.
    """

    text: str
    terms: tuple[str, ...]
    authors: frozenset[int]
    date: NamedDate | None
    content: str


def read_question(text: str, names: Mapping[str, set[int]]) -> Question:
    """Take a question apart; `names` maps display names to author numbers."""
    said = words(text)
    authors, naming = _named_authors(said, names)
    content = [word for word in said if word not in STOP_WORDS and word not in naming]
    return Question(
        text=text,
        terms=tuple(dict.fromkeys(stem(word) for word in content)),
        authors=frozenset(authors),
        date=_named_date(said),
        content=" ".join(content) or text,
    )


def _named_authors(said: list[str], names: Mapping[str, set[int]]) -> tuple[set[int], set[str]]:
    """The authors named, by a word of their name or its short form, and those words."""
    by_word: dict[str, set[int]] = {}
    for name, numbers in names.items():
        for word in words(name):
            by_word.setdefault(word, set()).update(numbers)
    authors: set[int] = set()
    naming: set[str] = set()
    for word in dict.fromkeys(said):
        if word in STOP_WORDS:
            continue
        for name, numbers in by_word.items():
            short = len(word) >= _SHORT_NAME and name.startswith(word)
            if word == name or short:
                authors |= numbers
                naming.add(word)
    return authors, naming


def _named_date(said: list[str]) -> NamedDate | None:
    months = frozenset(_MONTHS.index(word) + 1 for word in said if word in _MONTHS)
    years = frozenset(int(word) for word in said if _YEAR.fullmatch(word))
    if not months and not years:
        return None
    days = [match for word in said if (match := _DAY.fullmatch(word))] if months else []
    return NamedDate(years, months, frozenset(int(match[1]) for match in days))
