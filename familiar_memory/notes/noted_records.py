"""The records of one note with all that their lines say, each by its id and for whom it is."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.record_ids import record_ids
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.shown_text import shown_text

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
    ids = record_ids(key, note, default_audience)
    audiences = NoteAudiences(key, note, default_audience)
    found = []
    for section in note.sections:
        for block in section.blocks:
            if block.kind == "heading":
                continue
            audience = audiences.read(section, block).audience
            if block.record is None or block.ordinal not in ids:
                continue
            name = RecordName(key, ids[block.ordinal])
            shown = shown_text(block, block.record)
            found.append(NotedRecord(name, block.record, shown, audience, block.line))
    return tuple(found)
