"""What a writer may propose: small typed operations, each on one note."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import note_of_person
from familiar_memory.operations.refresh import RefreshRecords

__all__ = ["AddAlias", "AddRecord", "CorrectRecord", "EnsureNote", "Proposal", "RetireRecord"]


@dataclass(frozen=True, slots=True)
class EnsureNote:
    """The note should exist; a new one begins with this title (none: without a heading).

    `name` is what its file is to be called, without `.md`; "" is what the path says.
    """

    path: str
    title: str
    name: str = ""

    @property
    def refs(self) -> tuple[str, ...]:
        """No turn in particular."""
        return ()


@dataclass(frozen=True, slots=True)
class AddRecord:
    """A record should stand in that H2 section, unless the note has it already.

    A fact that its own subject states ends what it contradicts (`knowledge.supersede`).
    """

    path: str
    title: str
    section: str
    record: Record

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns it was learned from."""
        return self.record.fields.refs


@dataclass(frozen=True, slots=True)
class AddAlias:
    """A name under which a person was seen, for the `## Aliases` of their note.

    `place` is where: the name is known where that place's words are known. None is everywhere.
    """

    person: str
    title: str
    name: str
    place: str | None = None

    @property
    def path(self) -> str:
        """The person's note."""
        return note_of_person(self.person)

    @property
    def refs(self) -> tuple[str, ...]:
        """No turn in particular."""
        return ()


@dataclass(frozen=True, slots=True)
class RetireRecord:
    """A fact no longer holds (`ended`), or never did.

    It is struck where the same speaker stated it for the same audience; `fields` say
    who says so now, where and when.
    """

    path: str
    predicate: str
    object: str
    fields: RecordFields
    ended: bool

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that say so."""
        return self.fields.refs


@dataclass(frozen=True, slots=True)
class CorrectRecord:
    """Not `old` but `new`: done where exactly one live fact of the speaker has that object."""

    path: str
    title: str
    section: str
    old: str
    new: str
    fields: RecordFields

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that say so."""
        return self.fields.refs


Proposal: TypeAlias = (
    EnsureNote | AddRecord | AddAlias | RetireRecord | CorrectRecord | RefreshRecords
)
