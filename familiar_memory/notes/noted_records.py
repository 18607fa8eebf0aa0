"""The records of one note by their names, each with what a reader sees of it."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.text.tags import tags_in, with_parents
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.shown_text import shown_text

__all__ = ["NotedRecord", "noted_records"]


@dataclass(frozen=True, slots=True)
class NotedRecord:
    """A record where it stands: `name` has the key of its note; lines count from 1.

    `text` is what a reader sees of it. `audience` is one key of `knowledge.audience`. `tags` are
    those of the line; it is filed under them, what they are part of, and the tags of its note
    (`filed`, casefolded).
    """

    name: RecordName
    record: Record
    text: str
    audience: str
    line: int
    line_end: int
    tags: tuple[str, ...] = ()
    filed: frozenset[str] = frozenset()


def noted_records(
    key: str, text: str, default_audience: str, vocabulary: Container[str] = SHIPPED
) -> Iterator[NotedRecord]:
    """The records of the note of that key, retired ones too, in order.

    Damaged lines are none, nor is what nobody said (`notes.shown_text`).
    """
    note = parse_note(text, vocabulary, key)
    of_note = NoteAudiences(key, note, default_audience).of_note
    for one in standing_lines(key, note, default_audience):
        shown = shown_text(note, note.blocks[one.ordinal], one.record)
        if not shown.strip():
            continue
        tags = tuple(dict.fromkeys((*one.record.fields.tags, *tags_in(shown))))
        is_open = of_note in (EVERYONE, one.audience)
        filed = with_parents((*tags, *(note.frontmatter.tags if is_open else ())))
        yield NotedRecord(
            RecordName(key, one.id),
            one.record,
            shown,
            one.audience,
            one.line,
            note.blocks[one.ordinal].line_end,
            tags,
            frozenset(tag.casefold() for tag in filed),
        )
