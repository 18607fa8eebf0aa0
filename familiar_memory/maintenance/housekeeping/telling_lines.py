"""Which lines of a note something may ever be proposed about, whatever the day and the settings.

The finders ask the same rules first, so what is kept of a note is never less than they need.
"""

from __future__ import annotations

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.knowledge.names import CALLED
from familiar_memory.knowledge.predicates import SAME_AS, Vocabulary

__all__ = ["GUESSED", "UNIMPORTANT", "is_telling", "may_be_over", "may_be_weak", "may_exclude"]

UNIMPORTANT = 3
"""Of ten, from which down a belief is weak; 5 is what says nothing."""
GUESSED = "inferred"
"""The source of a belief that nobody stated."""


def is_telling(record: Record, vocabulary: Vocabulary) -> bool:
    """Whether a line may be stale some day, conflict with another, or name somebody."""
    if record.state is not RecordState.LIVE or record.damaged:
        return False
    if record.predicate in (CALLED, SAME_AS):
        return True
    return may_be_over(record) or may_be_weak(record) or may_exclude(record, vocabulary)


def may_be_over(record: Record) -> bool:
    """Whether a line says when it is over."""
    return record.fields.until is not None or record.fields.expires is not None


def may_be_weak(record: Record) -> bool:
    """Whether a line is a guess or a trifle that was said once, on a day that is known."""
    fields = record.fields
    is_weak = fields.source == GUESSED or fields.importance <= UNIMPORTANT
    return is_weak and fields.learned is not None and fields.seen in (None, 1)


def may_exclude(record: Record, vocabulary: Vocabulary) -> bool:
    """Whether a line is a fact beside which another of its kind cannot hold."""
    predicate = vocabulary.get(record.predicate or "")
    return predicate is not None and predicate.single
