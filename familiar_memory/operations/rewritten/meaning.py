"""What the lines of a note mean, to be compared before and after parts of it have moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import regex

from familiar_memory.domain.tree import subject_of
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.tree import Block, Note

__all__ = ["LineMeaning", "line_meanings"]

_WHERE = regex.compile(r"\[\[[^\[\]]*\]\]|(?<=\])\([^()]*\)")
"""Links that move say otherwise where they lead."""


class LineMeaning(NamedTuple):
    """What a line says, for whom, and about whom; `record` is all that it is read as."""

    kind: str
    text: str
    audience: str
    about: str
    record: str


def line_meanings(note: Note, default_audience: str) -> list[LineMeaning]:
    """Of every line but headings and paragraphs that are nothing but links, sorted."""
    audiences = NoteAudiences(note.path, note, default_audience)
    found: list[LineMeaning] = []
    for section in note.sections:
        for block in section.blocks:
            if block.kind != "heading":
                found += _read(block, note, audiences.read(section, block).audience)
    return sorted(found)


def _read(block: Block, note: Note, audience: str) -> Iterator[LineMeaning]:
    text, record = _WHERE.sub("", block.text), block.record
    if block.kind == "paragraph" and not text.strip():
        return
    is_fact = record is not None and record.predicate is not None
    about = subject_of(note.path) if is_fact and record and not record.fields.subject else None
    said = _WHERE.sub("", repr(record))
    yield LineMeaning(block.kind, text, audience, about or "", said)
