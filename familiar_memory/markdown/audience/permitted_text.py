"""A text as its author wrote it, without what is for fewer: for the card, for files to share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from familiar_memory.knowledge.audience import EVERYONE, narrowest
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.source import line_starts
from familiar_memory.markdown.tree import parse_note

__all__ = ["LimitedText", "limited_text", "without_gaps"]

_LINE_END = "(?>\\r\\n|\\n|\\r)"
_GAP = re.compile(rf"({_LINE_END})(?:[ \t]*{_LINE_END}){{2,}}")


class LimitedText(NamedTuple):
    """A text, for whom it is as a whole, and for whom lines (from 1) are that are for others.

    A line has every audience that limits it: its own, and that of what it hangs below.
    """

    text: str
    audience: str
    lines: dict[int, frozenset[str]]

    def permitted(self, may_see: Callable[[str], bool]) -> str:
        """The text without the lines that are for others, as long in front as it was.

        Nothing where the whole is for others.
        """
        if not may_see(self.audience):
            return ""
        hidden = {number for number, limits in self.lines.items() if not all(map(may_see, limits))}
        if not hidden:
            return self.text
        rows = enumerate(pairwise(line_starts(self.text)), start=1)
        return "".join("\n" if n in hidden else self.text[a:b] for n, (a, b) in rows)

    def counts(self) -> dict[str, int]:
        """How many lines are not for everyone, by audience; empty ones and frontmatter apart."""
        counted: Counter[str] = Counter()
        body = read_frontmatter(self.text).end
        for number, (start, end) in enumerate(pairwise(line_starts(self.text)), start=1):
            audience = narrowest((self.audience, *self.lines.get(number, ())))
            if start >= body and audience != EVERYONE and self.text[start:end].strip():
                counted[audience] += 1
        return dict(sorted(counted.items()))


def limited_text(path: str, text: str, default: str = EVERYONE) -> LimitedText:
    """Read for whom a note and its lines are; `default` is for whom it is where nothing says so."""
    note = parse_note(text, path=path)
    audiences = NoteAudiences(path, note, default)
    lines: dict[int, frozenset[str]] = {}
    for first, last, audience in _limits(audiences):
        if audience != audiences.of_note:
            for number in range(first, last + 1):
                lines[number] = lines.get(number, frozenset()) | {audience}
    return LimitedText(text, audiences.of_note, lines)


def without_gaps(text: str) -> str:
    """The text with one empty line where there were several, as where lines were left out."""
    return _GAP.sub(r"\1\1", text)


def _limits(audiences: NoteAudiences) -> Iterator[tuple[int, int, str]]:
    """First line, last line and audience of every heading and block, in order."""
    for section in audiences.note.sections:
        last = section.line + section.source.count("\n")
        yield section.line, last, audiences.of_heading(section.line) or audiences.of_note
        for block in section.blocks:
            audience = audiences.read(section, block).audience
            audience = audiences.of_heading(block.line) or audience
            yield block.line, block.line_end, audience
