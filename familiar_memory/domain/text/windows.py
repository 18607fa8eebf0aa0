"""A text in windows: pieces so short that what is said in one of them can be weighed by itself.

A message of four thousand characters holds the words of nearly every question somewhere, and
its mean says nothing. So a long text is scored piece by piece; it is cut where its parts end:
fenced code, paragraphs, sentences or lines, and words only where there is nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["MOST_WHOLE", "TextWindow", "cut_windows"]

MOST_WHOLE = 375
"""Characters: a text up to here is one window. Measured with `_WANTED`; 200 to 250 are alike."""
_WANTED = 250
"""Characters of a window, about: pieces are joined up to here."""
_FULL = round(_WANTED * 1.2)
"""A window grows to here where its pieces end so; beyond `MOST_WHOLE` a piece is cut itself."""
_SMALL = round(_WANTED * 0.4)
"""A window of less takes its next piece along, even a whole one, up to `MOST_WHOLE`."""

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*|\n")
_LINE_END = re.compile(r"\n")
_WORD_END = re.compile(r"\s+")


class TextWindow(NamedTuple):
    """Where a window begins and ends in its text, in characters; the end is excluded."""

    begin: int
    end: int


class _Piece(NamedTuple):
    begin: int
    end: int
    begins_code: bool = False


def cut_windows(text: str) -> tuple[TextWindow, ...]:
    """The windows of a text: one after another they are the text; a short one is one window."""
    if len(text) <= MOST_WHOLE:
        return (TextWindow(0, len(text)),)
    ends: list[int] = []
    begin = 0
    for piece in _pieces(text):
        if ends and not _joins(begin, ends[-1], piece):
            begin = ends[-1]
            ends.append(piece.end)
        elif ends:
            ends[-1] = piece.end
        else:
            ends.append(piece.end)
    # White space between two windows belongs to the first of them.
    begins = (0, *ends[:-1])
    return tuple(TextWindow(*pair) for pair in zip(begins, ends, strict=True))


def _joins(begin: int, end: int, piece: _Piece) -> bool:
    """Whether a piece goes on the window that has grown from `begin` to `end`."""
    if not piece.begins_code and piece.end - begin <= _FULL:
        return True
    return end - begin < _SMALL and piece.end - begin <= MOST_WHOLE


def _pieces(text: str) -> Iterator[_Piece]:
    """What is not torn apart, in order; all of the text."""
    at = 0
    for code in _CODE.finditer(text):
        yield from _of_prose(text, at, code.start())
        yield from _of_code(text, code.start(), code.end())
        at = code.end()
    yield from _of_prose(text, at, len(text))


def _of_prose(text: str, begin: int, end: int) -> Iterator[_Piece]:
    for first, last in _cut(_PARAGRAPH_END, text, begin, end):
        if last - first <= MOST_WHOLE:
            yield _Piece(first, last)
            continue
        for one in _cut(_SENTENCE_END, text, first, last):
            yield from _of_words(text, *one)


def _of_code(text: str, begin: int, end: int) -> Iterator[_Piece]:
    is_first = True
    for one in _cut(_LINE_END, text, begin, end):
        for piece in _of_words(text, *one):
            yield piece._replace(begins_code=is_first)
            is_first = False


def _of_words(text: str, begin: int, end: int) -> Iterator[_Piece]:
    """A stretch as one piece, or in pieces of words; a word without an end is cut anywhere."""
    if end - begin <= MOST_WHOLE:
        yield _Piece(begin, end)
        return
    for _, last in _cut(_WORD_END, text, begin, end):
        while last - begin > MOST_WHOLE:
            yield _Piece(begin, begin + _WANTED)
            begin += _WANTED
        if last - begin >= _WANTED:
            yield _Piece(begin, last)
            begin = last
    if begin < end:
        yield _Piece(begin, end)


def _cut(at: re.Pattern[str], text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches between matches; what matches belongs to the stretch before it."""
    last = begin
    for match in at.finditer(text, begin, end):
        if match.end() > last:
            yield last, match.end()
            last = match.end()
    if last < end:
        yield last, end
