"""The sets of characters that JavaScript knows, in the spelling of `regex`."""

from __future__ import annotations

from typing import Final

__all__ = ["BORDERS", "CLASS_SETS", "COMPLEMENTS", "CONTROLS", "LINE_END", "SETS", "escaped"]

_WORD: Final = "A-Za-z0-9_"
_SPACE: Final = r"\t\n\x0b\x0c\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

LINE_END: Final = r"\n\r\u2028\u2029"
"""Where `.` stops, and where `^` and `$` hold with the flag `m`."""

SETS: Final = {"d": "0-9", "w": _WORD, "s": _SPACE}
"""What stands between brackets for a set, by its letter."""

COMPLEMENTS: Final = {
    "W": r"\x00-/:-@\[-\^`\{-\U0010ffff",
    "S": r"\x00-\x08\x0e-\x1f!-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e"
    r"\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\U0010ffff",
    "D": r"\x00-/:-\U0010ffff",
}
"""What is not in a set, as ranges: sets cannot be negated inside a class."""

CLASS_SETS: Final = frozenset("dDwWsSpP")
"""Letters that stand for a set after a backslash, also inside a class."""

BORDERS: Final = {
    "b": f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))",
    "B": f"(?:(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}]))",
}
"""The borders of words, which know ASCII only, where `regex` itself would know more."""

CONTROLS: Final = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}


def escaped(char: str) -> str:
    """A character that means itself, outside and inside a class."""
    if char.isalnum() or char in " _":
        return char
    return f"\\U{ord(char):08x}" if ord(char) > 0x7F else f"\\x{ord(char):02x}"
