"""A fact with its time, read once: it is asked for many times on the way to an answer."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.index.values import StoredFact
from familiar_memory.knowledge.term import Term
from familiar_memory.recall.current_facts import term_of

__all__ = ["DatedFact"]


@dataclass(frozen=True, slots=True)
class DatedFact:
    """A fact as the index has it, when it holds, and what its line is called."""

    fact: StoredFact
    term: Term
    name: RecordName

    @classmethod
    def of(cls, fact: StoredFact) -> DatedFact:
        """Read the dates of a fact."""
        return cls(fact, term_of(fact), RecordName(fact.key, fact.record_id))
