"""A note as lines and block tokens: the one place that calls the Markdown parser.

Lines end at a line feed, a carriage return, or both together, and nowhere else, so that
line numbers are those of an editor and offsets are those of the text as it was read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from familiar_memory.markdown.frontmatter.block import BOM, Frontmatter, read_frontmatter
from familiar_memory.markdown.plain_blocks import plain_tokens
from familiar_memory.markdown.readings import read_once

__all__ = [
    "Source",
    "code_lines",
    "is_blank",
    "line_starts",
    "lines_of",
    "parsed_tokens",
    "read_source",
]

_LINE_END = re.compile(r"\r\n|\n|\r")
_MAX_NESTING = 100
"""Levels of quotes and lists that are followed; it bounds the parser's recursion."""


@dataclass(frozen=True, slots=True)
class Source:
    """One note, parsed as far as blocks.

    `starts[i]` is the offset of line i (from 0); one more entry than lines, the last is the
    text's length. Token maps count from the line `first`, where the body begins.
    """

    text: str
    frontmatter: Frontmatter
    starts: list[int]
    first: int
    body_start: int
    tokens: list[Token]

    @property
    def line_count(self) -> int:
        """How many lines the text has; what follows the last line end counts if not empty."""
        return len(self.starts) - 1

    def line_text(self, index: int) -> str:
        """Line `index` (from 0) without its end; the byte order mark is not part of it."""
        start = (
            max(self.starts[index], self.body_start) if index == self.first else self.starts[index]
        )
        return self.text[start : self.starts[index + 1]].rstrip("\r\n")

    def line_end(self, index: int) -> str:
        """How line `index` ends; "" for a last line without an end."""
        line = self.text[self.starts[index] : self.starts[index + 1]]
        return line[len(line.rstrip("\r\n")) :]


def read_source(text: str) -> Source:
    """Find the blocks of a note; pure, and safe in any thread."""
    return read_once(("source", text), lambda: _source(text))


def _source(text: str) -> Source:
    frontmatter = read_frontmatter(text)
    body_start = frontmatter.end or (len(BOM) if text.startswith(BOM) else 0)
    starts = line_starts(text)
    first = _LINE_END.subn("", text[:body_start])[1] if frontmatter.end else 0
    body = text[body_start:] if body_start else text
    if "\r" in body:
        body = body.replace("\r\n", "\n").replace("\r", "\n")
    return Source(text, frontmatter, starts, first, body_start, _block_tokens(body))


def _block_tokens(body: str) -> list[Token]:
    """The blocks of a text whose lines end in line feeds."""
    tokens = plain_tokens(body) if body else []
    return parsed_tokens(body) if tokens is None else tokens


def parsed_tokens(body: str) -> list[Token]:
    """The same by the parser, whatever the text is."""
    tokens: list[Token] = []
    if body:
        parser = _parser()
        parser.block.parse(body, parser, {}, tokens)
    return tokens


def code_lines(tokens: list[Token], first: int) -> set[int]:
    """The lines of code and HTML, from 0, where the body starts at `first`."""
    lines: set[int] = set()
    for token in tokens:
        if token.type in ("fence", "code_block", "html_block") and token.map:
            lines.update(range(token.map[0] + first, token.map[1] + first))
    return lines


def line_starts(text: str) -> list[int]:
    """The offset of each line, and the length of the text; an empty text has no line."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    if starts[-1] != len(text):
        starts.append(len(text))
    return starts


def lines_of(text: str) -> list[str]:
    """The lines of a text without their ends: as many as have a start."""
    return [text[start:end].rstrip("\r\n") for start, end in pairwise(line_starts(text))]


def is_blank(line: str) -> bool:
    """Whether a line is blank in Markdown's sense: nothing but spaces and tabs."""
    return not line.strip(" \t\r\n")


@cache
def _parser() -> MarkdownIt:
    """Build the parser once. Parsing keeps its state in values of its own, so threads share it.

    Link definitions are text here: nobody should lose a line for its brackets. The rules
    are compiled at once, as the parser would do it at its first use, in no safe way.
    """
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING})
    parser.enable("table").disable("reference")
    for chain in ("", "paragraph", "list", "blockquote", "table"):
        parser.block.ruler.getRules(chain)
    return parser
