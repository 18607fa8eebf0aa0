"""Lines that look like records and facts and are prose, and ids that are there twice. Pure.

Nothing is guessed and nothing is changed: a person is told, and can say what they meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.record.anatomy import dissect
from familiar_memory.markdown.record.tail import date_that_never_was

__all__ = ["Oddity", "nearly_records"]

_MARKER = re.compile(r"[ \t>]*(?:[-*+]|[0-9]{1,3}[.)])(?P<space>[ \t]+|(?=[a-z]))(?P<rest>.*)")
_FIELD = re.compile(r"(?:~~|\[.\][ \t]+)*(?P<predicate>[a-z][a-z0-9_]{0,39})::(?P<object>.*)")
_LOOSE_FIELD = re.compile(
    r"(?:~~|\[.\][ \t]+)*(?P<written>[A-Za-z][A-Za-z0-9_]{0,39}[ \t]*)::(?P<object>.*)"
)
_OPEN_STRIKE = re.compile(r"(?:\[.\][ \t]+)?~~(?P<rest>(?:(?!~~).)*)")
_ID = re.compile(r"(?:\A|[ \t])\^(?P<id>[A-Za-z0-9-]+)[ \t]*\Z")
_LONGEST = 20_000
"""Characters; a longer line is told of as such."""


class Oddity(NamedTuple):
    """Where it is (the first line is 1), what it is, and how to mend it."""

    line: int
    what: str
    mend: str


def nearly_records(lines: Iterable[tuple[int, str]]) -> Iterator[Oddity]:
    """Name each of these lines, given with its number, that is read as less than it looks."""
    first: dict[str, int] = {}
    for (number, line), (_, following) in pairwise(chain(lines, [(0, "")])):
        if len(line) > _LONGEST:
            continue
        if "^" in line and (found := _ID.search(line)) is not None:
            yield from _again(found["id"], number, first)
        if "::" in line or ("(" in line and "-" in line):
            yield from _near(number, line)
        if "~~" in line and "::" in line:
            yield from _open_strike(number, line, following)


def _again(name: str, number: int, first: dict[str, int]) -> Iterator[Oddity]:
    earlier = first.setdefault(name, number)
    if earlier != number:
        yield Oddity(
            number,
            f"the block id ^{name} is taken: line {earlier} has it too, and a link to it may mean"
            " either",
            "give one of the two lines another id, or none",
        )


def _near(number: int, line: str) -> Iterator[Oddity]:
    marker = _MARKER.match(line)
    if marker is None:
        return
    field = _FIELD.match(marker["rest"])
    if field is None and marker["space"]:
        yield from _loosely_written(number, marker["rest"])
    is_known = field is not None and field["predicate"] in SHIPPED and field["object"].strip()
    if field is not None and is_known:
        predicate, spaced = field["predicate"], field["object"].startswith((" ", "\t"))
        if not marker["space"] or not spaced:
            yield Oddity(
                number,
                f"{predicate}:: is read as text here, and states no fact",
                f"write `- {predicate}:: {field['object'].strip()}`, with both spaces",
            )
    if marker["space"]:
        yield from _no_day(number, marker["rest"])


def _loosely_written(number: int, source: str) -> Iterator[Oddity]:
    """A predicate in other letters, or with a space before its colons."""
    field = _LOOSE_FIELD.match(source)
    if field is None or not field["object"].strip():
        return
    written, predicate = field["written"], field["written"].strip().lower()
    if predicate in SHIPPED:
        yield Oddity(
            number,
            f"{written}:: is read as text here, and states no fact",
            f"write `- {predicate}:: {field['object'].strip()}`, in small letters",
        )


def _open_strike(number: int, line: str, following: str) -> Iterator[Oddity]:
    """A fact that somebody began to strike, and whose line and item end before the other ~~."""
    marker = _MARKER.match(line)
    struck = None if marker is None else _OPEN_STRIKE.fullmatch(marker["rest"])
    is_whole = not following.strip() or _MARKER.match(following) is not None
    if struck is None or not is_whole or (field := _FIELD.match(struck["rest"])) is None:
        return
    if field["predicate"] in SHIPPED:
        yield Oddity(
            number,
            f"the ~~ before {field['predicate']}:: is never closed: the line is text, and neither"
            " states a fact nor is struck",
            "put ~~ at its end, too, or take it away",
        )


def _no_day(number: int, source: str) -> Iterator[Oddity]:
    """A date that does not exist, where a tail would stand; what damages a tail is told anyway."""
    missing = date_that_never_was(_ID.sub("", source).rstrip("~ \t"))
    if missing is None or dissect(source).damaged:
        return
    is_fact = _FIELD.match(source) is not None
    yield Oddity(
        number,
        f"{missing} is no {'day' if missing.count('-') > 1 else 'month'}, so what stands in the"
        f" parentheses is text{', and the line states no fact' if is_fact else ''}",
        "write a date that exists, such as 2026-02-28",
    )
