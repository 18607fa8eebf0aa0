"""Telling from its raw bytes that a file cannot hold a match.

Sound, never complete: a file that is let through may still hold none. It rests on
two facts. UTF-8 text holds a literal exactly if its bytes hold the literal's bytes.
And where case is ignored, an ASCII letter also matches a few letters outside ASCII
(the Kelvin sign for k, the long s, dotted and dotless i), while a letter of a script
without case (Unicode category Lo) matches itself alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import chain, groupby

from familiar_memory.store.search.pattern import SearchPattern

__all__ = ["FOREIGN_SPELLINGS", "ByteFilter", "byte_filter", "folded_needles"]

ByteFilter = Callable[[bytes], bool]
"""Whether a file of these bytes may hold a match."""

_FOREIGN_SPELLINGS = {
    "i": ("\u0130".encode(), "\u0131".encode()),
    "k": ("\u212a".encode(),),
    "s": ("\u017f".encode(),),
}


FOREIGN_SPELLINGS = tuple(chain.from_iterable(_FOREIGN_SPELLINGS.values()))
"""What an ASCII letter matches beside itself where case is ignored."""


def folded_needles(pattern: SearchPattern) -> tuple[bytes, ...] | None:
    """Texts of which every match holds one, in lower case (ASCII letters only).

    A file that holds one of `FOREIGN_SPELLINGS` may match without. None when nothing can
    be told.
    """
    if pattern.needles is None:
        return None
    if not pattern.ignores_case:
        return tuple(needle.encode().lower() for needle in pattern.needles)
    runs = tuple(_stable_run(needle) for needle in pattern.needles)
    return tuple(run.encode().lower() for run in runs) if all(runs) else None


def byte_filter(pattern: SearchPattern) -> ByteFilter | None:
    """The cheapest sound test for a pattern; None when nothing can be ruled out."""
    if pattern.needles is None:
        return None
    if not pattern.ignores_case:
        return _exactly_one_of(tuple(needle.encode() for needle in pattern.needles))
    runs = tuple(_stable_run(needle) for needle in pattern.needles)
    return _folded_one_of(runs) if all(runs) else None


def _exactly_one_of(needles: tuple[bytes, ...]) -> ByteFilter:
    if len(needles) == 1:
        needle = needles[0]
        return lambda data: needle in data
    return lambda data: any(one in data for one in needles)


def _folded_one_of(runs: tuple[str, ...]) -> ByteFilter:
    needles = tuple(run.encode().lower() for run in runs)
    letters = sorted(set("".join(runs).lower()) & _FOREIGN_SPELLINGS.keys())
    foreign = tuple(spelling for letter in letters for spelling in _FOREIGN_SPELLINGS[letter])

    def may_match(data: bytes) -> bool:
        # bytes.lower touches ASCII letters only, so other UTF-8 sequences stay whole.
        lowered = data.lower()
        for needle in needles:
            if needle in lowered:
                return True
        return bool(foreign) and not data.isascii() and any(one in data for one in foreign)

    return may_match


def _stable_run(needle: str) -> str:
    """The longest stretch whose spellings are known whatever the case."""
    runs = ("".join(run) for stable, run in groupby(needle, _is_stable) if stable)
    return max(runs, key=lambda run: len(run.encode()), default="")


def _is_stable(char: str) -> bool:
    return char.isascii() or unicodedata.category(char) == "Lo"
