"""The records of one note by their names, each with what a reader sees of it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import parse_note

__all__ = ["NotedRecord", "noted_records"]


@dataclass(frozen=True, slots=True)
class NotedRecord:
    """A record where it stands: `name` has the key of its note, `line` counts from 1.

    `text` is what a reader sees of it. `audience` is one key of `knowledge.audience`.
    """

    name: RecordName
    record: Record
    text: str
    audience: str
    line: int


def noted_records(
    key: str, text: str, default_audience: str, vocabulary: Container[str] = SHIPPED
) -> tuple[NotedRecord, ...]:
    """The records of the note of that key, retired ones too, in order; damaged lines are none."""
    note = parse_note(text, vocabulary, key)
    return tuple(
        NotedRecord(
            RecordName(key, one.id),
            one.record,
            links_as_labels(one.record.text),
            one.audience,
            one.line,
        )
        for one in standing_lines(key, note, default_audience)
    )
