"""The records that a note holds, and which of them a proposed record is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.text.kept_ids import is_kept_up
from familiar_memory.markdown.tree import Note

__all__ = ["KnownRecord", "find_edited", "find_equal", "find_equals", "known_records"]

_SPEAKER = re.compile(r"\[\[[^\[\]\n]+\]\]: ")
_Spoken: TypeAlias = tuple[str, str]


@dataclass(slots=True)
class KnownRecord:
    """A record of the note at its line. `claimed` = a proposal was found to be this one."""

    record: Record
    line: int
    text: str
    claimed: bool = False

    @property
    def waits(self) -> bool:
        """Whether it is to be added, and stands at no line yet."""
        return self.line == 0


def known_records(note: Note) -> list[KnownRecord]:
    """Every record of a note, retired ones too, in order."""
    return [
        KnownRecord(block.record, block.line, normalised(block.record.text))
        for block in note.blocks
        if block.record is not None
    ]


def find_equal(known: list[KnownRecord], new: Record) -> KnownRecord | None:
    """The record that says the same to the same audience; a live one before a retired one.

    A line without a place was written by a person for everyone, so it covers any
    audience. A line whose tail was damaged still counts by its beginning.
    """
    return next(iter(find_equals(known, new)), None)


def find_equals(known: list[KnownRecord], new: Record) -> list[KnownRecord]:
    """All records that do (`find_equal`), in that order."""
    text, spoken = normalised(new.text), _spoken(new)
    found = [one for one in known if _says(one, text, spoken) and _covers(one.record, new)]
    return sorted(found, key=lambda one: one.record.state != "live")


def find_edited(known: list[KnownRecord], new: Record) -> KnownRecord | None:
    """A line from the same turn, speaker and audience that a person has rewritten since.

    Not every line says who the speaker was: then it is whoever said the other.
    """
    for one in known:
        old = one.record
        if is_kept_up(old):
            # It says what became of a turn, and is not the line of it.
            continue
        same = (old.predicate, old.fields.place) == (new.predicate, new.fields.place)
        same = same and (None in (old.fields.by, new.fields.by) or old.fields.by == new.fields.by)
        if same and not one.claimed and set(old.fields.refs) & set(new.fields.refs):
            return one
    return None


def _says(one: KnownRecord, text: str, spoken: _Spoken | None) -> bool:
    if one.record.damaged:
        return one.text.startswith(text)
    if spoken is not None and (said := _spoken(one.record)) is not None:
        return said == spoken
    return one.text == text


def _spoken(record: Record) -> _Spoken | None:
    """Whose id said what, of a line that begins with its speaker's link and has that id.

    What a note of one of two namesakes is called, and so the link, may follow talk that the
    readers of this note know nothing of.
    """
    start = _SPEAKER.match(record.text)
    if start is None or record.fields.by is None:
        return None
    return record.fields.by, normalised(record.text[start.end() :])


def _covers(old: Record, new: Record) -> bool:
    return old.fields.place is None or old.fields.place == new.fields.place
