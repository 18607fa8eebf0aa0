"""The notes of a tree, parsed one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from familiar_memory.domain.tree import PEOPLE, TOPICS, has_records, holds_entries
from familiar_memory.lore.book.notes.note_text import NO_ENTRY, outline_of
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.change.lead import is_lead
from familiar_memory.markdown.html_words import words_of
from familiar_memory.markdown.tree import Block, Note, Section, parse_note
from familiar_memory.transfer.exporter import ExportOptions, TreeReader
from familiar_memory.transfer.importer import Remark

__all__ = ["ExportLine", "TreeNote", "read_notes"]

_REVIEW = "review.md"


@dataclass(frozen=True, slots=True)
class ExportLine:
    """One block of a note that can be cited; `is_record` where its bullet is a memory.

    `audience` is None for a damaged record: what it said of its audience is lost.
    """

    section: Section
    block: Block
    audience: str | None
    is_record: bool


@dataclass(frozen=True, slots=True)
class TreeNote:
    """A note and its lines, each with its audience as the index has it.

    `key` names a note of a person or a topic by its id, wherever it stands; else it is the path.
    """

    path: str
    key: str
    note: Note
    lines: tuple[ExportLine, ...]


def read_notes(
    tree: TreeReader, tell: Callable[[Remark], None], options: ExportOptions
) -> Iterator[TreeNote]:
    """Every note that is memory, by path; what cannot be read is reported and passed over."""
    for path in tree.paths():
        if not path.lower().endswith(".md") or path == _REVIEW:
            continue
        try:
            text = tree.read_bytes(path).decode("utf-8")
        except UnicodeDecodeError as problem:
            tell(Remark(path, f"not UTF-8 at byte {problem.start}: left out"))
            continue
        note = parse_note(text, options.vocabulary, path)
        yield TreeNote(
            path, _key(path, note), note, tuple(_lines(path, note, options.default_audience))
        )


def _key(path: str, note: Note) -> str:
    given = note.frontmatter.data.get("id")
    folder = path.partition("/")[0]
    if not isinstance(given, str) or folder not in (PEOPLE, TOPICS) or "/" in given:
        return path
    return f"{folder}/{given.strip()}.md"


def _lines(path: str, note: Note, default_audience: str) -> Iterator[ExportLine]:
    audiences = NoteAudiences(path, note, default_audience)
    # The keys of an entry of lore are words that wake it, and no memories.
    entry = outline_of(note.text, note.frontmatter) if holds_entries(path) else NO_ENTRY
    for section in note.sections:
        for block in section.blocks:
            is_content = entry.is_content(block.char_end) and not is_lead(block.text)
            if block.kind == "heading" or not is_content:
                continue
            said = audiences.read(section, block)
            is_record = block.record is not None and has_records(path)
            words = words_of(note, block)
            if words.text or block.kind != "html":
                audience = None if said.is_damaged else said.audience
                yield ExportLine(section, words, audience, is_record)
