"""What of a block is text: what is searched, embedded and shown to whoever may know it."""

from __future__ import annotations

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.change.lead import is_lead
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import Block

__all__ = ["shown_text"]


def shown_text(block: Block, bullet: Record | None) -> str:
    """The text of a bullet, or of another block, with the labels of links in their place.

    "" for the lead of a section as the writer left it: nobody said it, and what it says follows
    from the talk, where it is found. One that a person has changed is text like any other.
    """
    if bullet is not None:
        return links_as_labels(bullet.text)
    if block.kind == "code":
        return block.text
    is_ours = block.kind == "paragraph" and is_lead(block.text)
    return "" if is_ours else links_as_labels(block.text)
