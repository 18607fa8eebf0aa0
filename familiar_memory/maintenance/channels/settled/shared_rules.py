"""The rules by which each language settles things: the `[shared_context]` tables, compiled once.

What says that something is done stands in the same tables, and is read by the writer as well
(`writers/promised`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.maintenance.channels.settled.shared_item import SharedKind
from familiar_memory.writers.promised.clause_patterns import (
    ClausePattern,
    clause_begins,
    clause_patterns,
    finds,
)

__all__ = ["SharedRules", "shared_rules"]

Patterns = tuple[BoundedPattern, ...]
ClausePatterns = tuple[ClausePattern, ...]


@dataclass(frozen=True, slots=True)
class SharedRules:
    """The rules of one language, by the names of its table."""

    kinds: Mapping[SharedKind, ClausePatterns]
    dropped: ClausePatterns
    pending: Patterns
    jests: Patterns
    taken_back: Patterns
    told: Patterns
    changed: Patterns
    provided: Patterns
    unsure: Patterns
    purposes: Patterns
    values: Mapping[str, BoundedPattern]
    clause: BoundedPattern | None

    def begins(self, sentence: str) -> Sequence[int]:
        """Where its clauses begin."""
        found = () if self.clause is None else self.clause.finditer(sentence)
        return [one.start() for one in found]

    def doubts(self, sentence: str) -> bool:
        """Whether a sentence is a joke, unsure, or holds only if something happens."""
        lists = (self.jests, self.unsure, self.provided)
        return any(finds(patterns, sentence) for patterns in lists)


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
        return clause_patterns(table.get(name, ()), words)

    return SharedRules(
        kinds={kind: of_clauses(name) for kind, name in _KINDS.items()},
        dropped=of_clauses("dropped"),
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
        clause=clause_begins(words),
    )
