"""Names that a message calls somebody by ("Hey Kate!"), or says of its own author.

Of one message alone: who is meant, and whether it is a name at all, is told by many of them
(`recall.names.learned`). Patterns are data (`[callings]` of `knowledge/languages`). What is
long, quoted, code or a letter calls nobody who is there: it is drafted, pasted or retold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple

from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.names import folded_name

__all__ = ["CALLINGS_VERSION", "Calling", "CallingKind", "callings_in"]

CALLINGS_VERSION = "3"
"""What a message is found to call people by; another one means that an index is made anew."""

_RULE = "callings"
_LONGEST = 375
"""Characters; what is longer is not just said."""
_LONGEST_OF_FAMILIAR = 200
"""Of the familiar, which writes letters for others."""
_MOST = 4
"""Names of one message: more are a list."""
_SHORTEST_NAME, _LONGEST_NAME = 3, 15
_LONGEST_CLAUSE = 48
"""Characters of a greeting with a name."""
_QUOTES = re.compile('["`“「『>]')
_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|\"[^\"\n]*\"|“[^”]*”|「[^」]*」|『[^』]*』|^[ \t]*>[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
_CLAUSE = re.compile(r"([^.!?…,;:\n()]*)([.!?…,;:\n()]+|\Z)")
_AROUND = re.compile(r"^[^\w]+|[^\w]+$")
_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_SENTENCE_END = frozenset(".!?…\n")
_UNSAID = "名前は"
"""A name, without whose."""
_JUST_BEFORE = 60
"""Characters, about two sentences of Japanese."""
_JA_NAME = (
    r"(?P<name>[\u30a1-\u30ff]{2,10}|[\u4e00-\u9fff々]{1,4}|[\u3041-\u309f]{2,6}?|[A-Za-z]{2,15})"
)


class CallingKind(IntEnum):
    """How a name stands in a message."""

    GREETED = 1
    """Behind a greeting or thanks: nothing else stands there often."""
    ADDRESSED = 2
    """Behind a comma at the end, or behind an interjection, where places and days stand too."""
    WRITTEN_SMALL = 3
    """In one of these places without a capital: a word, which speaks against a name."""
    OF_ONESELF = 4
    """What the author says to be called."""


class Calling(NamedTuple):
    """A name as it is written, and how it stands there."""

    name: str
    kind: CallingKind


def callings_in(text: str, *, by_familiar: bool = False) -> tuple[Calling, ...]:
    """The names by which one message calls somebody, each once a kind; mostly none.

    What the familiar says (`by_familiar`) counts where it is short.
    """
    if len(text) > (_LONGEST_OF_FAMILIAR if by_familiar else _LONGEST):
        return ()
    said = _QUOTED.sub(" ", text) if _QUOTES.search(text) else text
    found: dict[Calling, None] = {}
    for rules in _rules():
        found |= dict.fromkeys(rules.called(said))
    return tuple(found) if len(found) <= _MOST else ()


class _ByCapital:
    """The rules of a language that writes names with a capital, and words apart."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._greetings = frozenset(table["greetings"])
        self._interjections = frozenset(table["interjections"])
        self._not_names = frozenset(map(folded_name, table["not_names"]))
        self._own = tuple(table["own_name"])
        self._own_name = re.compile(
            rf"(?<!\w)(?i:{_any(self._own)})[ \t]+({_WORD.pattern})(?=[^\w\n]*(?:[.!?…,;:)\n]|$))"
        )
        ends = _any(table["letter_ends"])
        self._letter = re.compile(
            rf"\A\s*(?i:dear)\s+[^\W\d_]|\n[ \t]*(?i:{ends})[ \t]*(?:[,.!][ \t]*)?\n+[ \t]*\S"
        )

    def called(self, said: str) -> Iterator[Calling]:
        """The names in a text; none in a letter."""
        found = [*self._of_others(said), *self._of_oneself(said)]
        return iter(() if found and self._letter.search(said) else found)

    def _of_others(self, said: str) -> Iterator[Calling]:
        before, is_greeting = "\n", False
        for match in _CLAUSE.finditer(said):
            clause, behind = match[1], match[2]
            kind = None
            if 2 < len(clause) < _LONGEST_CLAUSE:
                clause = _AROUND.sub("", clause)
                opening, _, name = clause.rpartition(" ")
                opening = " ".join(opening.casefold().split())
                if before not in ":(":
                    kind = self._kind(opening, before, behind, is_greeting=is_greeting)
                if kind is not None and self._is_possible(name):
                    is_small = not name[0].isupper()
                    yield Calling(name, CallingKind.WRITTEN_SMALL if is_small else kind)
            is_greeting = clause.casefold() in self._greetings
            before = behind[-1:]

    def _kind(
        self, opening: str, before: str, behind: str, *, is_greeting: bool
    ) -> CallingKind | None:
        if opening:
            if opening in self._greetings:
                return CallingKind.GREETED
            return CallingKind.ADDRESSED if opening in self._interjections else None
        if before != ",":
            return None
        if is_greeting:
            return CallingKind.GREETED
        return CallingKind.ADDRESSED if behind[:1] in _SENTENCE_END or not behind else None

    def _of_oneself(self, said: str) -> Iterator[Calling]:
        folded = said.casefold()
        if any(phrase in folded for phrase in self._own):
            for match in self._own_name.finditer(said):
                if match[1][0].isupper() and self._is_possible(match[1]):
                    yield Calling(match[1], CallingKind.OF_ONESELF)

    def _is_possible(self, name: str) -> bool:
        return (
            _SHORTEST_NAME <= len(name) <= _LONGEST_NAME
            and _WORD.fullmatch(name) is not None
            and folded_name(name) not in self._not_names
        )


class _BySuffix:
    """The rules of a language in which a suffix says that it is somebody who is called."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        suffix, greeting = _any(table["suffixes"]), _any(table["greetings"])
        self._others = re.compile(
            rf"(?:^|(?<=[。！？!?、，\n]))\s*(?:(?:{greeting})[、，,!！〜～ー…\s]*)?"
            rf"{_JA_NAME}(?:{suffix})(?=[、，,！!？?〜～…。\s]|$)",
            re.MULTILINE,
        )
        before, behind = _any(table["own_name_before"]), _any(table["own_name_behind"])
        self._oneself = re.compile(
            rf"(?:^|(?<=[。！？!?、，\n]))\s*(?P<own>{before})?{_JA_NAME}(?:{behind})", re.MULTILINE
        )
        self._introduced = re.compile(table.get("introduced", r"(?!)"))
        self._not_names = frozenset(map(folded_name, table["not_names"]))

    def called(self, said: str) -> Iterator[Calling]:
        """The names in a text."""
        if said.isascii():
            return
        for kind, pattern in (
            (CallingKind.GREETED, self._others),
            (CallingKind.OF_ONESELF, self._oneself),
        ):
            for match in pattern.finditer(said):
                is_name = folded_name(match["name"]) not in self._not_names
                if is_name and not self._is_anothers(match):
                    yield Calling(match["name"], kind)

    def _is_anothers(self, match: re.Match[str]) -> bool:
        """Whether a name is given without whose it is, right after somebody else was introduced."""
        is_unsaid = match.groupdict().get("own") == _UNSAID
        before = match.string[max(0, match.start() - _JUST_BEFORE) : match.start()]
        return is_unsaid and self._introduced.search(before) is not None


@lru_cache(maxsize=1)
def _rules() -> tuple[_ByCapital | _BySuffix, ...]:
    tables = language_tables(_RULE).values()
    return tuple(_BySuffix(t) if "suffixes" in t else _ByCapital(t) for t in tables)


def _any(phrases: Sequence[str]) -> str:
    """One of these; the longest first."""
    return "|".join(re.escape(one) for one in sorted(phrases, key=lambda p: (-len(p), p)))
