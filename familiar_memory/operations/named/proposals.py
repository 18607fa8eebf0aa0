"""Proposals about one record, by its note and its id.

The id is the one of `markdown.audience.record_ids`. `was` is the text that whoever proposes has
read: where the line says something else by now, nothing is done, and the outcome says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from familiar_memory.domain.memory.record import PartialDate, Record
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.of_no_turn import OfNoTurn

__all__ = [
    "DeleteRecord",
    "NamedProposal",
    "PutRecord",
    "Reassert",
    "RestoreRecord",
    "RetireById",
    "StateRecord",
    "Successor",
    "UpdateRecord",
]


@dataclass(frozen=True, slots=True)
class UpdateRecord:
    """The line should say something else, or have other fields."""

    path: str
    id: str
    patch: RecordPatch
    was: str | None = None

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that it is to name."""
        return tuple(self.patch.fields.get("refs") or ())


@dataclass(frozen=True, slots=True)
class Successor:
    """A record that is proposed for a section of the same note, in the place of another."""

    section: str
    record: Record


@dataclass(frozen=True, slots=True)
class RetireById(OfNoTurn):
    """The line ended (`until`), was wrong (None), or went into another record (`into`).

    It is struck through and stays. `into` is as in a tail: an id, or `path#^id`. A `successor` is
    proposed to stand in its place: where that one waits or is refused, so is this end.
    """

    path: str
    id: str
    until: PartialDate | None = None
    into: str | None = None
    was: str | None = None
    successor: Successor | None = None


@dataclass(frozen=True, slots=True)
class RestoreRecord(OfNoTurn):
    """A line that went into another record (`into`) stands for itself again."""

    path: str
    id: str
    into: str


@dataclass(frozen=True, slots=True)
class DeleteRecord(OfNoTurn):
    """The line should go; what is nested below it stays, for whom it was.

    Where it is what others of the note were merged into, they stand for themselves again, unless
    not `restores`.
    """

    path: str
    id: str
    was: str | None = None
    restores: bool = True


@dataclass(frozen=True, slots=True)
class Reassert:
    """Somebody has said it once more: the line counts it, up to nine times."""

    path: str
    id: str
    again: tuple[str, ...] = ()
    was: str | None = None

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns in which it was said again."""
        return self.again


@dataclass(frozen=True, slots=True)
class StateRecord:
    """What somebody asks to be kept, in an H2 section of a note.

    A fact ends what it contradicts, as far as that was stated likewise (`knowledge.reconcile`).
    With `for_owner` it meets what anybody said, to whomever: the owner has the last word but over
    lines that people have written by hand.
    """

    path: str
    title: str
    section: str
    record: Record
    for_owner: bool = False

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns it was learned from."""
        return self.record.fields.refs


@dataclass(frozen=True, slots=True)
class PutRecord:
    """A record should stand in that H2 section as it is (None: before the first).

    `audience` is for whom it was where it stood: it may be for fewer from now on, and never for
    others.
    """

    path: str
    title: str
    section: str | None
    record: Record
    audience: str
    origin: tuple[tuple[str, str], ...] = field(default=())
    """The notes and ids that it came from."""

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns it was learned from."""
        return self.record.fields.refs


NamedProposal: TypeAlias = (
    UpdateRecord | RetireById | RestoreRecord | DeleteRecord | Reassert | StateRecord | PutRecord
)
