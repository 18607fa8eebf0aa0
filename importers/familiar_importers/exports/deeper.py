"""A note as a part of a larger one: its headings two levels down, its frontmatter as YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from familiar_memory.markdown.heading import heading_source
from familiar_memory.markdown.tree import Note, Section, parse_note

__all__ = ["deeper"]

_LINE_END = re.compile(r"\r\n|\n|\r")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_HASHES = re.compile(r" {0,3}(#{1,6})")
_LEVELS = 2
"""A note stands under an H2 of the page, so its own H1 becomes an H3."""
_DEEPEST = 6
"""Markdown has no deeper headings."""
_CLOSINGS = ("", "```", "~~~", "``````", "~~~~~~", "-->", "?>", "]]>", ">", "</script>", "</pre>")
_PROBE = "what follows"


def deeper(note: Note) -> str:
    """The text of a note under another's H2; a fence that was left open is closed."""
    frontmatter = note.frontmatter.source.strip()
    front = f"```yaml\n{frontmatter}\n```\n\n" if frontmatter else ""
    body = front + "\n".join(_lines(note)).strip("\n")
    closed = (f"{body}\n{closing}".rstrip("\n") for closing in _CLOSINGS)
    return next((text for text in closed if _is_closed(text)), body) + "\n"


def _lines(note: Note) -> Iterator[str]:
    sections = {section.line: section for section in note.sections if section.level}
    headings = {block.line for block in note.blocks if block.kind == "heading"}
    first = len(_LINE_END.findall(note.text[: note.frontmatter.end]))
    in_underlined = False
    for number, line in enumerate(_LINE_END.split(note.text.removeprefix("\ufeff")), 1):
        if number <= first:
            continue
        if in_underlined:
            in_underlined = _UNDERLINE.fullmatch(line) is None
        elif number in sections and not _HASHES.match(line):
            in_underlined = True
            yield _written(sections[number])
        elif number in sections or number in headings:
            yield _HASHES.sub(_more, line, count=1)
        else:
            yield line


def _written(section: Section) -> str:
    return f"{'#' * (section.level + _LEVELS)} {heading_source(section.heading)}"


def _more(match: re.Match[str]) -> str:
    return "#" * min(len(match[1]) + _LEVELS, _DEEPEST)


def _is_closed(text: str) -> bool:
    return parse_note(f"{text}\n\n## {_PROBE}\n").section(_PROBE) is not None
