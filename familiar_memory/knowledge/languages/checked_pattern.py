"""Whether a pattern of an operator's file can be read, and by what names it catches something.

Some rules join patterns with `|`, and some compile them as version 0 of `regex` and others as
version 1: so it is tried between others, by both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import regex

from familiar_memory.knowledge.languages.wording import spelled

__all__ = ["Complaints", "PatternParts", "caught_groups", "check_pattern"]

PatternParts = Mapping[str, str]
"""What stands for each `<name>` of a pattern, by that name."""
Complaints = Iterator[str]
"""What is wrong with a value, a sentence each, with what would be accepted; none: it is right."""
_SHOWN_CHARS = 80
_VERSIONS = (regex.VERSION0, regex.VERSION1)


def check_pattern(value: object, words: PatternParts) -> Complaints:
    """What is wrong with it by itself, else beside others."""
    if not isinstance(value, str):
        yield f"{value!r} is no pattern; a pattern is a text in quotes"
        return
    shown = value if len(value) <= _SHOWN_CHARS else f"{value[:_SHOWN_CHARS]}…"
    try:
        for version in _VERSIONS:
            _beside_others(value, words, version)
    except (regex.error, ValueError) as beside:
        try:
            regex.compile(spelled(value, words), regex.IGNORECASE | regex.VERSION1)
        except (regex.error, ValueError) as problem:
            yield f"the pattern {shown!r} cannot be read: {problem}"
        else:
            yield f"the pattern {shown!r} cannot stand beside others: {beside}"


def caught_groups(pattern: str, words: PatternParts) -> set[str]:
    """The names of its groups. It has passed `check_pattern`, so it is compiled already."""
    return set(_beside_others(pattern, words, regex.VERSION1).groupindex)


def _beside_others(pattern: str, words: PatternParts, version: int) -> regex.Pattern[str]:
    written = spelled(pattern, words)
    return regex.compile(f"(?:-|{written}|-)", regex.IGNORECASE | version)
