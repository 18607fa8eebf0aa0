"""The block of a record that is to be changed: its list marker, what it inherits, what it says."""

from __future__ import annotations

import re
from dataclasses import replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import EditError
from familiar_memory.markdown.inheritance import surroundings_of
from familiar_memory.markdown.record.surroundings import Surroundings
from familiar_memory.markdown.tree import Block, Note

__all__ = ["MARKER", "bare", "block_of", "said_by", "where_it_stands"]

MARKER = re.compile(r"(?:[ \t>]*(?:[-*+]|[0-9]{1,9}[.)]))+[ \t]+")
"""What stands before the words of an item: its indentation and list marker."""


def bare(record: Record) -> Record:
    """A record apart from the vocabulary, which an edit need not know."""
    return replace(record, predicate=None, object=None)


def said_by(note: Note) -> list[Record | str]:
    """What each block of a note says: its record, else its text."""
    return [bare(block.record) if block.record else block.text for block in note.blocks]


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


def where_it_stands(note: Note, block: Block) -> Surroundings:
    """What a block of a note inherits."""
    section = next(one for one in note.sections if block in one.blocks)
    where = surroundings_of(note.path, note.frontmatter.data, section.level, section.source)
    return where if block.parent is None else where.below_a_bullet()
