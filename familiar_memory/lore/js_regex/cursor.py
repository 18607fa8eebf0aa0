"""A pattern that is being read: how far, and what its flags say."""

from __future__ import annotations

import re

from familiar_memory.errors import PatternError
from familiar_memory.lore.js_regex.characters import escaped

__all__ = ["Cursor", "refused"]


def refused(why: str) -> PatternError:
    """The error for a pattern that JavaScript would refuse, or that is too much for us."""
    return PatternError(why, "a regular expression of JavaScript, such as /drag[oö]ns?/i")


class Cursor:
    """Reads from left to right; `at` is the offset of the next character."""

    def __init__(self, pattern: str, flags: str, *, knows_ascii_only: bool) -> None:
        """With the flag ASCII `regex` has the sets and borders of JavaScript, and is quick.

        But it would not ignore the case of other letters then: `is_beyond_ascii` says that
        there are some.
        """
        self.text = pattern
        self.at = 0
        self.ignores_case = "i" in flags
        self.by_line = "m" in flags
        self.dot_is_all = "s" in flags
        self.is_unicode = "u" in flags
        self.is_quick = knows_ascii_only
        self.is_beyond_ascii = False

    @property
    def is_at_end(self) -> bool:
        """Whether everything is read."""
        return self.at >= len(self.text)

    def peek(self, ahead: int = 0) -> str:
        """A character that comes, the next if nothing else is said; "" behind the end."""
        return self.text[self.at + ahead : self.at + ahead + 1]

    def take(self) -> str:
        """The next character, which must be there; the cursor is behind it then."""
        self.at += 1
        return self.text[self.at - 1]

    def take_escaped(self) -> str:
        """The letter after a backslash.

        Raises:
            PatternError: there is none.
        """
        if self.is_at_end:
            raise refused("it ends in a backslash")
        return self.take()

    def match(self, what: re.Pattern[str], *, back: int = 0) -> re.Match[str] | None:
        """Whether this comes, from `back` characters before the cursor, which stays."""
        return what.match(self.text, self.at - back)

    def letter(self, char: str) -> str:
        """The spelling of a character that means itself."""
        self.is_beyond_ascii |= self.ignores_case and not char.isascii()
        return escaped(char)
