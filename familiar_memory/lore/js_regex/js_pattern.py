r"""From a regular expression of JavaScript to one that can be stopped; nothing is run here.

What differs, and becomes what it means at home: `\d`, `\w` and `\b` know ASCII only; `\s`
knows the spaces of JavaScript; `.` stops at its four line ends; `^` and `$` are the very ends,
or with `m` those of lines; `[]` and `[^]`; `(?<name>)` and `\k<name>`; a group that took no
part is an empty backreference; `\/`, `\uXXXX`, `\u{X}`, `\cX`; a letter that needed no
backslash; a brace that counts nothing. Whatever else `regex` knows is not reachable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import regex

from familiar_memory.lore.js_regex.cursor import Cursor, refused
from familiar_memory.lore.js_regex.grammar import PatternReader
from familiar_memory.lore.js_regex.part import Part

__all__ = ["JsPattern", "delimited", "translate"]

_SHORTEST_NEED: Final = 2
"""Characters of a word that is worth looking for first: a single one stands in any message."""

_DELIMITED = re.compile(r"/(.+?)/([gimsuy]*)", re.DOTALL)
_UNESCAPED_SLASH = re.compile(r"(?:^|[^\\])/")


@dataclass(frozen=True, slots=True)
class JsPattern:
    """A pattern for `regex` that means what the given one means.

    Every match holds one of `needs` (lower-cased when `ignores_case`); None = nothing is
    known. `is_sticky` = it matches at the very beginning only.
    """

    source: str
    flags: int
    needs: tuple[str, ...] | None
    ignores_case: bool
    is_sticky: bool


def delimited(key: str) -> tuple[str, str] | None:
    """Pattern and flags of a key written `/pattern/flags`; None when it is plain text."""
    match = _DELIMITED.fullmatch(key)
    if match is None or _UNESCAPED_SLASH.search(match[1]):
        return None
    return match[1], match[2]


def translate(pattern: str, flags: str = "", *, max_chars: int = 1_000) -> JsPattern:
    """Check and translate.

    Raises:
        PatternError: JavaScript would refuse it, or it is too long, deep or repetitive.
    """
    if len(pattern) > max_chars:
        raise refused(f"it has {len(pattern)} characters, and {max_chars} is the most")
    if len(set(flags)) != len(flags):
        raise refused(f"a flag is given twice: {flags}")
    cursor = Cursor(pattern, flags, knows_ascii_only=True)
    part = PatternReader(cursor).whole()
    if cursor.is_beyond_ascii:
        cursor = Cursor(pattern, flags, knows_ascii_only=False)
        part = PatternReader(cursor).whole()
    return JsPattern(
        part.text,
        regex.VERSION0
        | (regex.IGNORECASE if cursor.ignores_case else 0)
        | (0 if cursor.is_beyond_ascii else regex.ASCII),
        _needs(part, cursor.ignores_case),
        cursor.ignores_case,
        "y" in flags,
    )


def _needs(part: Part, ignores_case: bool) -> tuple[str, ...] | None:
    if part.needs is None or min(map(len, part.needs)) < _SHORTEST_NEED:
        return None
    return tuple(one.lower() for one in part.needs) if ignores_case else part.needs
