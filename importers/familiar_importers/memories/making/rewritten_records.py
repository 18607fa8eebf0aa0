"""The lines of a note that an importer understands, written anew as records in one pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError
from familiar_memory.markdown.inheritance import surroundings_of
from familiar_memory.markdown.record.anatomy import Anatomy, dissect
from familiar_memory.markdown.record.line import join_lines, render_body
from familiar_memory.markdown.record.surroundings import Surroundings
from familiar_memory.markdown.tree import Block, Note, Section, parse_note

__all__ = ["ReadLine", "with_rewritten_records"]

_MARKER = re.compile(r"(?:[ \t>]*(?:[-*+]|[0-9]{1,3}[.)]))+[ \t]+")


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A bullet as it is read: its parts, where it stands, and the block before it, if any."""

    record: Record
    source: str
    anatomy: Anatomy
    where: Surroundings
    section: Section
    before: Block | None


def with_rewritten_records(
    path: str, text: str, change: Callable[[ReadLine], Record | None]
) -> str:
    """The note with the lines that `change` has something else for; every other byte stays.

    A line that cannot be written so, or whose tail is damaged, stays too. Where the whole would
    not say just that and what it said before, nothing changes.
    """
    note = parse_note(text, path=path)
    changed: dict[int, Record] = {}
    pieces: list[str] = []
    at = 0
    before: Block | None = None
    for section in note.sections:
        for block in section.blocks:
            line = _read(note, section, block, before)
            before = block
            record = None if line is None else change(line)
            written = (
                None if line is None or record is None else _written(note, block, line, record)
            )
            if record is None or written is None:
                continue
            changed[block.ordinal] = record
            pieces += (text[at : block.char_start], written)
            at = block.char_end
    if not changed:
        return text
    result = "".join((*pieces, text[at:]))
    return result if _says(parse_note(result, path=path), note, changed) else text


def _read(note: Note, section: Section, block: Block, before: Block | None) -> ReadLine | None:
    if block.record is None or block.record.damaged:
        return None
    where = surroundings_of(note.path, note.frontmatter.data, section.level, section.source)
    if block.parent is not None:
        where = where.below_a_bullet()
    source = join_lines(block.text.split("\n"))
    return ReadLine(block.record, source, dissect(source, where.legend), where, section, before)


def _written(note: Note, block: Block, line: ReadLine, record: Record) -> str | None:
    """The line that says it; None where it cannot be said in one."""
    marker = _MARKER.match(note.text[block.char_start : block.char_end])
    if marker is None:
        return None
    try:
        return f"{marker[0]}{render_body(record, marks=line.anatomy.marks, where=line.where)}"
    except InputError:
        return None


def _says(written: Note, note: Note, changed: Mapping[int, Record]) -> bool:
    """Whether a note says what it should, and of all other blocks what it said."""
    meant = [_bare(changed.get(block.ordinal, block.record)) or block.text for block in note.blocks]
    return meant == [_bare(block.record) or block.text for block in written.blocks]


def _bare(record: Record | None) -> Record | None:
    """A record apart from the vocabulary, which an import need not know."""
    return None if record is None else replace(record, predicate=None, object=None)
