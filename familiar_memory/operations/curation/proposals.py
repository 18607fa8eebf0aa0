"""What curation may propose: a bullet more, a section more, a bullet less, one for another.

All of it is about the *top region* of an H2 section, its own lines before the first `###`, and
about lines that a program made of the talk of one reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from familiar_memory.domain.memory.record import PartialDate, Record
from familiar_memory.operations.of_no_turn import OfNoTurn

__all__ = ["CurateAppend", "CurateHeading", "CurateRemove", "CurateReplace", "CurationProposal"]


@dataclass(frozen=True, slots=True)
class CurateAppend:
    """The section of this heading should have this bullet, unless it says so already."""

    path: str
    heading: str
    record: Record

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that it was made of."""
        return self.record.fields.refs


@dataclass(frozen=True, slots=True)
class CurateHeading:
    """The note should have one more section, at its end, with these bullets."""

    path: str
    heading: str
    records: tuple[Record, ...]

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that its bullets were made of."""
        return tuple(dict.fromkeys(ref for one in self.records for ref in one.fields.refs))


@dataclass(frozen=True, slots=True)
class CurateRemove(OfNoTurn):
    """The one bullet of the section whose text holds `match`, in any case, ended on that day.

    It is struck through and stays, so what was known on an earlier day can still be asked.
    """

    path: str
    heading: str
    match: str
    until: PartialDate


@dataclass(frozen=True, slots=True)
class CurateReplace:
    """The same, and another bullet comes in its place."""

    path: str
    heading: str
    match: str
    until: PartialDate
    record: Record

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that the new bullet was made of."""
        return self.record.fields.refs


CurationProposal: TypeAlias = CurateAppend | CurateHeading | CurateRemove | CurateReplace
