"""Surgical edits of a note: pure functions from text to text.

Every byte outside the edited lines stays as it is: line ends, byte order mark, spacing,
unknown frontmatter. What is added takes the habits of its neighbourhood (line end, list
marker, indentation, loose or tight list), and is parsed again before it is returned: an
edit that would not mean what was asked for is an `EditError`, never a damaged note.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import EditError, InputError
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.change.insertion import insert_lines
from familiar_memory.markdown.change.record_block import (
    MARKER,
    put_in_place,
    where_it_stands,
)
from familiar_memory.markdown.heading import heading_source, heading_text
from familiar_memory.markdown.record.anatomy import dissect
from familiar_memory.markdown.record.line import join_lines, render_body
from familiar_memory.markdown.source import read_source
from familiar_memory.markdown.tree import Block, Note, parse_note

__all__ = [
    "append_records",
    "new_note",
    "remove_block",
    "replace_record",
]

_UNTITLED = "Untitled"
_PLAIN_MARKER = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])[ \t]+")


def new_note(title: str) -> str:
    """The text of a note that has nothing but its title."""
    return f"# {_title_source(title)}\n"


def append_records(
    text: str,
    heading: str | None,
    lines: Sequence[str],
    before: Sequence[str] = (),
    *,
    path: str = "",
    vocabulary: Container[str] = SHIPPED,
    occurrence: int = 0,
    limit: str = "",
) -> str:
    """Append list lines to the H2 section of this heading, which is added when absent.

    A section that is added stands above the first of those named in `before`, else at the end.

    They go behind what the section itself holds, before its first H3. None as a heading
    means the text before the first H2. The lines may start with any bullet; they take that
    of the list they join. Without lines nothing changes. `path` and `vocabulary` change nothing: by
    those of the caller the note is read once for both. `occurrence` and `limit` are as in
    `insert_lines`.

    Raises:
        InputError: a line is not one list item.
        EditError: the lines would not be items of that section, because a fence or a
            comment was left open above.
    """
    for line in lines:
        _check_line(line)
    if not lines:
        return text
    name = None if heading is None else heading_text(heading)
    above = tuple(map(heading_text, before))
    return insert_lines(
        text,
        name,
        lines,
        above,
        path=path,
        vocabulary=vocabulary,
        occurrence=occurrence,
        limit=limit,
    )


def replace_record(
    text: str,
    line: int,
    old: str,
    record: Record,
    *,
    path: str = "",
    vocabulary: Container[str] = SHIPPED,
) -> str:
    """Write a record anew at line `line` (from 1), where one with the text `old` stands.

    Indentation, list marker and Obsidian Tasks emoji stay; a record that ran over several
    lines becomes one line. `path` says where the note stands, since lines inherit from that. The
    `vocabulary` changes nothing; by that of the caller the note is read once for both.

    Raises:
        EditError: no record with that text starts at the line.
        InputError: the new record can't be written.
    """
    note = parse_note(text, vocabulary, path)
    block = _record_at(note, line, old)
    source = text[block.char_start : block.char_end]
    marker = MARKER.match(source)
    if marker is None:
        raise EditError(f"line {line} does not start with a list marker", "a line of a list")
    where = where_it_stands(note, block)
    marks = dissect(join_lines(block.text.split("\n")), where.legend).marks
    changed = f"{marker[0]}{render_body(record, marks=marks, where=where)}"
    result = put_in_place(note, block, changed, record, vocabulary)
    if result is None:
        raise EditError(
            f"line {line} can't be changed without touching others", "a plain list item"
        )
    return result


def remove_block(text: str, line: int, old: str) -> str:
    """Remove the lines of the block with the text `old` that starts at line `line` (from 1).

    What is nested below an item stays. Of blank lines on both sides one goes too.

    Raises:
        EditError: no such block starts at the line.
    """
    found = (b for b in parse_note(text).blocks if b.line == line)
    block = next((b for b in found if _reads(b, old)), None)
    if block is None:
        raise EditError(f"line {line} holds no block that reads {old!r}", "the text as it stands")
    source = read_source(text)
    start, end = block.line - 1, block.line_end
    has_blank_before = start > source.first and not source.line_text(start - 1).strip(" \t")
    has_blank_after = end < source.line_count and not source.line_text(end).strip(" \t")
    if has_blank_before and has_blank_after:
        end += 1
    return text[: max(source.starts[start], source.body_start)] + text[source.starts[end] :]


def _title_source(title: str) -> str:
    return heading_source(heading_text(title if title.strip() else _UNTITLED))


def _check_line(line: str) -> None:
    marker = _PLAIN_MARKER.match(line)
    blocks = parse_note(line).blocks if marker else ()
    texts = [block.text for block in blocks if block.kind == "item"]
    if marker is None or len(blocks) != 1 or texts != [line[marker.end() :].strip()]:
        raise InputError(
            f"{line!r} is not one list item", "a line such as `- Likes tea (2026-01-28)`"
        )


def _record_at(note: Note, line: int, old: str) -> Block:
    blocks = [b for b in note.blocks if b.line == line and b.record is not None]
    if not blocks:
        raise EditError(f"no record starts at line {line}", "the line of a list item")
    if not _reads(blocks[0], old):
        raise EditError(f"the record at line {line} is another one", f"one that reads {old!r}")
    return blocks[0]


def _reads(block: Block, old: str) -> bool:
    return block.text == old or (block.record is not None and block.record.text == old)
