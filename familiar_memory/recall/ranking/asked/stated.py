"""Which fact the text of a record states; what the tail of a line says amiss is no fact."""

from __future__ import annotations

from familiar_memory.knowledge.predicate_words import predicate_of
from familiar_memory.markdown.record.tail import date_that_never_was

__all__ = ["stated_predicate"]


def stated_predicate(text: str) -> str | None:
    """The predicate of a fact; None for what is none, and where its tail names no real day.

    `works_at:: Acme (since 2026-02-30)` is text for whoever reads the note as well.
    """
    predicate = predicate_of(text)
    return None if predicate is None or date_that_never_was(text) else predicate
