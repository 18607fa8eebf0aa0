"""What a book's name says of its version: `Eldoria (1)` is newer than `Eldoria`.

Only a hint: whether two books are versions of one their entries decide (`kinship`).
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["family_name", "is_older_name", "plain_name"]

# What people and programs put behind the name of another copy, or of a newer version: "(1)",
# " - Copy", " copy 2", "_v2", "-1.3", "_20240131", " final".
_WORDS = r"(?:another )?(?:copy|kopie|copie|copia|final|new|newest|updated?|edited|fixed|backup)"
_COPY = re.compile(
    rf"[\s_.-]*(?:\(\s*(?:{_WORDS}|\d+)(?:\s*\d+)?\s*\)|(?<=[\s_.-])(?:{_WORDS}|v?\d+(?:[._-]\d+)*)"
    r"|(?<=[\s_.-])v(?:er(?:sion)?)?[\s._-]?\d+(?:[._-]\d+)*)$",
    re.IGNORECASE,
)
# Of these only what cannot be a part of the name itself, as in "Cyberpunk 2077".
_SURELY_COPY = re.compile(
    r"(?:\s*\(\d+\)|[\s_.-]+v\d+(?:[._]\d+)*|\s+-\s+(?:copy|kopie|copie|copia)(?:\s*\(\d+\))?)$",
    re.IGNORECASE,
)
_GAPS = re.compile(r"[\W_]+")
_NUMBERS = re.compile(r"\d+")
_FIRST_YEAR: Final = 1900
"""A number in a name from here on is read as a date, a smaller one as a version."""

_Marks = dict[str, tuple[int, ...]]


def family_name(name: str) -> str:
    """A book's name without what marks a copy or a version of it, for comparing."""
    return _GAPS.sub(" ", _split(name)[0]).strip().casefold()


def plain_name(name: str) -> str:
    """The name as people see it, without what surely only distinguishes copies and versions."""
    stem = name.strip()
    while (shorter := _SURELY_COPY.sub("", stem).rstrip()) and shorter != stem:
        stem = shorter
    return stem


def is_older_name(one: str, other: str) -> bool:
    """Whether the first is surely that of an older version: a plain name is the first of all.

    `(1)` < `(2)`, `_v2` < `_v3`, `2025-01-31` < `2025-02-01`. Of a word such as "Copy", and
    between numbers of two kinds, nobody knows.
    """
    if family_name(one) != family_name(other):
        return False
    old, new = _marks(one), _marks(other)
    if old is None or new is None or old == new:
        return False
    return all(old.get(kind, ()) <= new.get(kind, ()) for kind in old.keys() | new.keys())


def _split(name: str) -> tuple[str, list[str]]:
    """The name without its marks, and the marks, the last first."""
    stem, marks = name.strip(), []
    while (found := _COPY.search(stem)) and (shorter := stem[: found.start()]):
        marks.append(found[0])
        stem = shorter
    return stem, marks


def _marks(name: str) -> _Marks | None:
    """The numbers by their kind; None where a word stands among them, or two of one kind."""
    found: _Marks = {}
    for mark in _split(name)[1]:
        numbers = tuple(map(int, _NUMBERS.findall(mark)))
        if not numbers or re.search(_WORDS, mark, re.IGNORECASE):
            return None
        kind = "copy" if "(" in mark else "date" if numbers[0] >= _FIRST_YEAR else "version"
        if kind in found:
            return None
        found[kind] = numbers
    return found
