"""A name that somebody gives up: struck under `## Aliases`, where it goes on being read as theirs.

The property `aliases` stays as it is: a name of it that is struck below is for nobody.
"""

from __future__ import annotations

import re

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import EditError
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.aliases import alias_record, clean_alias
from familiar_memory.markdown.change.edit import append_records
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.tree import Block, Note, parse_note

__all__ = ["without_name"]

_ALIASES = "Aliases"


def without_name(text: str, name: str, path: str, vocabulary: Vocabulary) -> str:
    """The note with that name struck wherever `## Aliases` has it.

    A name that the property alone has comes to stand there, struck.

    Raises:
        EditError: a line of it cannot be struck for sure.
    """
    wanted, note = folded_name(name), parse_note(text, vocabulary, path)
    bullets = _bullets(note)
    live = [block for block, _ in bullets if folded_name(clean_alias(block.text)) == wanted]
    for block in reversed(live):
        text = _struck(text, block)
    is_struck = any(folded_name(record.text) == wanted for _, record in bullets)
    is_given = any(folded_name(one) == wanted for one in note.frontmatter.aliases)
    if live or is_struck or not is_given:
        return text
    line = f"- ~~{name}~~"
    return append_records(text, _ALIASES, [line], (), path=path, vocabulary=vocabulary)


def _bullets(note: Note) -> list[tuple[Block, Record]]:
    legend = legend_of(note.frontmatter.data)
    return [
        (block, record)
        for section in note.sections
        for block in section.blocks
        if (record := alias_record(section, block, legend)) is not None
    ]


def _struck(text: str, block: Block) -> str:
    line = text[block.char_start : block.char_end]
    said = clean_alias(block.text)
    found = [m.span() for m in re.finditer(re.escape(said), line)]
    for start, end in found[:1]:
        changed = f"{line[:start]}~~{line[start:end]}~~{line[end:]}"
        if not clean_alias(changed.lstrip(" \t-*+")):
            return f"{text[: block.char_start]}{changed}{text[block.char_end :]}"
    raise EditError(f"the name {said!r} cannot be struck there", "a line such as: - Sam")
