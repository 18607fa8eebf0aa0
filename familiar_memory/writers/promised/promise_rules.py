"""How each language takes something on: of its `[shared_context]` what concerns that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.promised.clause_patterns import (
    ClausePattern,
    clause_begins,
    clause_patterns,
    finds,
)

__all__ = ["PromiseRules", "promise_rules"]


@dataclass(frozen=True, slots=True)
class PromiseRules:
    """The rules of one language, by the names of its table."""

    actions: tuple[ClausePattern, ...]
    pending: tuple[BoundedPattern, ...]
    jests: tuple[BoundedPattern, ...]
    unsure: tuple[BoundedPattern, ...]
    provided: tuple[BoundedPattern, ...]
    clause: BoundedPattern | None

    def begins(self, sentence: str) -> Sequence[int]:
        """Where its clauses begin."""
        found = () if self.clause is None else self.clause.finditer(sentence)
        return [one.start() for one in found]

    def is_sure(self, sentence: str) -> bool:
        """Whether a sentence is unsure of nothing, and holds whatever happens."""
        return not (finds(self.unsure, sentence) or finds(self.provided, sentence))

    def is_meant(self, sentence: str, behind: str) -> bool:
        """Whether a sentence is no joke, and what stands `behind` it asks nobody to agree."""
        return not (finds(self.jests, sentence) or finds(self.pending, behind))


@lru_cache(maxsize=1)
def promise_rules() -> tuple[PromiseRules, ...]:
    """Those of every language that settles things."""
    return tuple(map(_compiled, language_tables("shared_context").values()))


def _compiled(table: Mapping[str, Any]) -> PromiseRules:
    words: Mapping[str, str] = table.get("words", {})

    def plain(name: str) -> tuple[BoundedPattern, ...]:
        written = (spelled(one, words) for one in table.get(name, ()))
        return tuple(bounded(one, regex.IGNORECASE) for one in written)

    return PromiseRules(
        actions=clause_patterns(table.get("actions", ()), words),
        pending=plain("pending"),
        jests=plain("jests"),
        unsure=plain("unsure"),
        provided=plain("provided"),
        clause=clause_begins(words),
    )
