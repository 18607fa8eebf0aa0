"""The names under `## Aliases`: bullets of any kind, cleaned of markup."""

from __future__ import annotations

import re
from collections.abc import Callable

from familiar_memory.markdown.anatomy import dissect
from familiar_memory.markdown.escape import unescape
from familiar_memory.markdown.record_line import is_record_section, join_lines
from familiar_memory.markdown.tree import Block, Note, Section

__all__ = ["alias_bullets", "clean_alias", "is_alias_bullet"]

_MAX_LENGTH = 400
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|%%.*?(?:%%|\Z)", re.DOTALL)
_WIKI_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]")
_LINK = re.compile(r"!?\[([^\]]+)\]\([^()]*\)")
_LAST_PARENTHESIS = re.compile(r"(?<!\\)\([^()]*\)\s*\Z")
# The longest run first; an underscore inside a name (dark_lord_) is a part of it.
_EMPHASIS = re.compile(r"(?<!\\)(\*\*\*|\*\*|\*|~~|==|`+)(?=\S)(.+?)(?<=\S)(?<!\\)\1")
_UNDERLINED = re.compile(r"\A(__|_)(?=[^\s_])(.*[^\s_\\])\1\Z")


def alias_bullets(note: Note, wanted: Callable[[Block], bool] | None = None) -> tuple[str, ...]:
    """Every name under the note's `## Aliases`, in order and without repeats.

    Struck names are left out: somebody took them back. `wanted` may leave out more.
    """
    bullets = (
        block.text
        for section in note.sections
        for block in section.blocks
        if is_alias_bullet(section, block) and (wanted is None or wanted(block))
    )
    return tuple(dict.fromkeys(name for name in map(clean_alias, bullets) if name))


def is_alias_bullet(section: Section, block: Block) -> bool:
    """Whether a block is a name under `## Aliases`; any other text there is a memory."""
    return block.kind == "item" and section.level == 2 and not is_record_section(section.heading)


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
    name = _without_parentheses(parts.body)
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
