"""The grammar of a pattern: alternatives of sequences of repeated terms."""

from __future__ import annotations

import re
from typing import Final

from familiar_memory.lore.js_regex.characters import BORDERS, LINE_END, SETS
from familiar_memory.lore.js_regex.classes import class_part
from familiar_memory.lore.js_regex.cursor import Cursor, refused
from familiar_memory.lore.js_regex.escapes import character_of, property_of
from familiar_memory.lore.js_regex.groups import Groups
from familiar_memory.lore.js_regex.part import Part, TermRun, letter_part, one_of, plain

__all__ = ["PatternReader"]

_MAX_DEPTH: Final = 50
"""Groups in groups: far from where Python's own stack ends, and no key of a book comes near."""
_MAX_COUNT: Final = 1_000
"""The largest number in braces: the texts that are searched are a few messages."""
_COUNT = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")
_COUNT_DIGITS = 9
"""So many digits of a number are looked at: it is far beyond `_MAX_COUNT` already."""


class PatternReader:
    """Reads a pattern by its grammar, from left to right. Methods raise `PatternError`."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._groups = Groups(cursor.text)
        self._depth = 0

    def whole(self) -> Part:
        """The whole pattern."""
        part = self._alternatives()
        if not self._cursor.is_at_end:
            raise refused("a parenthesis is closed that was not opened")
        return part

    def _alternatives(self) -> Part:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise refused(f"its groups are more than {_MAX_DEPTH} deep")
        branches = [self._sequence()]
        while self._cursor.peek() == "|":
            self._cursor.at += 1
            branches.append(self._sequence())
        self._depth -= 1
        return one_of(branches)

    def _sequence(self) -> Part:
        run = TermRun()
        while not self._cursor.is_at_end and self._cursor.peek() not in "|)":
            part, is_optional = self._repeated()
            run.add(part, is_optional=is_optional)
        return run.whole()

    def _repeated(self) -> tuple[Part, bool]:
        """A term with its quantifier, and whether it may be left out."""
        atom = self._term()
        quantifier = self._quantifier()
        if quantifier is None:
            return atom, False
        written, least, times = quantifier
        if not atom.text:
            raise refused("there is nothing to repeat")
        if self._cursor.peek() == "?":
            self._cursor.at += 1
            written += "?"
        if (self._cursor.peek() or " ") in "*+?" or self._cursor.match(_COUNT):
            raise refused("a repeat is repeated")
        # After a repeat that is there at least once a run of letters ends with it.
        part = Part(f"{atom.text}{written}", atom.size * times, atom.needs, atom.literal, False)
        return part, least == 0

    def _quantifier(self) -> tuple[str, int, int] | None:
        """As it is written, how often at least, and how often it counts for the size."""
        cursor = self._cursor
        sign = cursor.peek()
        if sign and sign in "*+?":
            cursor.at += 1
            return sign, int(sign == "+"), 1
        match = cursor.match(_COUNT)
        if match is None:
            return None
        least = int(match[1][:_COUNT_DIGITS])
        most = int(match[3][:_COUNT_DIGITS] or 0) if match[2] and match[3] else least
        if most < least or max(least, most) > _MAX_COUNT:
            raise refused(f"the repeat {match[0]} is out of order, or over {_MAX_COUNT}")
        cursor.at = match.end()
        return match[0], least, max(least, most, 1)

    def _term(self) -> Part:
        cursor = self._cursor
        char = cursor.take()
        if char == "(":
            return self._group()
        if char == "[":
            return class_part(cursor)
        if char == "\\":
            return self._escape()
        if char == "^":
            return plain(f"(?:\\A|(?<=[{LINE_END}]))" if cursor.by_line else r"\A")
        if char == "$":
            return plain(f"(?=[{LINE_END}]|\\Z)" if cursor.by_line else r"\Z")
        if char == ".":
            return plain("(?s:.)" if cursor.dot_is_all else f"[^{LINE_END}]")
        if char in "*+?" or (char == "{" and cursor.match(_COUNT, back=1)):
            raise refused("there is nothing to repeat")
        return letter_part(cursor, char)

    def _group(self) -> Part:
        opening, is_look = self._groups.open(self._cursor)
        inside = self._alternatives()
        if self._cursor.peek() != ")":
            raise refused("a parenthesis is not closed")
        self._cursor.at += 1
        needs = None if is_look else inside.needs
        return Part(f"{opening}{inside.text})", inside.size + 1, needs)

    def _escape(self) -> Part:
        cursor = self._cursor
        char = cursor.take_escaped()
        if char in "bB":
            return plain(f"\\{char}" if cursor.is_quick else BORDERS[char])
        if char in SETS:
            return plain(f"[{SETS[char]}]")
        if char.lower() in SETS:
            return plain(f"[^{SETS[char.lower()]}]")
        if (found := property_of(cursor, char)) is not None:
            return plain(found)
        if char == "k" and self._groups.has_names:
            return self._groups.named(cursor)
        if char.isdecimal() and char.isascii() and char != "0":
            return self._groups.numbered(cursor, char)
        return letter_part(cursor, character_of(cursor, char))
