"""Lore as one viewer may read it: notes that are not for them are not there, nor are such lines."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise

from familiar_memory.domain.document import ParsedDocument
from familiar_memory.domain.lore import LoreEntry
from familiar_memory.knowledge.audience import EVERYONE, OWNER, read_audience
from familiar_memory.markdown.source import line_starts

__all__ = ["LoreNote", "audience_of", "note_of", "permitted_text", "told_text"]

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_GAP = re.compile(r"\n(?:[ \t]*\n){2,}")


@dataclass(frozen=True, slots=True)
class LoreNote:
    """A note of lore: its text, for whom it is, and which lines are for fewer.

    `lines` are (first, one behind the last, audience), counted from 0.
    """

    text: str
    audience: str
    lines: tuple[tuple[int, int, str], ...]

    @property
    def audiences(self) -> frozenset[str]:
        """Every audience that matters in it."""
        return frozenset({self.audience, *(audience for _, _, audience in self.lines)})


def note_of(text: str, document: ParsedDocument) -> LoreNote:
    """Read for whom the lines of a note are; a damaged line is its owner's alone."""
    note = document.audience or EVERYONE
    starts = line_starts(text)
    limited = [
        (one.line - 1, bisect_left(starts, one.char_end), one.audience)
        for one in document.passages
        if one.audience != note
    ]
    limited += [(first - 1, last, audience) for first, last, audience in document.withheld]
    return LoreNote(text, note, tuple(limited))


def told_text(note: LoreNote, permitted: frozenset[str]) -> str:
    """The note without the lines that may not be told, and without comments."""
    return _GAP.sub("\n\n", _COMMENT.sub("", permitted_text(note, permitted)))


def permitted_text(note: LoreNote, permitted: frozenset[str]) -> str:
    """The note with a blank line for each that may not be told."""
    if note.audiences <= permitted:
        return note.text
    rows = [note.text[start:end] for start, end in pairwise(line_starts(note.text))]
    for start, end, audience in note.lines:
        if audience not in permitted:
            rows[start:end] = ["\n"] * (end - start)
    return "".join(rows)


def audience_of(entry: LoreEntry, default: str) -> str:
    """For whom an imported entry is: as its frontmatter says, else the default."""
    if entry.visibility is None:
        return default
    return read_audience(entry.visibility) or OWNER
