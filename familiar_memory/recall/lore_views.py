"""Lore as one viewer may read it: notes that are not for them are not there, nor are such lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from familiar_memory.domain.document import ParsedDocument
from familiar_memory.domain.lore import LoreBook, LoreEntry
from familiar_memory.knowledge.audience import EVERYONE, OWNER, read_audience

__all__ = ["LoreNote", "audience_of", "note_of", "told_text", "visible_book"]

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_GAP = re.compile(r"\n(?:[ \t]*\n){2,}")


@dataclass(frozen=True, slots=True)
class LoreNote:
    """What was written here of lore: its text, for whom it is, and which lines are for fewer.

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
    starts = [one.line - 1 for one in document.passages]
    limited = [
        (start, start + text[one.char_start : one.char_end].count("\n") + 1, one.audience)
        for start, one in zip(starts, document.passages, strict=True)
        if one.audience != note
    ]
    limited += [(first - 1, last, audience) for first, last, audience in document.withheld]
    return LoreNote(text, note, tuple(limited))


def told_text(note: LoreNote, permitted: frozenset[str]) -> str:
    """The note without the lines that may not be told, and without comments."""
    rows = note.text.split("\n")
    for start, end, audience in note.lines:
        if audience not in permitted:
            rows[start:end] = [""] * (end - start)
    return _GAP.sub("\n\n", _COMMENT.sub("", "\n".join(rows)))


def audience_of(entry: LoreEntry, default: str) -> str:
    """For whom an imported entry is: as its frontmatter says, else the default."""
    if entry.visibility is None:
        return default
    return read_audience(entry.visibility) or OWNER


def visible_book(book: LoreBook, default: str, permitted: frozenset[str]) -> LoreBook:
    """A book without the entries that this viewer may not have."""
    kept = tuple(e for e in book.entries if audience_of(e, default) in permitted)
    return book if len(kept) == len(book.entries) else replace(book, entries=kept)
