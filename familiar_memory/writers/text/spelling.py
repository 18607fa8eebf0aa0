"""Words as they are spelt, where people type them without an apostrophe: "dont", "im", "ive".

What is typed so is a language's `[spelling]` table (`knowledge/languages`). It serves matching:
notes keep what was typed.
"""

from __future__ import annotations

from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["as_spelt"]

_WORD = regex.compile(r"(?<![\p{L}\p{M}\p{N}'’_-])\p{L}[\p{L}\p{M}]{0,11}(?![\p{L}\p{M}\p{N}'’_-])")


def as_spelt(text: str) -> str:
    """The text with straight apostrophes, and with those that were left out."""
    return _WORD.sub(_respelt, text.replace("’", "'"))


def _respelt(match: regex.Match[str]) -> str:
    typed = match[0]
    spelt = _spellings().get(typed.casefold())
    if spelt is None or (typed.isupper() and len(typed) == 2 and typed != "IM"):
        return typed
    return spelt.capitalize() if typed[0].isupper() else spelt


@lru_cache(maxsize=1)
def _spellings() -> dict[str, str]:
    tables = language_tables("spelling").values()
    return {typed: spelt for table in tables for typed, spelt in table.items()}
