"""The lines of notes as records, those that were read lately without reading them again.

A note is parsed several times while a few of its lines are changed, and nearly all lines are the
same each time. What a line says follows from its text and from what surrounds it.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.markdown.record.surroundings import Surroundings

__all__ = ["forget_lines", "read_record"]

_REMEMBERED = 4_096
"""Lines: those of a note of 400 KB."""


def read_record(source: str, vocabulary: Container[str], where: Surroundings) -> Record:
    """As `parse_record`."""
    if isinstance(vocabulary, Vocabulary):
        return _remembered(source, vocabulary, where)
    return parse_record(source, vocabulary, where)


@lru_cache(maxsize=_REMEMBERED)
def _remembered(source: str, vocabulary: Vocabulary, where: Surroundings) -> Record:
    return parse_record(source, vocabulary, where)


def forget_lines() -> None:
    """Read every line anew from now on."""
    _remembered.cache_clear()
