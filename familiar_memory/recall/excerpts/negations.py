"""Where a text says no: what is cut away there would turn the rest into its opposite."""

from __future__ import annotations

import re
from functools import lru_cache

from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["answers_no", "clear_of_negations", "negates"]

_RULE = "negations"
_NEAR = 16
"""Characters around a cut in which a negation may reach over it."""
_ANSWER = 24
"""Characters of the longest answer ("No, never!") that says nothing without what it answers."""


def negates(text: str) -> bool:
    """Whether a text has a negation in any language that is known."""
    return _anywhere().search(text) is not None


def answers_no(text: str) -> bool:
    """Whether a text is a short sentence that begins with a negation."""
    flat = text.strip()
    return len(flat) <= _ANSWER and _anywhere().match(flat) is not None


def clear_of_negations(text: str, at: int, begin: int) -> int:
    """A place near `at`, behind `begin`, at which no cut parts a negation from its words.

    A word such as "not" negates what follows, an ending such as "ない" what goes before.
    """
    low, high = max(begin, at - _NEAR), at + _NEAR
    for match in _anywhere().finditer(text, low, min(high, len(text))):
        if match["ending"] is not None and match.start() <= at < match.end():
            return match.end()
        is_before = match["word"] is not None and match.start() < at
        if is_before and match.start() > begin and _is_last_word(text, match.end(), at):
            return match.start()
    return at


def _is_last_word(text: str, end: int, at: int) -> bool:
    """Whether at most one word stands between a negation and the cut, and no clause ends."""
    between = text[end:at]
    return len(between.split()) < 2 and not re.search(r"[,;:.!?]", between)


@lru_cache(maxsize=1)
def _anywhere() -> re.Pattern[str]:
    words: list[str] = []
    endings: list[str] = []
    for table in language_tables(_RULE).values():
        words += table.get("words", ())
        endings += table.get("endings", ())
    return re.compile(
        rf"(?P<word>(?<!\w)(?:{_one_of(words)})(?!\w))|(?P<ending>{_one_of(endings)})",
        re.IGNORECASE,
    )


def _one_of(words: list[str]) -> str:
    """A pattern of any of these, the longest first; apostrophes of both kinds."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace("'", "['’]") for word in ordered) or r"(?!)"
