"""The groups of a pattern, and how it refers to them."""

from __future__ import annotations

import re

from familiar_memory.lore.js_regex.cursor import Cursor, refused
from familiar_memory.lore.js_regex.part import Part, letter_part, plain

__all__ = ["Groups"]

_OPENING = re.compile(r"\?(?:(:)|([=!])|(<[=!])|<([A-Za-z_$][\w$]*)>)")
_REFERENCE = re.compile(r"<([^>]+)>")
_DIGITS = re.compile(r"\d*")
_MAX_DIGITS = 3
"""A pattern of 1,000 characters, the most that is taken, has fewer groups than 1,000."""


class Groups:
    """Which groups there are; those with names as they are met.

    A group that took no part is an empty reference in JavaScript, and fails in Python: hence
    the conditions in what refers to one.
    """

    def __init__(self, pattern: str) -> None:
        self._names: list[str] = []
        self._count = _count(pattern)
        self.has_names = "(?<" in re.sub(r"\(\?<[=!]", "", pattern)

    def open(self, cursor: Cursor) -> tuple[str, bool]:
        """How a group begins, and whether it only looks; the cursor is behind its parenthesis.

        Raises:
            PatternError: JavaScript has no such group, or another has that name.
        """
        match = cursor.match(_OPENING)
        if match is None:
            if cursor.peek() == "?":
                raise refused("it has a kind of group that JavaScript does not know")
            return "(", False
        cursor.at = match.end()
        if not match[4]:
            return f"({match[0]}", not match[1]
        if match[4] in self._names:
            raise refused(f"two groups are called {match[4]}")
        self._names.append(match[4])
        return f"(?P<{_python_name(match[4])}>", False

    def named(self, cursor: Cursor) -> Part:
        r"""A reference by name; the cursor is behind `\k`.

        Raises:
            PatternError: there is no such group yet.
        """
        match = cursor.match(_REFERENCE)
        if match is None or match[1] not in self._names:
            raise refused("it refers to a group that is not there")
        cursor.at = match.end()
        name = _python_name(match[1])
        return plain(f"(?({name})(?P={name}))")

    def numbered(self, cursor: Cursor, first: str) -> Part:
        """A reference by number, else a digit; the cursor is behind the `first` digit.

        Raises:
            PatternError: there is no such group, and a digit needs no backslash.
        """
        digits = cursor.match(_DIGITS)
        number = first + (digits[0] if digits else "")
        if len(number) <= _MAX_DIGITS and int(number) <= self._count:
            cursor.at += len(number) - 1
            return plain(f"(?({number})\\{number}(?:))")
        if cursor.is_unicode:
            raise refused(f"there is no group {number}")
        return letter_part(cursor, first)


def _python_name(name: str) -> str:
    """A name that Python knows too: JavaScript allows a dollar."""
    return "n_" + name.replace("$", "_d_")


def _count(pattern: str) -> int:
    bare = re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]", "", pattern, flags=re.DOTALL)
    return len(re.findall(r"\((?!\?)|\(\?<(?![=!])", bare))
