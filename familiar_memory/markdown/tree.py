"""A note as a tree of sections and blocks, each with its place in the text.

Block rules only: what stands inside a line is left as written. Headings inside fences
are text, list items are records, and nothing here fails: any text is a note.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from markdown_it.token import Token

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.markdown.frontmatter.block import Frontmatter
from familiar_memory.markdown.heading import heading_name
from familiar_memory.markdown.inheritance import surroundings_of
from familiar_memory.markdown.readings import read_once
from familiar_memory.markdown.record.line import MAX_ORDINAL, is_record_section
from familiar_memory.markdown.record.read_lines import read_record
from familiar_memory.markdown.record.surroundings import NOWHERE, Surroundings
from familiar_memory.markdown.source import Source, read_source

__all__ = ["Block", "Note", "Section", "note_of", "parse_note"]

_LEAVES = {
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "table_open": "table",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, item, heading (H3 and below), code, html, table, or a paragraph in a quote.

    `kind` is paragraph | item | heading | code | html | table | quote. `text` is the source
    without indentation, list marker, `>` and fence; lines are joined by a line feed. `line`
    and `line_end` count from 1, inclusive; `char_start` and `char_end` cover whole lines but
    for the last line end: of an item these are the lines of its first paragraph, marker
    included, that is, the bytes of its record. `record` is set for items that are records, with
    what it inherits from the note.
    `ordinal` counts the note's blocks from 0; `parent` is the ordinal of the nearest item
    around this block. `level` is a heading's, 3 to 6; 0 for one inside a list or a quotation.
    """

    kind: str
    text: str
    line: int
    line_end: int
    char_start: int
    char_end: int
    ordinal: int
    record: Record | None = None
    parent: int | None = None
    heading_path: tuple[str, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one H1 or H2, up to the next.

    Level 0 is what comes before any of them: it has no heading, and is left out when it
    holds no block. `line` is the heading's (from 1; the first of the body for level 0), and
    `source` what stands in it, still escaped.
    The char range starts with the heading line and ends where the next section starts.
    """

    heading: str
    level: int
    line: int
    char_start: int
    char_end: int
    blocks: tuple[Block, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A parsed note. `title` is its first H1, else the frontmatter's `title`, else "".

    `path` is where it stands in the tree; "" where that is not known.
    """

    text: str
    frontmatter: Frontmatter
    title: str
    title_line: int | None
    sections: tuple[Section, ...]
    path: str = ""

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks in order; a block's position here is its `ordinal`."""
        return tuple(block for section in self.sections for block in section.blocks)

    def section(self, heading: str) -> Section | None:
        """The first H2 section of exactly that heading."""
        found = (s for s in self.sections if s.level == 2 and s.heading == heading)
        return next(found, None)


def parse_note(text: str, vocabulary: Container[str] = SHIPPED, path: str = "") -> Note:
    """Parse the text of a note, as decoded (byte order mark and line ends kept).

    `path` says where it stands: its lines inherit from that what they do not say themselves.
    """
    return note_of(read_source(text), vocabulary, path)


def note_of(source: Source, vocabulary: Container[str] = SHIPPED, path: str = "") -> Note:
    """Build the tree of a note whose blocks are found already."""
    if not isinstance(vocabulary, Vocabulary):
        return _note(source, vocabulary, path)
    key = ("note", source.text, vocabulary, path)
    return read_once(key, lambda: _note(source, vocabulary, path))


def _note(source: Source, vocabulary: Container[str], path: str) -> Note:
    builder = _Builder(source, vocabulary, path)
    builder.walk()
    title = builder.title if builder.title is not None else source.frontmatter.title or ""
    return Note(
        source.text, source.frontmatter, title, builder.title_line, tuple(builder.sections), path
    )


@dataclass(slots=True)
class _Item:
    """A list item that is being walked; `ordinal` once its first paragraph was seen."""

    start: int
    is_record: bool
    ordinal: int | None = None
    is_open: bool = True


@dataclass(slots=True)
class _Builder:
    source: Source
    vocabulary: Container[str]
    path: str
    sections: list[Section] = field(default_factory=list)
    title: str | None = None
    title_line: int | None = None
    _blocks: list[Block] = field(default_factory=list)
    _count: int = 0
    _heading: str = ""
    _heading_source: str = ""
    _level: int = 0
    _line: int = 0
    _path: list[tuple[int, str]] = field(default_factory=list)
    _items: list[_Item] = field(default_factory=list)
    _lists: list[bool] = field(default_factory=list)
    _quotes: int = 0
    _where: Surroundings = NOWHERE

    def walk(self) -> None:
        self._surround()
        self._line = self.source.first
        tokens = self.source.tokens
        for index, token in enumerate(tokens):
            kind = token.type
            if kind == "heading_open" and token.level == 0 and token.tag in ("h1", "h2"):
                self._begin_section(token, tokens[index + 1])
            elif kind in _LEAVES:
                self._add(_LEAVES[kind], token, tokens[index + 1 : index + 2])
            elif kind == "list_item_open":
                first_line, _ = self._lines(token)
                self._close_paragraph_slot()
                self._items.append(_Item(first_line, self._lists[-1]))
            elif kind == "list_item_close":
                self._items.pop()
            elif kind in ("bullet_list_open", "ordered_list_open"):
                start = token.attrGet("start")
                self._lists.append(not isinstance(start, int) or start <= MAX_ORDINAL)
            elif kind in ("bullet_list_close", "ordered_list_close"):
                self._lists.pop()
            elif kind == "blockquote_open":
                self._close_paragraph_slot()
                self._quotes += 1
            elif kind == "blockquote_close":
                self._quotes -= 1
        self._end_section(self.source.line_count)

    def _lines(self, token: Token) -> tuple[int, int]:
        start, end = token.map or (0, 0)
        return start + self.source.first, end + self.source.first

    def _begin_section(self, token: Token, inline: Token) -> None:
        start, _ = self._lines(token)
        self._end_section(start)
        self._heading_source = inline.content
        self._heading = heading_name(inline.content)
        self._level = int(token.tag[1])
        self._line = start
        self._path = []
        self._surround()
        if self._level == 1 and self.title is None:
            self.title, self.title_line = self._heading, start + 1

    def _surround(self) -> None:
        properties = self.source.frontmatter.data
        self._where = surroundings_of(self.path, properties, self._level, self._heading_source)

    def _end_section(self, end_line: int) -> None:
        if not self._level and not self._blocks:
            return
        source = self.source
        start = source.starts[self._line] if self._level else source.body_start
        section = Section(
            self._heading,
            self._level,
            self._line + 1,
            max(start, source.body_start),
            source.starts[end_line],
            tuple(self._blocks),
            self._heading_source,
        )
        self.sections.append(section)
        self._blocks = []

    def _add(self, kind: str, token: Token, following: list[Token]) -> None:
        start, end = self._lines(token)
        content = following[0].content if kind in ("paragraph", "heading") else token.content
        level = int(token.tag[1]) if kind == "heading" and token.level == 0 else 0
        if level:
            self._path = [p for p in self._path if p[0] < level]
        elif kind == "table":
            content = "\n".join(self.source.line_text(i).strip() for i in range(start, end))
        parent = next((i.ordinal for i in reversed(self._items) if i.ordinal is not None), None)
        record = None
        if kind == "paragraph":
            item = self._items[-1] if self._items else None
            if item is not None and item.is_open:
                kind, item.ordinal = "item", self._count
                if item.is_record and not (
                    self._level == 2 and not is_record_section(self._heading)
                ):
                    where = self._where if parent is None else self._where.below_a_bullet()
                    record = read_record(content, self.vocabulary, where)
            elif self._quotes:
                kind = "quote"
        self._close_paragraph_slot()
        self._append(kind, content, start, end, record, parent, level)
        if level:
            self._path.append((level, heading_name(content)))

    def _close_paragraph_slot(self) -> None:
        if self._items:
            self._items[-1].is_open = False

    def _append(
        self,
        kind: str,
        text: str,
        start: int,
        end: int,
        record: Record | None,
        parent: int | None,
        level: int,
    ) -> None:
        source = self.source
        while end > start + 1 and not source.line_text(end - 1).strip(" \t"):
            end -= 1
        char_start = max(source.starts[start], source.body_start)
        char_end = source.starts[end] - len(source.line_end(end - 1))
        path = tuple(heading for _, heading in self._path)
        self._blocks.append(
            Block(
                kind,
                text,
                start + 1,
                end,
                char_start,
                char_end,
                self._count,
                record,
                parent,
                path,
                level,
            )
        )
        self._count += 1
