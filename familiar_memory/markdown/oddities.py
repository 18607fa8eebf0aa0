"""What a text holds that a person would hardly want: it is read, but not as was meant. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from familiar_memory.markdown.nearly_records import Oddity, nearly_records
from familiar_memory.markdown.record.loose_tails import loose_tails
from familiar_memory.markdown.source import code_lines, lines_of, read_source

__all__ = ["Oddity", "oddities"]

_LONG_LINE = 20_000
"""Characters; a line so long was hardly written by a person."""
# A fence may stand in a list or a quotation.
_FENCE = re.compile(r"[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*(?P<mark>`{3,}|~{3,})(?P<info>.*)")


def oddities(text: str) -> Iterator[Oddity]:
    """Name each thing that makes a reader take the text for something else."""
    lines = lines_of(text.removeprefix("\ufeff"))
    yield from _loose_tails(lines)
    yield from _open_fence(lines)
    yield from nearly_records(_prose(text))
    for number, line in enumerate(lines, start=1):
        if len(line) > _LONG_LINE:
            yield Oddity(
                number,
                f"one line of {len(line):,} characters",
                "break it into paragraphs, so that its parts can be found one by one",
            )
        if "\x00" in line:
            yield Oddity(
                number, "a NUL character: this may be no text", "take it out, or move the file away"
            )


def _prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a note with their numbers, without its frontmatter and its code."""
    if "::" not in text and "^" not in text and "(" not in text:
        return
    source = read_source(text)
    skipped = code_lines(source.tokens, source.first)
    for number in range(source.first, source.line_count):
        if number not in skipped:
            yield number + 1, source.line_text(number)


def _loose_tails(lines: list[str]) -> Iterator[Oddity]:
    for number, line in enumerate(lines, start=1):
        if tails := loose_tails(line):
            yield Oddity(
                number,
                f"a tail in other signs than ( , : ) is read as in:{tails[0].audience}",
                "write it with plain parentheses, spaces and letters",
            )


def _open_fence(lines: list[str]) -> Iterator[Oddity]:
    opened: tuple[int, str] | None = None
    for number, line in enumerate(lines, start=1):
        found = _FENCE.fullmatch(line)
        if found is None:
            continue
        mark, info = found["mark"], found["info"]
        if opened is None:
            # Backticks after backticks are code within a line, and no fence.
            if mark[0] == "~" or "`" not in info:
                opened = (number, mark)
        elif mark[0] == opened[1][0] and len(mark) >= len(opened[1]) and not info.strip():
            opened = None
    if opened is not None:
        number, mark = opened
        yield Oddity(
            number,
            f"the fence {mark} is never closed, so all below it is read as code",
            f"put {mark} on a line of its own where the code ends",
        )
