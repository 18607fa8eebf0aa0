"""Which kept texts quote what was said: by runs of words, so that none is alike as a whole."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

__all__ = ["quoting"]

_RUN = 6
"""So many words in a row that two people say by chance seldom; fewer are a quote as a whole."""
_SHORTEST = 8
"""Characters of what is a quote as a whole: "yes" stands in any text."""
_WORD = re.compile(r"\w+")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)")

_Name = TypeVar("_Name", bound=Hashable)


def quoting(kept: Mapping[_Name, str], said: Iterable[str]) -> set[_Name]:
    """The names of those kept texts, JSON or plain, that quote something of what was said."""
    by_run: dict[tuple[str, ...], set[_Name]] = defaultdict(set)
    for name, text in kept.items():
        words = _words(_ESCAPE.sub(_plain, text))
        for length in range(1, _RUN + 1):
            for run in _runs(words, length):
                by_run[run].add(name)
    found: set[_Name] = set()
    for text in said if by_run else ():
        for run in _telling(_words(text)):
            found |= by_run.get(run, set())
    return found


def _telling(words: list[str]) -> Iterator[tuple[str, ...]]:
    if len(words) >= _RUN:
        yield from _runs(words, _RUN)
    elif sum(map(len, words)) >= _SHORTEST:
        yield tuple(words)


def _runs(words: list[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(words[at : at + length]) for at in range(len(words) - length + 1))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _plain(escape: re.Match[str]) -> str:
    """A letter that JSON has as its number; any other escape parts words."""
    return " " if escape[1] is None else chr(int(escape[1], 16))
