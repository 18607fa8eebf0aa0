"""What stands between marks in a text: quotes, brackets, code, quoted lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Enclosure", "enclosures_in"]

_PAIRS = {"“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "(": ")", "（": "）", "[": "]"}
_DEEPEST = 16
"""Marks that are open at once; more is no prose."""
_MARK = re.compile(
    r"(?P<fence>```.*?(?:```|\Z))|(?P<end>\n[ \t]*\n)"
    r"|(?P<smiley>(?<!\w)[:;=]['-]?[()\[\]])|(?P<mark>[\"“”„«»「」『』()（）\[\]])",
    re.DOTALL,
)
_SINGLE = re.compile(r"(?<![\w'])['‘](?=\w)[^\n]{1,300}?(?<=[\w.,!?…])['’](?!\w)")
_QUOTED_LINES = re.compile(r"^[ \t]*>[^\n]*(?:\n[ \t]*>[^\n]*)*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A stretch of a text with the marks that open and close it (none: as each line has its own).

    `is_code`: what is in it speaks for nobody, so its beginning is not needed to read its end.
    """

    begin: int
    end: int
    opens: str
    closes: str
    is_code: bool = False


def enclosures_in(text: str) -> list[Enclosure]:
    """All of a text, by where they begin. What is never closed encloses nothing, but code."""
    found = [*_between_marks(text), *_of_lines(text)]
    found += [Enclosure(m.start(), m.end(), "‘", "’") for m in _SINGLE.finditer(text)]
    return sorted(found, key=lambda one: (one.begin, -one.end))


def _of_lines(text: str) -> Iterator[Enclosure]:
    return (Enclosure(m.start(), m.end(), ">", "") for m in _QUOTED_LINES.finditer(text))


def _between_marks(text: str) -> Iterator[Enclosure]:
    opened: list[tuple[str, int]] = []
    for match in _MARK.finditer(text):
        if match["fence"] is not None:
            yield Enclosure(match.start(), match.end(), "```", "```", is_code=True)
        if match["mark"] is None:
            # A mark that no paragraph closes is a slip of the pen.
            opened = opened if match["smiley"] else []
            continue
        mark, at = match["mark"], match.start()
        begun = _begun(opened, mark)
        if begun is not None:
            opens, begin = opened[begun]
            del opened[begun:]
            yield Enclosure(begin, match.end(), opens, mark)
        elif (mark in _PAIRS or mark == '"') and len(opened) < _DEEPEST:
            opened.append((mark, at))


def _begun(opened: list[tuple[str, int]], mark: str) -> int | None:
    """Which of the open marks this one closes."""
    for number in range(len(opened) - 1, -1, -1):
        opens = opened[number][0]
        if (opens == '"' == mark) or _PAIRS.get(opens) == mark:
            return number
    return None
