"""Lines of basic-memory as records: `- [category] words #tag`, `- relation [[Target]]`.

    - [method] Pour over is floral #brewing (from Ana)
    - Pour over is floral (from Ana) (category:method, tags:brewing)

    - pairs_with [[Chocolate]] (a guess)
    - pairs_with:: [[Chocolate]] (quote:"a guess")

Only lines change that are wholly of one of the two forms; any other stays byte for byte. A
bullet of prose with a link in it, a time stamp, a check box and a footnote are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError
from familiar_memory.knowledge.predicates import SAME_AS, is_predicate_name
from familiar_memory.markdown.inheritance import surroundings_of
from familiar_memory.markdown.record.anatomy import dissect
from familiar_memory.markdown.record.line import join_lines, render_body
from familiar_memory.markdown.record.parentheses import last_parenthesis
from familiar_memory.markdown.record.surroundings import Surroundings
from familiar_memory.markdown.text.tags import tags_in
from familiar_memory.markdown.tree import Block, Note, Section, parse_note

__all__ = ["Stated", "with_stated_records"]

_OBSERVATION = re.compile(
    r"\[(?P<category>[^\W\d_][\w /&.-]{1,59})\][ \t]+(?P<words>\S.*)", re.DOTALL
)
_RELATION = re.compile(
    r"(?P<words>\"[^\"\[\]]{1,60}\"|'[^'\[\]]{1,60}'|[^\s\[\]\"'](?:[^\[\]\"']{0,58}[^\s\[\]\"'])?)"
    r"[ \t]+\[\[(?P<target>[^\[\]|\n]+)(?:\|(?P<label>[^\[\]\n]*))?\]\]"
    r"(?:[ \t]+\((?P<context>[^()]+)\))?"
)
_MOST_WORDS = 4
_TRAILING_TAG = re.compile(r"(?:\A|[ \t]+)#(?=[\w/-]*[^\W\d])[\w/-]+\Z")
_MARKER = re.compile(r"(?:[ \t>]*(?:[-*+]|[0-9]{1,3}[.)]))+[ \t]+")


@dataclass(frozen=True, slots=True)
class Stated:
    """A note whose lines are records now, and how many there are of each kind."""

    text: str
    observations: int = 0
    relations: int = 0


def with_stated_records(path: str, text: str, link_to: Callable[[str, str], str]) -> Stated:
    """The note with its observations and relations as records.

    `link_to` writes a link to what a target means, given with the label that it should show.
    A second reading finds nothing left to do.
    """
    note = parse_note(text, path=path)
    changed: dict[int, Record] = {}
    observations = relations = 0
    pieces: list[str] = []
    at = 0
    for section in note.sections:
        for block in section.blocks:
            if block.record is None or block.record.damaged or block.record.task is not None:
                continue
            where = _surroundings(note, section, block)
            anatomy = dissect(join_lines(block.text.split("\n")), where.legend)
            if anatomy.body.startswith("\\"):
                # A person has made it plain that this is text.
                continue
            record = _observed(section, block.record)
            is_observation = record is not None
            record = record or _related(section, block.record, link_to)
            line = None if record is None else _written(note, block, record, anatomy.marks, where)
            if record is None or line is None:
                continue
            observations += is_observation
            relations += not is_observation
            changed[block.ordinal] = record
            pieces += (text[at : block.char_start], line)
            at = block.char_end
    result = "".join((*pieces, text[at:]))
    if not changed or not _says(parse_note(result, path=path), note, changed):
        return Stated(text)
    return Stated(result, observations, relations)


def _observed(section: Section, record: Record) -> Record | None:
    found = _OBSERVATION.fullmatch(record.text)
    if found is None or record.fields.category is not None:
        return None
    category = found["category"].strip()
    is_word = category == category.lower() and " " not in category
    if not (is_word or section.heading.strip().casefold() == "observations"):
        return None
    tags = tuple(dict.fromkeys((*record.fields.tags, *tags_in(found["words"]))))
    fields = replace(record.fields, category=category, tags=tags)
    words = _without_trailing_tags(found["words"])
    return replace(record, text=words, fields=fields, predicate=None, object=None)


def _without_trailing_tags(words: str) -> str:
    """The words without the tags behind them; what stands in parentheses at the end stays."""
    opening = last_parenthesis(words)
    has_context = opening is not None and opening > 0 and words[opening - 1] in " \t"
    said, context = (words[:opening].rstrip(), words[opening:]) if has_context else (words, "")
    while (tag := _TRAILING_TAG.search(said)) is not None:
        said = said[: tag.start()]
    return f"{said} {context}".strip() if said else words


def _related(section: Section, record: Record, link_to: Callable[[str, str], str]) -> Record | None:
    found = _RELATION.fullmatch(record.text)
    if found is None:
        return None
    words = found["words"].strip("\"'").split()
    is_label = found["words"][0] in "\"'" or (len(words) == 1 and "_" in words[0])
    is_listed = section.heading.strip().casefold() == "relations" and len(words) <= _MOST_WORDS
    predicate = "_".join(words).lower().replace("-", "_")
    if not (is_label or is_listed) or not is_predicate_name(predicate) or predicate == SAME_AS:
        return None
    context = found["context"]
    if context is not None and record.fields.quote is not None:
        return None
    fields = record.fields if context is None else replace(record.fields, quote=context.strip())
    link = link_to(found["target"].strip(), (found["label"] or "").strip())
    text = f"{predicate}:: {link}"
    return replace(record, text=text, fields=fields, predicate=predicate, object=link)


def _written(
    note: Note, block: Block, record: Record, marks: str, where: Surroundings
) -> str | None:
    """The line that says it; None where it cannot be said in one."""
    marker = _MARKER.match(note.text[block.char_start : block.char_end])
    if marker is None:
        return None
    try:
        return f"{marker[0]}{render_body(record, marks=marks, where=where)}"
    except InputError:
        return None


def _surroundings(note: Note, section: Section, block: Block) -> Surroundings:
    where = surroundings_of(note.path, note.frontmatter.data, section.level, section.source)
    return where if block.parent is None else where.below_a_bullet()


def _says(written: Note, note: Note, changed: Mapping[int, Record]) -> bool:
    """Whether a note says what it should, and of all other blocks what it said."""
    meant = [_bare(changed.get(block.ordinal, block.record)) or block.text for block in note.blocks]
    return meant == [_bare(block.record) or block.text for block in written.blocks]


def _bare(record: Record | None) -> Record | None:
    """A record apart from the vocabulary, which an import need not know."""
    return None if record is None else replace(record, predicate=None, object=None)
