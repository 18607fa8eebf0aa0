"""The records of a note by name: where each stands, for whom it is, and its id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import has_records
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.record_ids import RecordIds
from familiar_memory.markdown.tree import Note

__all__ = ["StandingLine", "standing_lines"]

_SECTION = 2


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A record as it stands: `line` counts from 1, `ordinal` is that of its block.

    `section` is the H2 above it, None before the first.
    """

    id: str
    record: Record
    audience: str
    line: int
    ordinal: int
    section: str | None


def standing_lines(key: str, note: Note, default_audience: str) -> Iterator[StandingLine]:
    """Every record of a note but damaged ones, in order, with the ids that the index gives them."""
    if not has_records(key):
        return
    audiences, ids = NoteAudiences(key, note, default_audience), RecordIds()
    for section in note.sections:
        heading = section.heading if section.level == _SECTION else None
        for block in section.blocks:
            if block.kind == "heading":
                continue
            said, record = audiences.read(section, block), block.record
            if record is None or said.is_damaged:
                continue
            yield StandingLine(
                ids.id_of(record, said.audience),
                record,
                said.audience,
                block.line,
                block.ordinal,
                heading,
            )
