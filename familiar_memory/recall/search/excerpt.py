"""The part of a long passage in which a question finds its words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.index.words.tokens import terms_of
from familiar_memory.knowledge.words import fold

__all__ = ["excerpt"]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_GAP = "…"


def excerpt(text: str, terms: Collection[str], max_chars: int) -> str:
    """At most so many characters around where most of the terms stand; gaps are marked.

    The beginning where none of them does, and where several stretches hold as many, the
    first. White space is one space.
    """
    text = " ".join(text.split())
    if len(text) <= max_chars:
        return text
    start, end = _densest(list(_places(text, terms)), max_chars)
    start = max(0, min(start - (max_chars - (end - start)) // 2, len(text) - max_chars))
    piece = text[start : start + max_chars]
    before = _GAP if start else ""
    after = _GAP if start + max_chars < len(text) else ""
    # A word that is cut in two says something else.
    if before and " " in piece[:40]:
        piece = piece[piece.index(" ") + 1 :]
    if after and " " in piece[-40:]:
        piece = piece[: piece.rindex(" ")]
    return f"{before}{piece}{after}"


def _places(text: str, terms: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """Where each term stands: (start, end, term), in order."""
    for match in _WORD.finditer(text):
        for start, end in _units(match.group(), match.start()):
            for term in terms_of((fold(text[start:end]),)):
                if term in terms:
                    yield start, end, term


def _units(word: str, at: int) -> Iterator[tuple[int, int]]:
    """A word, or, in a script without spaces, each pair of its characters."""
    if len(word) < 3 or not any(map(is_dense_script, word)):
        yield at, at + len(word)
        return
    for offset in range(len(word) - 1):
        yield at + offset, at + offset + 2


def _densest(places: list[tuple[int, int, str]], max_chars: int) -> tuple[int, int]:
    """The stretch within the size that holds the most different terms."""
    best, best_count = (0, 0), 0
    held: Counter[str] = Counter()
    first = 0
    for start, end, term in places:
        held[term] += 1
        while end - places[first][0] > max_chars and places[first][0] < start:
            gone = places[first][2]
            held[gone] -= 1
            if not held[gone]:
                del held[gone]
            first += 1
        if len(held) > best_count:
            best, best_count = (places[first][0], end), len(held)
    return best
