"""The list at the top of each H2 section, as a viewer may know it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.record.anatomy import dissect
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.text.escape import unescape
from familiar_memory.markdown.tree import Block, Note, Section

__all__ = ["TopLine", "TopRegion", "top_regions"]

_SECTION, _PART = 2, 3
_BULLET = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]")


@dataclass(frozen=True, slots=True)
class TopLine:
    """A bullet of a top region; `is_plain`: it is one line, and nothing hangs below it."""

    standing: StandingLine
    is_plain: bool


@dataclass(frozen=True, slots=True)
class TopRegion:
    """What stands directly under an H2, before the first H3 below it.

    `heading` is what it says, and `name` the same without for whom it says that it is. It is the
    section number `occurrence` (from 0) of those with that heading, for whoever sees all of them.
    """

    heading: str
    name: str
    occurrence: int
    lines: tuple[TopLine, ...]


def top_regions(
    key: str, note: Note, default_audience: str, viewer: Viewer
) -> tuple[TopRegion, ...]:
    """The regions that a viewer knows of, in order, with the bullets that they may see.

    A section that is for others, or holds nothing but what is for others, does not exist for them.
    """
    audiences = NoteAudiences(key, note, default_audience)
    seen = frozenset(_visible(audiences, viewer))
    standing = {one.ordinal: one for one in standing_lines(key, note, default_audience)}
    legend = legend_of(note.frontmatter.data)
    met: Counter[str] = Counter()
    found = []
    for section in note.sections:
        if section.level != _SECTION:
            continue
        number = met[section.heading]
        met[section.heading] += 1
        own = audiences.of_heading(section.line) or audiences.of_note
        is_hidden = bool(section.blocks) and not any(b.ordinal in seen for b in section.blocks)
        if is_hidden or not permits(viewer, own):
            continue
        lines = tuple(
            TopLine(standing[one.ordinal], _is_plain(one, section.blocks, seen))
            for one in _own_bullets(note, section)
            if one.ordinal in seen and one.ordinal in standing
        )
        name = unescape(dissect(section.source, legend).body)
        found.append(TopRegion(section.heading, name, number, lines))
    return tuple(found)


def _visible(audiences: NoteAudiences, viewer: Viewer) -> Iterator[int]:
    for section in audiences.note.sections:
        for block in section.blocks:
            if block.kind == "heading":
                if permits(viewer, audiences.of_heading(block.line) or audiences.of_note):
                    yield block.ordinal
                continue
            said = audiences.read(section, block)
            if not said.is_damaged and permits(viewer, said.audience):
                yield block.ordinal


def _own_bullets(note: Note, section: Section) -> Iterator[Block]:
    for block in section.blocks:
        if block.level >= _PART:
            return
        is_bullet = _BULLET.match(note.text, block.char_start) is not None
        if block.kind == "item" and block.parent is None and is_bullet:
            yield block


def _is_plain(block: Block, blocks: Sequence[Block], seen: frozenset[int]) -> bool:
    hangs = any(one.parent == block.ordinal and one.ordinal in seen for one in blocks)
    return block.line == block.line_end and not hangs
