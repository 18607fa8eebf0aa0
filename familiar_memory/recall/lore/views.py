"""Lore as one viewer may read it: notes that are not for them are not there, nor are such lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from familiar_memory.domain.memory.document import ParsedDocument, Passage, TrustClass
from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.knowledge.validity import holds
from familiar_memory.markdown.audience.permitted_text import without_gaps
from familiar_memory.markdown.source import line_starts

__all__ = ["LoreLines", "LoreNote", "lore_note", "told_text"]


@dataclass(frozen=True, slots=True)
class LoreLines:
    """Lines of a note that not everybody may see, or not always.

    They are counted from 0, from `first` to one before `end`; `passage` says when they hold.
    """

    first: int
    end: int
    audience: str
    passage: Passage | None = None

    @property
    def is_struck(self) -> bool:
        """Whether nobody may see them any more."""
        return self.passage is not None and self.passage.retired

    def are_told(self, permitted: frozenset[str], now: datetime | None) -> bool:
        """Whether somebody who may have these audiences sees them at a moment."""
        one = self.passage
        return (
            self.audience in permitted
            and not self.is_struck
            and (
                one is None
                or now is None
                or holds(one.valid_since, one.valid_until, one.expires, now)
            )
        )

    def moments(self) -> Iterator[datetime]:
        """When that changes."""
        if self.passage is not None:
            for written in (self.passage.valid_since, self.passage.valid_until):
                if written and (moment := instant_of(written)) is not None:
                    yield moment
            if self.passage.expires is not None:
                yield self.passage.expires


@dataclass(frozen=True, slots=True)
class LoreNote:
    """A note of lore: its text, for whom it is, and which lines are for fewer, or for a time.

    The comments of a book are part of its content; those that are written here are no lore.
    """

    text: str
    audience: str
    lines: tuple[LoreLines, ...]
    has_comments: bool = False

    @property
    def audiences(self) -> frozenset[str]:
        """Every audience that matters in it."""
        return frozenset({self.audience, *(line.audience for line in self.lines)})

    @property
    def moments(self) -> frozenset[datetime]:
        """When it begins to say something else."""
        return frozenset(moment for line in self.lines for moment in line.moments())


def lore_note(text: str, document: ParsedDocument) -> LoreNote:
    """Read for whom the lines of a note are; a damaged line is its owner's alone."""
    note = document.audience or EVERYONE
    limited = [
        LoreLines(one.line - 1, _end(text, one), one.audience, one)
        for one in document.passages
        if one.audience != note or _is_for_a_time(one)
    ]
    limited += [LoreLines(first - 1, last, who) for first, last, who in document.withheld]
    return LoreNote(text, note, tuple(limited), document.trust is TrustClass.IMPORTED)


def told_text(note: LoreNote, permitted: frozenset[str], now: datetime | None = None) -> str:
    """The note without the lines that may not be shown, or do not hold, and without comments.

    A line ends where the parser of notes says, so that what it read is what is left out. Of
    several empty lines one is left, in every note: they would count what was left out.
    """
    hidden = {
        number
        for line in note.lines
        if not line.are_told(permitted, now)
        for number in range(line.first, line.end)
    }
    cut = [] if note.has_comments else list(_comments(note.text))
    rows = enumerate(pairwise(line_starts(note.text))) if hidden else ()
    cut += [
        (start, start + len(note.text[start:end].rstrip("\r\n")))
        for number, (start, end) in rows
        if number in hidden
    ]
    if not cut:
        return without_gaps(note.text)
    told: list[str] = []
    position = 0
    for start, end in sorted(cut):
        told.append(note.text[position:start])
        position = max(position, end)
    return without_gaps("".join((*told, note.text[position:])))


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Where comments stand; one that is never closed is none."""
    end = 0
    while (start := text.find("<!--", end)) >= 0 and (shut := text.find("-->", start + 4)) >= 0:
        end = shut + 3
        yield start, end


def _end(text: str, one: Passage) -> int:
    """The line behind the last of a passage."""
    return one.line - 2 + len(line_starts(text[one.char_start : one.char_end]))


def _is_for_a_time(one: Passage) -> bool:
    return bool(one.retired or one.valid_since or one.valid_until or one.expires)
