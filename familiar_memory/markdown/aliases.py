"""The names under `## Aliases`: bullets of any kind, cleaned of markup.

A tail says who may know a name: `- Rowan (in:discord-lantern.tavern)`.
"""

from __future__ import annotations

import re

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.record.anatomy import dissect
from familiar_memory.markdown.record.legend import PlaceLegend
from familiar_memory.markdown.record.line import is_record_section, join_lines, parse_record
from familiar_memory.markdown.record.loose_tails import without_loose_tail
from familiar_memory.markdown.record.surroundings import Surroundings
from familiar_memory.markdown.text.escape import unescape
from familiar_memory.markdown.tree import Block, Note, Section

__all__ = ["alias_bullets", "alias_record", "clean_alias"]

_MAX_LENGTH = 400
"""Characters; a longer list item is prose, and no name."""
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|%%.*?(?:%%|\Z)", re.DOTALL)
_WIKI_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]")
_LINK = re.compile(r"!?\[([^\]]+)\]\([^()]*\)")
_LAST_PARENTHESIS = re.compile(r"(?<!\\)\([^()]*\)\s*\Z")
# The longest run first; an underscore inside a name (dark_lord_) is a part of it.
_EMPHASIS = re.compile(r"(?<!\\)(\*\*\*|\*\*|\*|~~|==|`+)(?=\S)(.+?)(?<=\S)(?<!\\)\1")
_UNDERLINED = re.compile(r"\A(__|_)(?=[^\s_])(.*[^\s_\\])\1\Z")


def alias_bullets(note: Note) -> tuple[str, ...]:
    """Every name under the note's `## Aliases`, in order and without repeats.

    Struck names are left out: somebody took them back.
    """
    bullets = (
        block.text
        for section in note.sections
        for block in section.blocks
        if _is_alias(section, block)
    )
    return tuple(dict.fromkeys(name for name in map(clean_alias, bullets) if name))


def alias_record(section: Section, block: Block, legend: PlaceLegend) -> Record | None:
    """A bullet under `## Aliases`, read as a record for its tail and its strike; else None.

    A label by itself says there where the name was heard, whether or not the note explains it.
    """
    if not _is_alias(section, block):
        return None
    return parse_record(block.text, (), Surroundings(legend.strictly()))


def _is_alias(section: Section, block: Block) -> bool:
    is_names = section.level == 2 and not is_record_section(section.heading)
    return is_names and block.kind == "item"


def clean_alias(source: str) -> str:
    """One name, from a bullet without its marker.

    "" when nothing is left, or when it is struck, or longer than any name.
    """
    if len(source) > _MAX_LENGTH:
        return ""
    source = _COMMENT.sub("", source)
    parts = dissect(join_lines(source.split("\n")))
    if parts.struck:
        return ""
    name = _without_parentheses(without_loose_tail(parts.body))
    name = _LINK.sub(r"\1", _WIKI_LINK.sub(r"\1", name))
    name = _without_emphasis(name.strip())
    return " ".join(unescape(name).split())


def _without_parentheses(name: str) -> str:
    """Drop trailing parentheses, unless they are the target of a link or the whole name."""
    while (match := _LAST_PARENTHESIS.search(name)) and match.start() > 0:
        if name[match.start() - 1] == "]":
            break
        name = name[: match.start()].rstrip()
    return name


def _without_emphasis(name: str) -> str:
    before = None
    while before != name:
        before = name
        name = _UNDERLINED.sub(r"\2", _EMPHASIS.sub(r"\2", name))
    return name
