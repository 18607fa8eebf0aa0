"""What of a message is said in another voice than its author's: pasted lines, role-play, exercises.

A line that a name stands before ("Bob: I live in Rome", "<Bob> …", "[12:03] Bob: …") was said by
that Bob, or put into his mouth; a label that is no name ("Note: …", "Me: …") leaves it to whoever
writes. Behind "translate this:" or "my essay starts:" stands a text, and nobody's statement; before
"(in game)" stands what a character says. Words are the `[voices]` of a language
(`knowledge/languages`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["in_other_voices", "without_other_voices"]

_STAMP = (
    r"[\[(]?\s*(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4},?\s+)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?"
    r"(?:\s?[ap]\.?m\.?)?\s*[\])]?\s*(?:[-–—|]\s*)?"
)
_LIST = r"^[ \t]*(?:[-•]\s+|\d{1,2}[.)]\s+)?"
_ANY = r"[^\s:：<>*\[\],!?][^:：<>*\n\[\],!?]{0,30}?"
_SURE = (
    rf"{_LIST}(?:{_STAMP})?<(?![@#:/]|a:|https?:)(?P<who>{_ANY})>(?!.*</)\s*:?\s*",
    rf"{_LIST}{_STAMP}\**(?P<who>{_ANY}):?\**\s*[:：]\**\s+",
    rf"{_LIST}(?P<who>{_ANY})\s*[—–-]\s*(?:\p{{L}}+\s+at\s+)?{_STAMP}$",
)
"""Where a name is all that can stand: in angle brackets, behind a time, over a pasted message."""
_NAMED = (
    rf"{_LIST}(?P<mark>\*{{1,3}}|_{{1,3}}|\[)(?P<who>{_ANY})"
    r"(?:\s*[:：](?:(?P=mark)|\])|(?:(?P=mark)|\])\s*[:：])\s*",
    rf"{_LIST}(?P<who>\p{{Lu}}[\w.'’-]*(?:\s\p{{Lu}}[\w.'’-]*){{0,2}})\s?:\s+",
    rf"{_LIST}(?P<who>[\p{{Han}}\p{{Katakana}}ー]{{2,8}})(?:さん|くん|ちゃん|君)?\s?[:：]\s*",
)
"""Where a heading may stand as well."""


def in_other_voices(text: str) -> tuple[tuple[int, int], ...]:
    """Where in a text such words stand, as `start, end`, in order."""
    rest = _passed_on_from(text)
    spans = [*_spoken_by_others(text[:rest]), *_played(text[:rest])]
    if rest < len(text):
        spans.append((rest, len(text)))
    return tuple(_joined(spans))


def without_other_voices(text: str, hidden: Callable[[str], str]) -> str:
    """The text with such words as `hidden` makes them; what says whose they are is kept."""
    kept, at = [], 0
    for start, end in in_other_voices(text):
        kept += [text[at:start], hidden(text[start:end])]
        at = end
    return "".join([*kept, text[at:]])


def _passed_on_from(text: str) -> int:
    """Where a text begins that is passed on, up to the message's end; its end if none is."""
    ends = (match.end() for one in _rules().passed_on if (match := one.search(text)) is not None)
    return min(ends, default=len(text))


def _spoken_by_others(text: str) -> Iterator[tuple[int, int]]:
    """The lines behind a label that names somebody, up to an empty line or another label."""
    at, is_others = 0, False
    for line in text.splitlines(keepends=True):
        label = _label(line)
        if label is not None:
            is_others = not _is_own(label["who"])
        elif not line.strip():
            is_others = False
        start = at + (label.end() if label is not None else 0)
        at += len(line)
        end = at - (len(line) - len(line.rstrip()))
        if is_others and start < end:
            yield start, end


def _played(text: str) -> Iterator[tuple[int, int]]:
    """What stands in a line before a bracket that takes it into a game, or back."""
    for one in _rules().asides:
        for aside in one.finditer(text):
            start = text.rfind("\n", 0, aside.start()) + 1
            if text[start : aside.start()].strip():
                yield start, aside.start()


def _joined(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The spans in order, those that overlap as one."""
    at: tuple[int, int] | None = None
    for start, end in sorted(spans):
        if at is not None and start < at[1]:
            at = at[0], max(at[1], end)
            continue
        if at is not None:
            yield at
        at = start, end
    if at is not None:
        yield at


def _label(line: str) -> regex.Match[str] | None:
    """What stands at the beginning of a line and says who speaks."""
    for one in _labels():
        if (match := one.match(line)) is not None and len(match["who"].split()) <= 3:
            return match
    return None


def _is_own(who: str) -> bool:
    """Whether a label is no name: a heading, or the author's "me"."""
    rules = _rules()
    words = who.casefold().strip(" *_").split()
    return any(word in rules.own_labels or rules.no_name.search(word) for word in words)


@dataclass(frozen=True, slots=True)
class _Rules:
    own_labels: frozenset[str]
    no_name: BoundedPattern
    passed_on: tuple[BoundedPattern, ...]
    asides: tuple[BoundedPattern, ...]


@lru_cache(maxsize=1)
def _labels() -> tuple[BoundedPattern, ...]:
    return tuple(
        bounded(one, flags)
        for some, flags in ((_SURE, regex.IGNORECASE), (_NAMED, regex.VERSION0))
        for one in some
    )


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    tables = tuple(language_tables("voices").values())
    own = chain.from_iterable(table["own_labels"] for table in tables)
    common = chain.from_iterable(one["common"] for one in language_tables("subjects").values())
    endings = "|".join(one["no_name_endings"] for one in tables if "no_name_endings" in one)
    return _Rules(
        frozenset(chain(own, common)),
        bounded(endings or r"(?!)"),
        tuple(_compiled(one, table) for table in tables for one in table["passed_on"]),
        tuple(_compiled(one, table) for table in tables for one in table.get("asides", ())),
    )


def _compiled(written: str, table: Mapping[str, Any]) -> BoundedPattern:
    for name, pattern in table.get("words", {}).items():
        written = written.replace(f"<{name}>", f"(?:{pattern})")
    return bounded(written, regex.IGNORECASE | regex.MULTILINE | regex.VERSION1)
