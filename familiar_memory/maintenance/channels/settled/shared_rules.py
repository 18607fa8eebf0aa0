"""The rules by which each language settles things: the `[shared_context]` tables, compiled once.

Most patterns say how a clause begins. Where clauses begin is looked for once in a sentence, and
each of these patterns is tried there alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.maintenance.channels.settled.shared_item import SharedKind
from familiar_memory.writers.arcs.wording import base_forms

__all__ = ["ClausePattern", "SharedRules", "finds", "found_in", "shared_rules"]

_BEGIN = "begin"
"""The word of a language that says where a clause begins."""

Patterns = tuple[BoundedPattern, ...]


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
        found = (self.pattern.match(sentence, at) for at in begins)
        yield from (one for one in found if one is not None)


ClausePatterns = tuple[ClausePattern, ...]


@dataclass(frozen=True, slots=True)
class SharedRules:
    """The rules of one language, by the names of its table."""

    kinds: Mapping[SharedKind, ClausePatterns]
    dropped: ClausePatterns
    finished: ClausePatterns
    done: ClausePatterns
    reported: ClausePatterns
    partly: Patterns
    pending: Patterns
    jests: Patterns
    taken_back: Patterns
    told: Patterns
    changed: Patterns
    provided: Patterns
    unsure: Patterns
    purposes: Patterns
    values: Mapping[str, BoundedPattern]
    outcomes: Mapping[str, frozenset[str]]
    clause: BoundedPattern | None

    def begins(self, sentence: str) -> Sequence[int]:
        """Where its clauses begin."""
        found = () if self.clause is None else self.clause.finditer(sentence)
        return [one.start() for one in found]

    def doubts(self, sentence: str) -> bool:
        """Whether a sentence is a joke, unsure, or holds only if something happens."""
        lists = (self.jests, self.unsure, self.provided)
        return any(finds(patterns, sentence) for patterns in lists)

    def deeds(self, said: str) -> frozenset[str]:
        """The plain forms of what was done to a thing that is "printed", or "gone"."""
        return frozenset(base_forms(said)) | self.outcomes.get(said, frozenset())


def finds(patterns: Iterable[BoundedPattern], text: str) -> bool:
    """Whether any of them is found."""
    return any(pattern.search(text) for pattern in patterns)


def found_in(
    patterns: Iterable[ClausePattern], sentence: str, begins: Sequence[int]
) -> Iterator[regex.Match[str]]:
    """Every place where any of them is found, pattern by pattern."""
    for pattern in patterns:
        yield from pattern.matches(sentence, begins)


@lru_cache(maxsize=1)
def shared_rules() -> tuple[SharedRules, ...]:
    """Those of every language that has some."""
    return tuple(map(_compiled, language_tables("shared_context").values()))


_KINDS = {
    SharedKind.AGREEMENT: "agreements",
    SharedKind.DECISION: "decisions",
    SharedKind.ACTION: "actions",
}
"""What is read first counts: "we agreed to go with oak" is an agreement."""


def _compiled(table: Mapping[str, Any]) -> SharedRules:
    words: Mapping[str, str] = table.get("words", {})

    def plain(name: str) -> Patterns:
        written = (spelled(one, words) for one in table.get(name, ()))
        return tuple(bounded(one, regex.IGNORECASE) for one in written)

    def of_clauses(name: str) -> ClausePatterns:
        return tuple(_of_clause(one, words) for one in table.get(name, ()))

    return SharedRules(
        kinds={kind: of_clauses(name) for kind, name in _KINDS.items()},
        dropped=of_clauses("dropped"),
        finished=of_clauses("finished"),
        done=of_clauses("done"),
        reported=of_clauses("reported"),
        partly=plain("partly"),
        pending=plain("pending"),
        jests=plain("jests"),
        taken_back=plain("taken_back"),
        told=plain("told"),
        changed=plain("changed"),
        provided=plain("provided"),
        unsure=plain("unsure"),
        purposes=plain("purposes"),
        values={
            kind: bounded(spelled(one, words), regex.IGNORECASE)
            for kind, one in table.get("values", {}).items()
        },
        outcomes={said: frozenset(of.split()) for said, of in table.get("outcomes", {}).items()},
        clause=_clause(words),
    )


def _of_clause(written: str, words: Mapping[str, str]) -> ClausePattern:
    start = f"<{_BEGIN}>"
    if _BEGIN not in words or not written.startswith(start):
        return ClausePattern(bounded(spelled(written, words), regex.IGNORECASE), False)
    rest = written.removeprefix(start).removeprefix("\\K")
    return ClausePattern(bounded(f"(?:{spelled(rest, words)})", regex.IGNORECASE), True)


def _clause(words: Mapping[str, str]) -> BoundedPattern | None:
    if _BEGIN not in words:
        return None
    return bounded(rf"(?<={spelled(words[_BEGIN], words)})(?=\S)", regex.IGNORECASE)
