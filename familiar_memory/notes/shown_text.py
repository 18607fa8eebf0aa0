"""What of a block is text: what is searched, embedded and shown to whoever may know it."""

from __future__ import annotations

import re

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.tree import TOPICS, below
from familiar_memory.markdown.change.lead import is_lead
from familiar_memory.markdown.text.comments import without_comments
from familiar_memory.markdown.text.topic_lines import is_kept_by_writer
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import Block, Note

__all__ = ["shown_text", "words_told"]

_TOPICS = below(TOPICS)
_CALLOUT = re.compile(r"\A\[![^\[\]\n]+\][+-]?[ \t]*")
_BLOCK_ID = re.compile(r"(?:\A|[ \t\n])\^[A-Za-z0-9-]+[ \t]*\Z")
_QUERY = re.compile(
    r"(?:(?<!`)`{3,}|(?<!~)~{3,})[ \t]*(?:dataview|dataviewjs|tasks|query|base)(?=\s|\Z)"
)
"""The fence of what a plugin of Obsidian runs; a run of marks is tried once, from its beginning."""


def shown_text(note: Note, block: Block, bullet: Record | None) -> str:
    """The text of a bullet, or of another block, with the labels of links in their place.

    "" for what nobody said. The lead of a section, and what a topic counts, follow from the talk,
    where it is found; once a person has changed them they are text like any other. Comments, and
    queries of plugins, are the others.
    """
    if bullet is not None:
        if note.path.startswith(_TOPICS) and bullet.fields.refs and is_kept_by_writer(bullet.text):
            return ""
        return links_as_labels(words_told(bullet, bullet.text))
    if block.kind == "code":
        return "" if _is_query(note, block) else block.text
    if block.kind == "paragraph" and is_lead(block.text):
        return ""
    text = block.text if block.kind in ("html", "table") else _BLOCK_ID.sub("", block.text)
    if block.kind == "quote":
        text = _CALLOUT.sub("", text)
    return links_as_labels(without_comments(text))


def words_told(bullet: Record, text: str) -> str:
    """A text of a bullet; comments are words of it where somebody said them elsewhere."""
    is_written_here = not bullet.fields.refs and bullet.fields.source is None
    return without_comments(text) if is_written_here else text


def _is_query(note: Note, block: Block) -> bool:
    fence = note.text[block.char_start : block.char_end].partition("\n")[0]
    return _QUERY.search(fence) is not None
