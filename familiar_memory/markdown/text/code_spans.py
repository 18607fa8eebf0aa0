"""Code within a line of text, between runs of as many backticks: found in one pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

__all__ = ["without_code_spans"]

_RUN = re.compile("`+")


def without_code_spans(text: str, instead: Callable[[str], str]) -> str:
    """The text with something else in the place of each span, backticks included."""
    told: list[str] = []
    position = 0
    for start, end in _spans(text):
        told += (text[position:start], instead(text[start:end]))
        position = end
    return "".join((*told, text[position:]))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each: a run that is not escaped, up to the next one of its length."""
    runs = [match.span() for match in _RUN.finditer(text)]
    closing: dict[int, int] = {}
    last: dict[int, int] = {}
    for number in range(len(runs) - 1, -1, -1):
        length = runs[number][1] - runs[number][0]
        if length in last:
            closing[number] = last[length]
        last[length] = number
    number = 0
    while number < len(runs):
        start = runs[number][0]
        if number in closing and not text.startswith("\\", start - 1 if start else 0):
            number = closing[number]
            yield start, runs[number][1]
        number += 1
