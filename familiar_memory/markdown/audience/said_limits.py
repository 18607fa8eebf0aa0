"""What the text of a note says of visibility outside of the frontmatter, and of what it says it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from familiar_memory.knowledge.audience import OWNER
from familiar_memory.markdown.frontmatter.visibility_key import Said, said_in_text
from familiar_memory.markdown.record.anatomy import dissect
from familiar_memory.markdown.source import line_starts
from familiar_memory.markdown.tree import Block, Note

__all__ = ["SaidLimit", "limits_in_text"]

_TITLE = re.compile(r"[ \t>]*#")


class SaidLimit(NamedTuple):
    """For whom something is; `ordinal` is that of the bullet it is said of, None for the note."""

    line: int
    written: str
    audience: str
    ordinal: int | None


def limits_in_text(note: Note) -> Iterator[SaidLimit]:
    """Every line and field that limits the note or a bullet; the cost grows with the text."""
    said = list(said_in_text(note.text, note.frontmatter.end))
    if not said:
        return
    blocks = note.blocks
    places = _Places(
        note.text, blocks, [block.char_start for block in blocks], line_starts(note.text)
    )
    for one in said:
        yield from places.limit(one)


@dataclass(slots=True)
class _Places:
    """A note's blocks and lines, to be looked up by offset.

    `tails` are the offsets at which the tails of records begin, by the record's ordinal.
    """

    text: str
    blocks: tuple[Block, ...]
    block_starts: list[int]
    line_starts: list[int]
    tails: dict[int, int] = field(default_factory=dict)

    def limit(self, said: Said) -> Iterator[SaidLimit]:
        """What a place in the text says; nothing where it is only text."""
        block = self._block_at(said.start)
        if block is not None and (block.kind == "code" or self._is_in_tail(block, said)):
            return
        line = bisect_right(self.line_starts, said.start)
        start = self.line_starts[line - 1]
        if _TITLE.match(self.text, start, said.sign):
            # A title is what somebody is called; a heading has a tail to say for whom it is.
            return
        # A line is the item's own if it is its first, or moved in as its text is.
        is_of_item = (
            block is not None
            and block.kind == "item"
            and (line == block.line or self.text[start] in " \t>")
        )
        ordinal = block.ordinal if block is not None and is_of_item else None
        yield SaidLimit(line, said.written, said.audience or OWNER, ordinal)

    def _block_at(self, offset: int) -> Block | None:
        # Blocks stand one behind the other, and no two of them share a line.
        index = bisect_right(self.block_starts, offset) - 1
        return self.blocks[index] if index >= 0 and offset <= self.blocks[index].char_end else None

    def _is_in_tail(self, block: Block, said: Said) -> bool:
        """Whether it stands in the tail of a record, where a tag or a quote may say anything."""
        if block.record is None or block.line != block.line_end:
            return False
        if block.ordinal not in self.tails:
            body = dissect(block.text).body
            start = self.text.find(body, block.char_start, block.char_end)
            self.tails[block.ordinal] = start + len(body) if start >= 0 else len(self.text)
        return said.sign >= self.tails[block.ordinal]
