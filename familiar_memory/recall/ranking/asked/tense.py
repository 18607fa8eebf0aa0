"""Whether a question asks for what is so, what was so, or what ever was.

Data: `[tense]` of a language, regular expressions each. `before` begins a clause that only says
until when; `past` asks for what has ended; `ever` for what is or was; `now` for what is so,
whatever the verb says; `did` are verbs of the past, which count unless `told` says that somebody
only spoke then ("what did she say she is allergic to?").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["Tense", "read_tense"]

RULE = "tense"
_KINDS = ("before", "past", "ever", "now", "did", "told")


class Tense(StrEnum):
    """Of what time a question asks."""

    NOW = "now"
    DID = "did"
    """Its verb is one of the past: what has ended, else what is so."""
    PAST = "past"
    """It says that it asks for what has ended."""
    EVER = "ever"


@dataclass(frozen=True, slots=True)
class _Patterns:
    by_kind: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]

    def of(self, kind: str) -> tuple[re.Pattern[str], ...]:
        return dict(self.by_kind)[kind]


def read_tense(text: str) -> tuple[Tense, str]:
    """The tense of a question, and the question without the words that say it."""
    patterns = _patterns()
    found: set[str] = set()
    rest = text.replace("’", "'")
    for kind in _KINDS:
        for pattern in patterns.of(kind):
            if pattern.search(rest) is not None:
                found.add(kind)
                rest = rest if kind == "told" else pattern.sub(" ", rest)
    return _tense(found), rest


def _tense(found: set[str]) -> Tense:
    if "ever" in found:
        return Tense.EVER
    if found & {"before", "past"}:
        return Tense.PAST
    if "did" in found and not found & {"now", "told"}:
        return Tense.DID
    return Tense.NOW


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    tables = language_tables(RULE).values()
    return _Patterns(
        tuple(
            (
                kind,
                tuple(re.compile(one, re.IGNORECASE) for t in tables for one in t.get(kind, ())),
            )
            for kind in _KINDS
        )
    )
