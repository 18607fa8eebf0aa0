"""Parts of a note that move to another: cut out to the byte, with a link where they stood.

Pure functions of texts; whoever calls them compares what both notes mean afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from familiar_memory.errors import EditError
from familiar_memory.markdown.change.insertion import newline_near
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.source import is_blank, line_starts, lines_of, read_source
from familiar_memory.markdown.tree import Block, Note, Section

__all__ = ["LineSpan", "begun_like", "body_span", "records_up_to", "section_spans", "without_spans"]

_SECTION = 2
_CLOSING = ("visibility", "places")
"""Properties that say who may know the lines of a note; they go along."""


@dataclass(frozen=True, slots=True)
class LineSpan:
    """Whole lines of a text, by characters."""

    start: int
    end: int


def section_spans(note: Note, headings: Sequence[str]) -> list[LineSpan]:
    """The H2 sections of these headings, with their headings.

    Raises:
        EditError: one is not there, or stands there twice.
    """
    found = [_only(note, heading) for heading in headings]
    return sorted(
        (LineSpan(one.char_start, one.char_end) for one in found), key=lambda one: one.start
    )


def body_span(note: Note, heading: str) -> LineSpan:
    """What stands under an H2 heading, without blank lines at both ends.

    Raises:
        EditError: there is no such section, there are several, or it is empty.
    """
    section = _only(note, heading)
    starts, lines = line_starts(note.text), lines_of(note.text)
    is_underlined = not lines[section.line - 1].lstrip().startswith("#")
    first = section.line + int(is_underlined)
    last = next(at for at, start in enumerate(starts) if start >= section.char_end)
    while first < last and is_blank(lines[first]):
        first += 1
    while last > first and is_blank(lines[last - 1]):
        last -= 1
    if first == last:
        raise EditError(f"the section {heading!r} is empty", "a section with something in it")
    return LineSpan(starts[first], starts[last])


def records_up_to(note: Note, heading: str, year: int) -> list[LineSpan]:
    """The records of an H2 section that were learned in a year or before, with what hangs below.

    Raises:
        EditError: there is no such section, or there are several.
    """
    section = _only(note, heading)
    starts = line_starts(note.text)
    blocks = [one for one in section.blocks if one.kind != "heading"]
    found = []
    for block in blocks:
        if block.parent is not None or (learned := _year(block)) is None or learned > year:
            continue
        last = max(one.line_end for one in (block, *_below(block, blocks)))
        found.append(LineSpan(starts[block.line - 1], starts[last]))
    return found


def without_spans(text: str, spans: Sequence[LineSpan], link: str) -> str:
    """The text without these lines, with a link in a paragraph of its own where the first stood."""
    newline = newline_near(read_source(text), 0)
    first = spans[0].start
    rest = "".join(
        _outside(text[first:], [LineSpan(s.start - first, s.end - first) for s in spans])
    )
    above = text[:first]
    gap = "" if not above else newline if above.endswith(("\n", "\r")) else newline * 2
    if above and is_blank(lines_of(above)[-1]):
        gap = ""
    tail = newline if rest and not is_blank(lines_of(rest)[0]) else ""
    return f"{above}{gap}{link}{newline}{tail}{rest}"


def begun_like(text: str, title: str) -> str:
    """How a note begins that takes parts of another: who may know it stays, and it has a title."""
    newline = newline_near(read_source(text), 0)
    kept = list(_closing_lines(text))
    head = "".join(f"{line}{newline}" for line in ("---", *kept, "---", "")) if kept else ""
    return f"{head}# {title}{newline}{newline}"


def _closing_lines(text: str) -> Iterator[str]:
    is_kept = False
    for line in read_frontmatter(text).source.splitlines():
        if re.match(r"[^\s#-]", line):
            is_kept = line.partition(":")[0].strip(" \"'") in _CLOSING
        if is_kept:
            yield line


def _only(note: Note, heading: str) -> Section:
    found = [one for one in note.sections if one.level == _SECTION and one.heading == heading]
    if len(found) != 1:
        said = "is not there any more" if not found else "stands there several times"
        raise EditError(f"the section {heading!r} {said}", "one section of that heading")
    return found[0]


def _year(block: Block) -> int | None:
    learned = None if block.record is None else block.record.fields.learned
    return None if learned is None else learned.year


def _below(block: Block, blocks: Iterable[Block]) -> Iterator[Block]:
    for one in blocks:
        if one.parent == block.ordinal:
            yield one
            yield from _below(one, blocks)


def _outside(text: str, spans: Sequence[LineSpan]) -> Iterator[str]:
    at = 0
    for span in spans:
        yield text[at : span.start]
        at = span.end
    yield text[at:]
