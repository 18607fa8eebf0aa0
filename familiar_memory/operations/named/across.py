"""What is done to several records at once: one merged of many, one moved, one for another."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.domain.memory.record import PartialDate, Record
from familiar_memory.operations.named.patch import RecordPatch

__all__ = ["MergeRecords", "MoveRecord", "ReplaceRecord"]


@dataclass(frozen=True, slots=True)
class MergeRecords:
    """One new record takes the place of several, which are struck and say where they went.

    Each of `records` is the key of a note, and an id. The new one stands in the note of the first,
    or at `path`; it has the highest importance, all tags and refs, the earliest expiry, is said as
    often as they are, and is for those alone who may know all of them. `patch` says more of it.
    """

    records: tuple[tuple[str, str], ...]
    text: str
    path: str | None = None
    section: str | None = None
    patch: RecordPatch = field(default_factory=RecordPatch)


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A line should stand in another note, or in another section, for whom it was.

    A fact goes on to be about whom it was about. `was` is the text as it was read.
    """

    path: str
    id: str
    to: str
    title: str = ""
    section: str = ""
    was: str | None = None


@dataclass(frozen=True, slots=True)
class ReplaceRecord:
    """The line `id` ended on that day, and a record in a section of its note takes its place.

    Both, or neither. `was` is the text of the line as it was read.
    """

    path: str
    id: str
    was: str
    until: PartialDate
    section: str
    record: Record
