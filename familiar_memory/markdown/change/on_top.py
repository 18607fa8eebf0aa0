"""New list lines above the list that a section begins with."""

from __future__ import annotations

import re
from collections.abc import Sequence

from familiar_memory.errors import EditError
from familiar_memory.markdown.change.edit import append_records
from familiar_memory.markdown.change.insertion import newline_near
from familiar_memory.markdown.heading import heading_text
from familiar_memory.markdown.source import read_source
from familiar_memory.markdown.tree import Block, Note, Section, parse_note

__all__ = ["insert_on_top"]

_ITEM = re.compile(r"(?P<indent> {0,3})(?P<bullet>[-*+])[ \t]")
_BULLET = re.compile(r"\A[-*+](?=[ \t]|\Z)")


def insert_on_top(text: str, heading: str | None, lines: Sequence[str]) -> str:
    """Insert list lines above the first item of an H2 section (None: before the first H2).

    A section without a list of bullets, or none of that name, is as for `append_records`.
    Without lines nothing changes.

    Raises:
        InputError: a line is not one list item.
        EditError: the lines would not be items of that section.
    """
    if not lines:
        return text
    note = parse_note(text)
    first = _first_item(note, None if heading is None else heading_text(heading))
    source = read_source(text)
    written = None if first is None else _ITEM.match(source.line_text(first.line - 1))
    if first is None or written is None:
        return append_records(text, heading, lines)
    newline = newline_near(source, first.line - 1)
    start = written["indent"] + written["bullet"]
    added = "".join(f"{_BULLET.sub(start, line, count=1)}{newline}" for line in lines)
    at = max(source.starts[first.line - 1], source.body_start)
    result = text[:at] + added + text[at:]
    if _meanings(parse_note(result)) != _with(_meanings(note), first.ordinal, lines):
        raise EditError(
            f"line {first.line} can't have other items above it", "a plain list of bullets"
        )
    return result


def _first_item(note: Note, heading: str | None) -> Block | None:
    items = (
        block
        for section in note.sections
        if _is_meant(section, heading)
        for block in section.blocks
        if block.kind == "item" and block.parent is None
    )
    return next(items, None)


def _is_meant(section: Section, heading: str | None) -> bool:
    if heading is None:
        return section.level < 2
    return section.level == 2 and section.heading == heading


def _meanings(note: Note) -> list[tuple[str, str]]:
    return [(block.kind, block.text.rstrip("\n")) for block in note.blocks]


def _with(
    meanings: list[tuple[str, str]], ordinal: int, lines: Sequence[str]
) -> list[tuple[str, str]]:
    added = [meaning for line in lines for meaning in _meanings(parse_note(line))]
    return [*meanings[:ordinal], *added, *meanings[ordinal:]]
