"""How much of a note is for whom: so that what somebody may not see takes no room of theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.tree import Block, Note

__all__ = ["audience_sizes", "size_for"]


def audience_sizes(path: str, note: Note, default: str) -> dict[str, int]:
    """The bytes of a note's blocks by audience; headings and frontmatter are not counted.

    `default` is for whom a line is that says nothing.
    """
    audiences = NoteAudiences(path, note, default)
    sizes: Counter[str] = Counter()
    for section in note.sections:
        for block in section.blocks:
            if block.kind == "heading":
                continue
            sizes[audiences.read(section, block).audience] += _bytes_of(note, block)
    return dict(sizes)


def size_for(sizes: Mapping[str, int], is_theirs: Callable[[str], bool]) -> int:
    """The bytes for everyone and for those whose audience is theirs, together."""
    return sum(
        size for audience, size in sizes.items() if audience == EVERYONE or is_theirs(audience)
    )


def _bytes_of(note: Note, block: Block) -> int:
    return len(note.text[block.char_start : block.char_end].encode("utf-8", "replace"))
