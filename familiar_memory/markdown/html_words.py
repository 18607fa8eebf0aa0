"""A block of HTML as the words in it: what the index finds and an export lists."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.markdown.source import line_starts
from familiar_memory.markdown.text.html_text import html_text
from familiar_memory.markdown.tree import Block, Note

__all__ = ["words_of"]


def words_of(note: Note, block: Block) -> Block:
    """A block of HTML as its words, on the lines where they stand; any other block as it is.

    The text is empty where there are none. For whom it is, the whole block says.
    """
    if block.kind != "html":
        return block
    words = html_text(block.text)
    starts = line_starts(note.text[block.char_start : block.char_end])
    last = block.char_start + starts[min(words.end, len(starts) - 1)]
    return replace(
        block,
        text=words.text,
        line=block.line + words.first,
        line_end=block.line + words.end - 1,
        char_start=block.char_start + starts[min(words.first, len(starts) - 1)],
        char_end=last - (words.end < len(starts) - 1) * len(_line_end(note.text, last)),
    )


def _line_end(text: str, start: int) -> str:
    """The line end before an offset at which a line starts."""
    return "\r\n" if text.endswith("\r\n", 0, start) else text[start - 1 : start]
