"""The rules by which each language settles things: the `[shared_context]` tables, compiled once.

How somebody takes something on, and what says that it is done, stands in the same tables, and is
read by the writer as well (`writers/promised`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.maintenance.channels.settled.shared_item import SharedKind
from familiar_memory.writers.promised.clause_patterns import ClausePattern, clause_patterns
from familiar_memory.writers.promised.promise_rules import PromiseRules, promise_rules

__all__ = ["SharedRules", "shared_rules"]

Patterns = tuple[BoundedPattern, ...]
ClausePatterns = tuple[ClausePattern, ...]


@dataclass(frozen=True, slots=True)
class SharedRules:
    """The rules of one language, by the names of its table, with those for what is promised."""

    promised: PromiseRules
    kinds: Mapping[SharedKind, ClausePatterns]
    dropped: ClausePatterns
    taken_back: Patterns
    told: Patterns
    changed: Patterns
    purposes: Patterns
    in_place_of: Patterns
    values: Mapping[str, BoundedPattern]


@lru_cache(maxsize=1)
def shared_rules() -> tuple[SharedRules, ...]:
    """Those of every language that has some."""
    tables = language_tables("shared_context").values()
    return tuple(map(_compiled, tables, promise_rules()))


def _compiled(table: Mapping[str, Any], promised: PromiseRules) -> SharedRules:
    words: Mapping[str, str] = table.get("words", {})

    def plain(name: str) -> Patterns:
        written = (spelled(one, words) for one in table.get(name, ()))
        return tuple(bounded(one, regex.IGNORECASE) for one in written)

    def of_clauses(name: str) -> ClausePatterns:
        return clause_patterns(table.get(name, ()), words)

    return SharedRules(
        promised=promised,
        # What is read first counts: "we agreed to go with oak" is an agreement.
        kinds={
            SharedKind.AGREEMENT: of_clauses("agreements"),
            SharedKind.DECISION: of_clauses("decisions"),
            SharedKind.ACTION: promised.actions,
        },
        dropped=of_clauses("dropped"),
        taken_back=plain("taken_back"),
        told=plain("told"),
        changed=plain("changed"),
        purposes=plain("purposes"),
        in_place_of=plain("in_place_of"),
        values={
            kind: bounded(spelled(one, words), regex.IGNORECASE)
            for kind, one in table.get("values", {}).items()
        },
    )
