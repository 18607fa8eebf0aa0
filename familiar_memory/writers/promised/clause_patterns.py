"""Patterns that say how a clause begins: they are tried where one begins, and nowhere else.

Where clauses begin is looked for once in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.wording import spelled

__all__ = ["ClausePattern", "clause_begins", "clause_patterns", "finds", "found_in"]

_BEGIN = "begin"
"""The word of a language that says where a clause begins."""


@dataclass(frozen=True, slots=True)
class ClausePattern:
    """A pattern, and whether it is tried only where a clause begins."""

    pattern: BoundedPattern
    is_of_clause: bool

    def matches(self, sentence: str, begins: Sequence[int]) -> Iterator[regex.Match[str]]:
        """Where it is found in a sentence whose clauses begin at these places."""
        if not self.is_of_clause:
            yield from self.pattern.finditer(sentence)
            return
        yield from self.pattern.match_each(sentence, begins)


def finds(patterns: Iterable[BoundedPattern], text: str) -> bool:
    """Whether any of them is found."""
    return any(pattern.search(text) for pattern in patterns)


def found_in(
    patterns: Iterable[ClausePattern], sentence: str, begins: Sequence[int]
) -> Iterator[regex.Match[str]]:
    """Every place where any of them is found, pattern by pattern."""
    for pattern in patterns:
        yield from pattern.matches(sentence, begins)


def clause_patterns(written: Iterable[str], words: Mapping[str, str]) -> tuple[ClausePattern, ...]:
    """The patterns of a table, compiled, with its words in place."""
    return tuple(_of_clause(one, words) for one in written)


def clause_begins(words: Mapping[str, str]) -> BoundedPattern | None:
    """What finds where clauses begin; None for a language that does not say."""
    if _BEGIN not in words:
        return None
    return bounded(rf"(?<={spelled(words[_BEGIN], words)})(?=\S)", regex.IGNORECASE)


def _of_clause(written: str, words: Mapping[str, str]) -> ClausePattern:
    start = f"<{_BEGIN}>"
    if _BEGIN not in words or not written.startswith(start):
        return ClausePattern(bounded(spelled(written, words), regex.IGNORECASE), False)
    rest = written.removeprefix(start).removeprefix("\\K")
    return ClausePattern(bounded(f"(?:{spelled(rest, words)})", regex.IGNORECASE), True)
