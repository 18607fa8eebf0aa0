"""Where new list lines go, with the blank lines that a tidy person would leave."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it.token import Token

from familiar_memory.errors import EditError
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.frontmatter.block import BOM
from familiar_memory.markdown.heading import heading_name, heading_source
from familiar_memory.markdown.source import Source, is_blank, read_source
from familiar_memory.markdown.tree import Block, Note, Section, note_of

__all__ = ["insert_lines", "newline_near"]

_BULLET = re.compile(r"\A[-*+](?=[ \t]|\Z)")
_INDENT = re.compile(r" {0,3}(?=[-*+])")


@dataclass(frozen=True, slots=True)
class _Span:
    """The own lines of a section, up to its first H3.

    `last` is the last line that is not blank; -1 when all are. `items` are those of
    its last block, when that is a bullet list.
    """

    last: int
    items: tuple[Token, ...]


def insert_lines(
    text: str,
    heading: str | None,
    lines: Sequence[str],
    before: Sequence[str] = (),
    *,
    path: str = "",
    vocabulary: Container[str] = SHIPPED,
    occurrence: int = 0,
    limit: str = "",
) -> str:
    """Insert list lines into an H2 section, as one stretch of new text, and check the result.

    None stands for what comes before the first H2; an absent section is added at the end, or
    above the first one whose heading is named in `before`. `path` and `vocabulary` change nothing:
    by those of the caller the note is read once for both. The section is number `occurrence` (from
    0) of those with that heading. `limit` is a tail that says for whom a section is: it stands in
    the heading behind its words.

    Raises:
        EditError: the result does not hold the lines as items of that section, or
            something else in it would mean something else.
    """
    source = read_source(text)
    lines = [_with_marker(line, lines[0][:1]) for line in lines]
    named = heading if heading is None or not limit else f"{heading} {limit}"
    body = _own_blocks(source, named, occurrence)
    follower = _first_of(source, before) if body is None else None
    written = " ".join(filter(None, (heading_source(heading or ""), limit)))
    if follower is not None:
        at, added = _section_above(source, follower, written, lines)
    elif body is None:
        at, added = len(text), _new_section(source, written, lines)
    else:
        at, added = _into(source, _span(source, body), lines)
    result = text[:at] + added + text[at:]
    old, new = (note_of(one, vocabulary, path) for one in (source, read_source(result)))
    _check(old, new, named, lines, range(at, at + len(added)), before, is_new=body is None)
    return result


def newline_near(source: Source, index: int) -> str:
    """The line end in use around line `index` (from 0), upwards first; a line feed without any."""
    for near in (*range(min(index, source.line_count - 1), -1, -1), *range(source.line_count)):
        if end := source.line_end(near):
            return end
    return "\n"


def _own_blocks(
    source: Source, heading: str | None, occurrence: int
) -> tuple[list[Token], int] | None:
    """The tokens of a section without its H3 parts, and the line where they end."""
    body: list[Token] | None = [] if heading is None else None
    before = occurrence
    for index, token in enumerate(source.tokens):
        if token.type == "heading_open" and token.level == 0:
            if body is None and token.tag == "h2":
                if heading_name(source.tokens[index + 1].content) == heading:
                    body = [token] if not before else None
                    before -= 1
                continue
            if body is not None and not (heading is None and token.tag == "h1"):
                return body, (token.map or [0])[0] + source.first
        if body is not None:
            body.append(token)
    return None if body is None else (body, source.line_count)


def _span(source: Source, own: tuple[list[Token], int]) -> _Span:
    body, end = own
    last = end - 1
    while last >= source.first and is_blank(source.line_text(last)):
        last -= 1
    return _Span(last if last >= source.first else -1, _last_list(body))


def _last_list(body: list[Token]) -> tuple[Token, ...]:
    opening = max((i for i, t in enumerate(body) if t.level == 0 and t.map), default=None)
    if opening is None or body[opening].type != "bullet_list_open":
        return ()
    return tuple(t for t in body[opening:] if t.level == 1 and t.type == "list_item_open")


def _into(source: Source, span: _Span, lines: Sequence[str]) -> tuple[int, str]:
    newline = newline_near(source, span.last)
    if span.last < 0:
        start = newline if _lacks_line_end(source) else ""
        is_free = source.line_count <= source.first or is_blank(source.line_text(source.first))
        end = newline if is_free else newline * 2
        return source.body_start, start + newline.join(lines) + end
    gap = newline
    if span.items:
        lines = [_like(source, span.items[-1], line) for line in lines]
        gap = newline if _is_loose(source, span.items) else ""
    added = gap + f"{newline}{gap if span.items else ''}".join(lines)
    at = source.starts[span.last + 1]
    if span.last + 1 < source.line_count:
        follower = source.line_text(span.last + 1)
        # The words of an underlined heading would continue the last item.
        interrupts = follower.lstrip(" ").startswith("#")
        needs_blank = not is_blank(follower) and (bool(gap) or not interrupts)
        return at, added + newline + (newline if needs_blank else "")
    return at, added + newline if source.line_end(span.last) else newline + added


def _new_section(source: Source, heading: str, lines: Sequence[str]) -> str:
    final = source.line_count - 1
    newline = newline_near(source, final)
    parts = [f"## {heading}", *(("", *lines) if lines else ())]
    added = newline.join(parts)
    if len(source.text) == source.body_start:
        return (newline if _lacks_line_end(source) else "") + added + newline
    gap = "" if is_blank(source.line_text(final)) else newline
    return gap + added + newline if source.line_end(final) else newline + gap + added


def _first_of(source: Source, names: Sequence[str]) -> int | None:
    """The line of the first H2 with one of these headings."""
    for token, inline in pairwise(source.tokens):
        is_section = token.type == "heading_open" and token.level == 0 and token.tag == "h2"
        if is_section and heading_name(inline.content) in names:
            return (token.map or [0])[0] + source.first
    return None


def _section_above(
    source: Source, line: int, heading: str, lines: Sequence[str]
) -> tuple[int, str]:
    newline = newline_near(source, line)
    is_close = line > source.first and not is_blank(source.line_text(line - 1))
    parts = [f"## {heading}", "", *((*lines, "") if lines else ())]
    added = "".join(f"{part}{newline}" for part in parts)
    # A byte order mark stays in front.
    return max(source.starts[line], source.body_start), (newline if is_close else "") + added


def _lacks_line_end(source: Source) -> bool:
    before = source.text[: source.body_start].removeprefix(BOM)
    return bool(before) and not before.endswith(("\n", "\r"))


def _is_loose(source: Source, items: tuple[Token, ...]) -> bool:
    start = (items[-1].map or [0])[0] + source.first
    return len(items) > 1 and is_blank(source.line_text(start - 1))


def _like(source: Source, item: Token, line: str) -> str:
    first = source.line_text((item.map or [0])[0] + source.first)
    indent = _INDENT.match(first)
    return (indent[0] if indent else "") + _with_marker(line, item.markup)


def _with_marker(line: str, marker: str) -> str:
    """Give a bullet the marker of its neighbours; another one would start a list of its own."""
    return _BULLET.sub(marker, line, count=1) if marker in ("-", "*", "+") else line


def _check(
    before: Note,
    after: Note,
    heading: str | None,
    lines: Sequence[str],
    added: range,
    followers: Sequence[str],
    *,
    is_new: bool,
) -> None:
    new = [(s, b) for s in after.sections for b in s.blocks if b.char_start in added]
    old = [b for b in after.blocks if b.char_start not in added]
    expected = [_meaning(b) for line in lines for b in note_of(read_source(line)).blocks]
    headings = [(s.level, s.heading) for s in before.sections if s.level]
    if heading is not None and is_new:
        below = (i for i, (level, name) in enumerate(headings) if level == 2 and name in followers)
        headings.insert(next(below, len(headings)), (2, heading))
    if (
        [_meaning(block) for _, block in new] != expected
        or any(block.parent is not None or not _is_in(s, heading) for s, block in new)
        or [_meaning(b) for b in old] != [_meaning(b) for b in before.blocks]
        or [(s.level, s.heading) for s in after.sections if s.level] != headings
    ):
        where = "the note" if heading is None else f"the section {heading!r}"
        raise EditError(
            f"nothing can be added to {where}: a code fence or an HTML comment is left open there",
            "close the fence (```) or the comment (-->), then try again",
        )


def _is_in(section: Section, heading: str | None) -> bool:
    return section.level < 2 if heading is None else section.heading == heading


def _meaning(block: Block) -> tuple[str, str]:
    return block.kind, block.text.rstrip("\n")
