"""The block of a record that is to be changed: its list marker, what it inherits, what it says."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import EditError
from familiar_memory.markdown.inheritance import surroundings_of
from familiar_memory.markdown.record.surroundings import Surroundings
from familiar_memory.markdown.tree import Block, Note, parse_note

__all__ = ["MARKER", "bare", "block_of", "put_in_place", "where_it_stands"]

MARKER = re.compile(r"(?:[ \t>]*(?:[-*+]|[0-9]{1,9}[.)]))+[ \t]+")
"""What stands before the words of an item: its indentation and list marker."""


def bare(record: Record) -> Record:
    """A record apart from the vocabulary, which an edit need not know."""
    return replace(record, predicate=None, object=None)


def block_of(note: Note, line: int, record: Record) -> Block:
    """The block of this very record at a line (from 1).

    Raises:
        EditError: that record does not start there.
    """
    for block in note.blocks:
        if block.line == line and block.record is not None:
            if bare(block.record) == bare(record):
                return block
            break
    raise EditError(f"line {line} says something else by now", "a record as it stands")


def put_in_place(
    note: Note, block: Block, written: str, record: Record, vocabulary: Container[str]
) -> str | None:
    """The text of the note with the block `written` so; None where that says anything but this.

    It has to be read as the `record`, and every other block as what it said before.
    """
    text = note.text[: block.char_start] + written + note.text[block.char_end :]
    wanted = _said_by(note)
    wanted[block.ordinal] = bare(record)
    return text if _said_by(parse_note(text, vocabulary, note.path)) == wanted else None


def where_it_stands(note: Note, block: Block) -> Surroundings:
    """What a block of a note inherits."""
    section = next(one for one in note.sections if block in one.blocks)
    where = surroundings_of(note.path, note.frontmatter.data, section.level, section.source)
    return where if block.parent is None else where.below_a_bullet()


def _said_by(note: Note) -> list[Record | str]:
    """What each block of a note says: its record, else its text."""
    return [bare(block.record) if block.record else block.text for block in note.blocks]
