r"""Any text as part of one Markdown line, and back, without a character lost.

    backslash before punctuation     the character itself, as in CommonMark
    ⏎                                a line break; a written ⏎ is `\⏎`
    &#9;                             a control character, or white space at an edge

A reader of the raw file, of Obsidian or of GitHub sees what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from familiar_memory.errors import InputError

__all__ = ["check_encodable", "escape", "is_escaped", "unescape"]

LINE_BREAK = "⏎"
_PUNCTUATION = r"!-/:-@\[-`{-~"
# Everything that some program takes for the end of a line, and what reorders text on screen.
_CONTROL = r"\x00-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_ESCAPED = re.compile(rf"\\([{_PUNCTUATION}{LINE_BREAK}])|&#([0-9]{{1,7}});|{LINE_BREAK}")
_SPECIAL = re.compile(
    rf"\\(?=[{_PUNCTUATION}{LINE_BREAK}{_CONTROL}]|\Z)|{LINE_BREAK}|&(?=#[0-9]{{1,7}};)|[{_CONTROL}]"
)


def unescape(source: str) -> str:
    """Read escaped text; a lone backslash and an unknown entity stand for themselves."""
    if "\\" not in source and "&#" not in source and LINE_BREAK not in source:
        return source
    return _ESCAPED.sub(_plain, source)


def escape(text: str, positions: Collection[int] = (), *, edges: bool = True) -> str:
    """Write text so that `unescape` reads it back, as one line.

    `positions` are indexes of further punctuation that is to mean nothing: ASCII's gets a
    backslash, any other becomes a number.
    `edges` protects white space at both ends. Text that UTF-8 can encode is assumed.
    """
    marks = {match.start() for match in _SPECIAL.finditer(text)}
    ends = _edge_spaces(text) if edges else set()
    marks |= {i - 1 for i in ends if i and text[i - 1] == "\\"}
    if not marks and not ends and not positions:
        return text
    return "".join(
        _entity(c) if i in ends else _marked(c) if i in marks else _mute(c) if i in positions else c
        for i, c in enumerate(text)
    )


def is_escaped(source: str, index: int) -> bool:
    """Whether an odd number of backslashes stands before this index."""
    start = index
    while start > 0 and source[start - 1] == "\\":
        start -= 1
    return (index - start) % 2 == 1


def check_encodable(text: str, what: str) -> None:
    """Refuse text that no UTF-8 file can hold.

    Raises:
        InputError: the text has a lone surrogate.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(f"{what} holds a lone surrogate", "valid Unicode text") from None


def _plain(match: re.Match[str]) -> str:
    if match[1]:
        return match[1]
    if match[2]:
        code = int(match[2])
        is_character = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
        return chr(code) if is_character else match[0]
    return "\n"


def _marked(character: str) -> str:
    if character == "\n":
        return LINE_BREAK
    if character in ("\\", "&", LINE_BREAK):
        return f"\\{character}"
    return _entity(character)


def _mute(character: str) -> str:
    return f"\\{character}" if character.isascii() else _entity(character)


def _entity(character: str) -> str:
    return f"&#{ord(character)};" if character != "\n" else LINE_BREAK


def _edge_spaces(text: str) -> set[int]:
    return {i for i in (0, len(text) - 1) if text and text[i].isspace()}
