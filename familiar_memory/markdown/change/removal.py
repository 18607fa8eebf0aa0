"""Take the line of a record out of a note, so that nothing else in it means something else."""

from __future__ import annotations

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import EditError
from familiar_memory.markdown.change.record_block import bare, block_of
from familiar_memory.markdown.source import Source, read_source
from familiar_memory.markdown.tree import Block, Note, parse_note

__all__ = ["remove_record"]

_Told = tuple[str, str, Record | None, int]


def remove_record(text: str, line: int, old: Record, *, path: str = "") -> str:
    """The text without the record `old` at line `line` (from 1); what is nested below it stays.

    Of blank lines on both sides one goes too. Where its lines keep others apart (two lists, two
    paragraphs), a blank line stays in their place; what would be code without it moves left.

    Raises:
        EditError: that record does not start at the line, or others would be read otherwise.
    """
    note = parse_note(text, path=path)
    block = block_of(note, line, old)
    wanted = [_told(one) for one in note.blocks if one is not block]
    for result in _without(text, note, block):
        if [_told(one) for one in parse_note(result, path=path).blocks] == wanted:
            return result
    raise EditError(f"line {line} can't be taken out without touching others", "a plain list item")


def _without(text: str, note: Note, block: Block) -> tuple[str, ...]:
    source = read_source(text)
    start, end = block.line - 1, block.line_end
    has_blank_before = start > source.first and not source.line_text(start - 1).strip(" \t")
    has_blank_after = end < source.line_count and not source.line_text(end).strip(" \t")
    last = end + 1 if has_blank_before and has_blank_after else end
    begin = max(source.starts[start], source.body_start)
    before = text[:begin]
    end_of_line = source.line_end(end - 1)
    return (
        before + text[source.starts[last] :],
        before + text[source.starts[end] :],
        before + end_of_line + text[source.starts[end] :],
        before + _moved_left(source, note, block) + text[source.starts[_end_below(note, block)] :],
    )


def _moved_left(source: Source, note: Note, block: Block) -> str:
    """What hangs below an item, less indented: by itself a deep line would be code."""
    start, end = block.line_end, _end_below(note, block)
    lines = [source.text[source.starts[at] : source.starts[at + 1]] for at in range(start, end)]
    depth = len(lines[0]) - len(lines[0].lstrip(" \t")) if lines else 0
    own = source.line_text(block.line - 1)
    margin = len(own) - len(own.lstrip(" \t"))
    return "".join(
        line[:margin] + line[depth:] if not line[margin:depth].strip(" \t") else line
        for line in lines
    )


def _end_below(note: Note, block: Block) -> int:
    """The line (from 0) behind all that hangs below an item."""
    below, end = {block.ordinal}, block.line_end
    for one in note.blocks[block.ordinal + 1 :]:
        if one.parent not in below:
            break
        below.add(one.ordinal)
        end = one.line_end
    return end


def _told(block: Block) -> _Told:
    """What a block says; of what it is nested in only its own words count."""
    record = None if block.record is None else bare(block.record)
    return block.kind, block.text if record is None else record.text, record, block.level
