"""What stands after a backslash: characters by number, control characters, properties."""

from __future__ import annotations

import re

from familiar_memory.lore.js_regex.characters import CONTROLS
from familiar_memory.lore.js_regex.cursor import Cursor, refused

__all__ = ["character_of", "property_of"]

_HEX = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}")
_LOW_HALF = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_PROPERTY = re.compile(r"[pP]\{[A-Za-z_=0-9]{1,60}\}")


def character_of(cursor: Cursor, letter: str) -> str:
    """The character that an escape stands for; the cursor is behind its `letter`.

    Raises:
        PatternError: it stands for none.
    """
    if letter in CONTROLS:
        return CONTROLS[letter]
    if letter == "0":
        return "\0"
    if letter == "c" and (control := cursor.peek()).isalpha() and control.isascii():
        cursor.at += 1
        return chr(ord(control) % 32)
    match = cursor.match(_HEX, back=1)
    if match is None or (match[3] and not cursor.is_unicode):
        if cursor.is_unicode and letter.isalnum():
            raise refused(f"\\{letter} means nothing")
        return letter
    cursor.at = match.end()
    return _character_numbered(cursor, int(match[1] or match[2] or match[3], 16))


def _character_numbered(cursor: Cursor, code: int) -> str:
    if code > 0x10FFFF:
        raise refused(f"there is no character {code:X}")
    # Beyond four hexadecimal digits JavaScript writes a character as two halves.
    low = cursor.match(_LOW_HALF) if 0xD800 <= code < 0xDC00 else None
    if low is not None:
        cursor.at = low.end()
        code = 0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00
    return chr(code)


def property_of(cursor: Cursor, letter: str) -> str | None:
    r"""A set such as `\p{Letter}`; None where the escape is no property.

    Raises:
        PatternError: it is one, and is not written as one.
    """
    if letter not in "pP" or not cursor.is_unicode:
        return None
    match = cursor.match(_PROPERTY, back=1)
    if match is None:
        raise refused(r"\p wants a property in braces")
    cursor.at = match.end()
    cursor.is_beyond_ascii = True
    return f"\\{match[0]}"
