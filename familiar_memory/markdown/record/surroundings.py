"""What a line inherits: what it need not say because the note and its headings say it.

A record that is read has its complete fields: what its own tail says, then what it inherits.
A line without any tail, and without the block id of something said, inherits nothing: a line
that a person wrote never looks like a machine's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.record.legend import NO_LEGEND, PlaceLegend
from familiar_memory.markdown.record.moments import parse_moment
from familiar_memory.markdown.record.short_ref import full_ref

__all__ = [
    "NOWHERE",
    "LinkedLine",
    "Surroundings",
    "completed",
    "day_named",
    "is_said",
    "linked_line",
]

_SAID_BY_LINK = re.compile(r"\[\[[^\[\]\r\n]+\]\]:(?:\s|\Z)")
_SAID = re.compile(rf"{_SAID_BY_LINK.pattern}|\*\*\S[^\r\n]{{0,200}}?\*\*:(?:\s|\Z)")
_LINK_TO_LINE = re.compile(r"\[\[([^\[\]|#\r\n]+)#\^([A-Za-z0-9-]+)(?:\|[^\[\]\r\n]*)?\]\]")
_DAY = re.compile(r"(?:.*/)?([0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9])")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a line inherits: each is None where the note and its headings do not say it.

    `place` is that of the H2 above the line, and `folder` that of the note's folder: what stands
    in the file goes with it wherever it is moved, so only the first may be left out of a line.
    `is_transcript`: what begins with its speaker and ends in a block id was said in that turn.
    """

    legend: PlaceLegend = NO_LEGEND
    day: date | None = None
    place: str | None = None
    folder: str | None = None
    author: str | None = None
    is_transcript: bool = False

    def below_a_bullet(self) -> Surroundings:
        """The same for an item below another, which has its audience from that."""
        return replace(self, place=None, folder=None)


NOWHERE = Surroundings()


class LinkedLine(NamedTuple):
    """A line of a session that a wiki link names: the day of its note, and its turn."""

    day: date | None
    ref: str


def is_said(source: str, *, by_link: bool = False) -> bool:
    """Whether a text begins with its speaker: `[[Rowan]]: …` or `**Rowan**: …`.

    With `by_link` only the first counts. The text is that of the note: what is escaped is no
    speaker.
    """
    return (_SAID_BY_LINK if by_link else _SAID).match(source) is not None


def day_named(path: str) -> date | None:
    """The day with which the name of a file begins."""
    match = _DAY.match(path)
    found = parse_moment(match[1]) if match and "/" not in path[match.end(1) :] else None
    return found if isinstance(found, date) else None


def completed(
    record: Record, where: Surroundings, source: str | None = None, *, has_bare_ref: bool = True
) -> Record:
    """A record with what it inherits; `source` is its text as it stands in the note.

    `has_bare_ref`: its ref stands there without `ref:`, so whoever the note is about said it.
    """
    source = record.text if source is None else source
    fields = record.fields
    if where.is_transcript and record.id is not None and not fields.refs and is_said(source):
        record = replace(record, id=None, fields=replace(fields, refs=(full_ref(record.id),)))
        fields = record.fields
    if fields.is_empty or record.damaged:
        return record
    inherited: dict[str, Any] = {}
    linked = linked_line(source) if fields.place is not None else None
    day = where.day
    if linked is not None:
        day = linked.day
        if not fields.refs:
            inherited["refs"] = (linked.ref,)
    if fields.learned is None and day is not None:
        inherited["learned"] = day
    if fields.by is None and fields.refs and has_bare_ref and where.author is not None:
        inherited["by"] = where.author
    if fields.place is None and (place := where.place or where.folder) is not None:
        inherited["place"] = place
    return replace(record, fields=replace(fields, **inherited)) if inherited else record


def linked_line(source: str) -> LinkedLine | None:
    """The line to which a text is a link, and nothing else; None for any other text."""
    if not source.startswith("[["):
        return None
    match = _LINK_TO_LINE.fullmatch(source)
    return None if match is None else LinkedLine(day_named(match[1]), full_ref(match[2]))
