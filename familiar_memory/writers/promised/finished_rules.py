"""How each language says that something is done: of its `[shared_context]` what concerns that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.arcs.wording import base_forms
from familiar_memory.writers.promised.clause_patterns import (
    ClausePattern,
    clause_begins,
    clause_patterns,
    finds,
)

__all__ = ["FinishedRules", "finished_rules"]

_DOUBTS = ("jests", "unsure", "provided")
"""Lists of what makes a sentence say nothing for sure."""


@dataclass(frozen=True, slots=True)
class FinishedRules:
    """The rules of one language, by the names of its table."""

    finished: tuple[ClausePattern, ...]
    done: tuple[ClausePattern, ...]
    reported: tuple[ClausePattern, ...]
    partly: tuple[BoundedPattern, ...]
    doubtful: tuple[BoundedPattern, ...]
    outcomes: Mapping[str, frozenset[str]]
    clause: BoundedPattern | None

    def begins(self, sentence: str) -> Sequence[int]:
        """Where its clauses begin."""
        found = () if self.clause is None else self.clause.finditer(sentence)
        return [one.start() for one in found]

    def doubts(self, sentence: str) -> bool:
        """Whether a sentence is a joke, unsure, or holds only if something happens."""
        return finds(self.doubtful, sentence)

    def deeds(self, said: str) -> frozenset[str]:
        """The plain forms of what was done to a thing that is "printed", or "gone"."""
        return frozenset(base_forms(said)) | self.outcomes.get(said, frozenset())


@lru_cache(maxsize=1)
def finished_rules() -> tuple[FinishedRules, ...]:
    """Those of every language that has some."""
    return tuple(map(_compiled, language_tables("shared_context").values()))


def _compiled(table: Mapping[str, Any]) -> FinishedRules:
    words: Mapping[str, str] = table.get("words", {})

    def plain(*names: str) -> tuple[BoundedPattern, ...]:
        written = (spelled(one, words) for name in names for one in table.get(name, ()))
        return tuple(bounded(one, regex.IGNORECASE) for one in written)

    return FinishedRules(
        finished=clause_patterns(table.get("finished", ()), words),
        done=clause_patterns(table.get("done", ()), words),
        reported=clause_patterns(table.get("reported", ()), words),
        partly=plain("partly"),
        doubtful=plain(*_DOUBTS),
        outcomes={said: frozenset(of.split()) for said, of in table.get("outcomes", {}).items()},
        clause=clause_begins(words),
    )
